import type pg from 'pg';
import type { RunScope } from '../../src/engine/ports.ts';
import type { Query } from '../../src/probes/postgres.ts';
import { ordersByStatus, outboxCounts, shippingCounts } from '../../src/probes/queries.ts';
import { type OpenShopProbes, openShopProbes } from '../../src/probes/shop-probes.ts';
import type { Figure } from '../figure.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { withShopDatabases } from '../outbox.ts';
import { insertSentRows } from '../sent-rows.ts';
import type { BenchStack } from '../stack.ts';
import { median, quantile, timed } from '../statistics.ts';

const few = 10;
const many = 5_000_000;
const withinMs = 5_000;

/** The last of all measurements: the rows stay until the stack is purged. */
export const watch: Measurement = {
  name: 'watch',
  about: 'one sample of the timeline, beside the same with ten old rows in the outbox',
  async measure(bench) {
    const stack = await bench.stack();
    const probes = openShopProbes(addressesOf(stack));
    try {
      return await withShopDatabases(stack, async ({ orders, shipping }) => {
        await orders.query('truncate outbox');
        const look = { probes, orders, shipping, bench };
        await insertSentRows(orders, few, bench);
        const before = await looks(look);
        const rows = bench.quick ? many / 50 : many;
        await insertSentRows(orders, rows, bench);
        return compared(before, await looks(look), rows);
      });
    } finally {
      await probes.close();
    }
  },
};

interface Look {
  readonly probes: OpenShopProbes;
  readonly orders: pg.Client;
  readonly shipping: pg.Client;
  readonly bench: Bench;
}

interface Cost {
  readonly p50: number;
  readonly p95: number;
  /** Execution in the databases, by their own clock. */
  readonly inDatabase: number;
}

async function looks({ probes, orders, shipping, bench }: Look): Promise<Cost> {
  const { quick, signal, say } = bench;
  say('watch: samples');
  const scope: RunScope = { runId: undefined, baseline: await probes.baseline(withinMs) };
  const sampleMs: number[] = [];
  // The first ones connect.
  for (let n = -20; n < (quick ? 50 : 500); n++) {
    signal.throwIfAborted();
    const ms = await timed(async () => {
      const { outbox, shipping: shipped, queue } = await probes.sample(scope, withinMs);
      if (!outbox || !shipped || !queue) throw new Error('a probe did not answer');
    });
    if (n >= 0) sampleMs.push(ms);
  }
  const executions: number[] = [];
  for (let n = 0; n < (quick ? 10 : 50); n++) {
    const ordersMs = [outboxCounts(scope), ordersByStatus(scope)].map((query) => executionMs(orders, query));
    const all = await Promise.all([...ordersMs, executionMs(shipping, shippingCounts(scope))]);
    executions.push(all.reduce((sum, ms) => sum + ms, 0));
  }
  return { p50: median(sampleMs), p95: quantile(sampleMs, 0.95), inDatabase: median(executions) };
}

async function executionMs(client: pg.Client, { text, values }: Query): Promise<number> {
  const explain = `explain (analyze, format json) ${text}`;
  const { rows } = await client.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(explain, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error('explain gave no plan');
  return row['QUERY PLAN'][0]['Execution Time'];
}

function compared(before: Cost, after: Cost, rows: number): Figure[] {
  const inFull = rows.toLocaleString('en').replaceAll(',', ' ');
  const figure = (what: string, which: keyof Cost): Figure => ({
    name: `${what}, ${inFull} old rows`,
    value: after[which],
    unit: 'ms',
    beside: { name: `with ${few} old rows`, value: before[which], unit: 'ms' },
  });
  return [
    figure('one sample, p50', 'p50'),
    figure('one sample, p95', 'p95'),
    figure('its statements, in the databases', 'inDatabase'),
  ];
}

function addressesOf(stack: BenchStack) {
  return {
    ordersDsn: stack.dsn('ordersdb'),
    inventoryDsn: stack.dsn('inventorydb'),
    paymentsDsn: stack.dsn('paymentsdb'),
    shippingDsn: stack.dsn('shippingdb'),
    brokerUrl: stack.addresses.broker,
    managementUrl: stack.addresses.management,
  };
}
