import { cpus } from 'node:os';
import { createOrderLoad } from '../../src/load/order-load.ts';
import { referenceShopOrder } from '../../src/load/reference-shop-order.ts';
import type { Attempt } from '../../src/model/attempt.ts';
import { summarizeLatency } from '../../src/model/latency-summary.ts';
import { whenTrue } from '../await-condition.ts';
import type { Figure, Target } from '../figure.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { inboxCount, isDrained, withShopDatabases } from '../outbox.ts';
import { processorTimeMs } from '../processor-time.ts';
import type { BenchStack } from '../stack.ts';
import { median, repeated } from '../statistics.ts';
import { concurrencies } from './machine.ts';

const rounds = 3;
const targets: Readonly<Record<(typeof concurrencies)[number], Target>> = {
  1: { prototype: 108 },
  8: { prototype: 374 },
  32: { atLeast: 400, prototype: 655 },
};
/** Seconds, not minutes, and all rounds together below the stock of the product that is ordered. */
const orderCounts: Readonly<Record<(typeof concurrencies)[number], number>> = { 1: 400, 8: 1_500, 32: 3_000 };

/** Through the public door, by the project's own load engine in this process; it can send ten times as many. */
export const orders: Measurement = {
  name: 'orders',
  about: 'orders through the gateway, each a saga over four services; median of the rounds',
  async measure(bench) {
    const stack = await bench.stack();
    const pids = await stack.pids();
    // The services are compiled as they work: the first thousands of orders cost twice as much as the later ones.
    await place(stack, bench.quick ? 200 : 5_000, 32, 'warm', bench);
    const figures: Figure[] = [];
    for (const inFlight of concurrencies) {
      bench.say(`orders: ${inFlight} in flight`);
      const count = bench.quick ? Math.ceil(orderCounts[inFlight] / 10) : orderCounts[inFlight];
      const results = await repeated(bench.quick ? 1 : rounds, async (round) => {
        const beforeMs = processorTimeMs(pids);
        const result = await place(stack, count, inFlight, `r${round}`, bench);
        await everythingShipped(stack, bench.signal);
        const usedMs = (processorTimeMs(pids) ?? Number.NaN) - (beforeMs ?? Number.NaN);
        return { ...result, processorMs: usedMs / count };
      });
      const commits = await bench.limits.commitsPerSecond(inFlight);
      figures.push({
        name: `orders, ${inFlight} in flight`,
        value: median(results.map((result) => result.perSecond)),
        unit: 'orders/s',
        beside: { name: `small commits, ${inFlight} in flight`, value: commits, unit: 'commits/s' },
        target: targets[inFlight],
      });
      const processorMs = median(results.map((result) => result.processorMs));
      if (!Number.isNaN(processorMs)) figures.push(processorFigure(processorMs));
      for (const which of ['p50', 'p99'] as const) {
        const value = median(results.map((result) => result[which]));
        figures.push({ name: `  ${which} of their answers`, value, unit: 'ms' });
      }
    }
    return figures;
  },
};

/** What an order costs all parts of the shop together, until it has shipped. */
function processorFigure(value: number): Figure {
  const cores = cpus().length;
  const beside = {
    name: `what ${cores} cores of that allow`,
    value: (cores * 1000) / value,
    unit: 'orders/s',
  };
  return { name: '  processor time of each, in the whole shop', value, unit: 'ms', beside };
}

interface Result {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends orders. @throws Error when one was not confirmed: a rate of refusals would look splendid */
export async function place(
  stack: BenchStack,
  count: number,
  inFlight: number,
  name: string,
  { signal }: Pick<Bench, 'signal'>,
): Promise<Result> {
  const url = stack.addresses.gateway;
  if (url === undefined) throw new Error('the stack has no gateway');
  const shape = referenceShopOrder({ productId: '3', quantity: 1 });
  const attempts: Attempt[] = [];
  const totals = await createOrderLoad({ url, timeoutMs: 10_000, shape }).run({
    name,
    plan: { model: 'closed', orders: count, concurrency: inFlight, pauseMs: 0 },
    firstN: 1,
    runId: `bench-${name}-${inFlight}-${Date.now()}`,
    clock: () => performance.now(),
    onAttempt: (attempt) => attempts.push(attempt),
    signal,
  });
  signal.throwIfAborted();
  const bad = attempts.find((attempt) => attempt.result !== 'Confirmed');
  if (bad !== undefined) throw new Error(`an order ended ${bad.result} (${bad.reason ?? 'no reason'})`);
  const latency = summarizeLatency(attempts);
  if (latency === undefined) throw new Error('no order was sent');
  return { perSecond: count / (totals.wallMs / 1000), p50: latency.p50Ms, p99: latency.p99Ms };
}

/** So that no round begins with the work of the one before. */
function everythingShipped(stack: BenchStack, signal: AbortSignal): Promise<unknown> {
  return withShopDatabases(stack, async ({ orders, shipping }) => {
    const wait = { everyMs: 100, withinMs: 60_000, signal };
    await whenTrue(() => isDrained(orders), { ...wait, what: 'the outbox to drain' });
    let before = -1;
    const stands = async () => {
      const last = before;
      before = await inboxCount(shipping);
      return before === last;
    };
    return whenTrue(stands, { ...wait, everyMs: 250, what: 'shipping to catch up' });
  });
}
