import { createOrderLoad } from '../../src/load/order-load.ts';
import { referenceShopOrder } from '../../src/load/reference-shop-order.ts';
import type { Attempt, LoadPlan } from '../../src/model/attempt.ts';
import type { Figure } from '../figure.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { rawLoop } from '../raw-loop.ts';
import { median, quantile, repeated } from '../statistics.ts';

const inFlight = 32;
const openRate = { perSecond: 500, forMs: 4_000 };
/** How long the slow door lets every order wait. */
const delayMs = 20;

/** The engine against a door that does nothing, in a process of its own. */
export const loadEngine: Measurement = {
  name: 'load',
  about: 'the load engine against a door that does nothing, beside a bare undici loop with the same requests',
  async measure(bench) {
    const door = await bench.programs.serving('door', [String(delayMs)]);
    try {
      return [...(await throughput(door.line, bench)), ...(await accuracy(door.line, bench))];
    } finally {
      await door.end();
    }
  },
};

async function throughput(url: string, { quick, signal, say }: Bench): Promise<Figure[]> {
  const orders = quick ? 2_000 : 20_000;
  const plan: LoadPlan = { model: 'closed', orders, concurrency: inFlight, pauseMs: 0 };
  await send(url, { ...plan, orders: 2_000 }, signal);
  await rawLoop(url, 2_000, inFlight);
  const rounds = await repeated(quick ? 1 : 5, async (round) => {
    say(`load: round ${round}`);
    return {
      peer: orders / ((await rawLoop(url, orders, inFlight)) / 1000),
      engine: orders / ((await send(url, plan, signal)).wallMs / 1000),
    };
  });
  return [
    {
      name: `load engine, ${inFlight} in flight`,
      value: median(rounds.map((round) => round.engine)),
      unit: 'orders/s',
      beside: {
        name: 'bare undici loop',
        value: median(rounds.map((round) => round.peer)),
        unit: 'requests/s',
      },
    },
  ];
}

/** What it reports, against what is known of the door: each answer takes `delayMs`. */
async function accuracy(url: string, { quick, signal, say }: Bench): Promise<Figure[]> {
  const { perSecond } = openRate;
  const durationMs = quick ? 1_000 : openRate.forMs;
  say(`load: open model, ${perSecond}/s`);
  const stage = { fromPerSecond: perSecond, toPerSecond: perSecond, durationMs };
  const plan: LoadPlan = { model: 'open', stages: [stage], inFlightMax: 1_000 };
  const { attempts } = await send(`${url}/slow`, plan, signal);
  const lateMs = attempts.map((attempt) => attempt.startedMs - attempt.scheduledMs);
  const answerMs = attempts.map((attempt) => attempt.endedMs - attempt.startedMs);
  return [
    {
      name: `orders sent of those due at ${perSecond}/s`,
      value: attempts.length,
      unit: 'orders',
      beside: { name: 'due', value: (perSecond * durationMs) / 1000, unit: 'orders' },
    },
    { name: '  p99 of their lateness', value: quantile(lateMs, 0.99), unit: 'ms' },
    {
      name: '  p50 of their answers',
      value: median(answerMs),
      unit: 'ms',
      beside: { name: 'the door waits', value: delayMs, unit: 'ms' },
    },
  ];
}

async function send(url: string, plan: LoadPlan, signal: AbortSignal) {
  const attempts: Attempt[] = [];
  const shape = referenceShopOrder({ productId: '3', quantity: 1 });
  const totals = await createOrderLoad({ url, timeoutMs: 10_000, shape }).run({
    name: 'load',
    plan,
    firstN: 1,
    runId: 'bench-load',
    clock: () => performance.now(),
    onAttempt: (attempt) => attempts.push(attempt),
    signal,
  });
  signal.throwIfAborted();
  const bad = attempts.find((attempt) => attempt.outcome !== 'accepted');
  if (bad !== undefined) throw new Error(`the door answered ${bad.result} (${bad.reason ?? 'no reason'})`);
  return { attempts, wallMs: totals.wallMs };
}
