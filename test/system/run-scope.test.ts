import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/engine/journal-file.ts';
import { foldJournal } from '../../src/model/fold-journal.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import { sharedStateDir, shopctl, shopctlJson, stackStatus } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

/** A verdict is about the run's own orders, whoever else orders, ships or loses what at the same time. */

const justOrders = fileURLToPath(new URL('scenarios/just-orders.mjs', import.meta.url));

interface Report {
  readonly runs: readonly {
    readonly runId: string;
    readonly verdict: string;
    readonly promises: readonly {
      readonly promise: string;
      readonly verdict: string;
      readonly lookedAt: string;
    }[];
  }[];
}

beforeAll(wholeShop);

function recordOf(runId: string): RunRecord {
  return foldJournal(readJournal(join(sharedStateDir(), 'runs', runId, 'journal.ndjson')));
}

async function query(database: string, text: string, values: readonly unknown[] = []): Promise<void> {
  // Not from `status`, which shows no password.
  const state = JSON.parse(readFileSync(join(sharedStateDir(), 'stack/stack.json'), 'utf8'));
  const client = new pg.Client({ connectionString: state.addresses.databases[database] });
  await client.connect();
  await client.query(text, [...values]).finally(() => client.end());
}

function looked(report: Report, promise: string): string | undefined {
  return report.runs[0]?.promises.find((each) => each.promise === promise)?.lookedAt;
}

/** What breaks every promise about the stranger's own order, and none about anybody else's. */
async function strangersMisfortune(order: string): Promise<void> {
  await query(
    'ordersdb',
    `insert into orders (id, customer, product_id, quantity, amount_cents, status) values ($1, 'stranger', 1, 1, 100, 'Pending')`,
    [order],
  );
  await query(
    'ordersdb',
    `insert into outbox (id, type, payload, sent_at)
     values ($1, 'order.confirmed', jsonb_build_object('orderId', $2::text, 'customer', 'stranger'), now())`,
    [randomUUID(), order],
  );
  for (const shipment of [randomUUID(), randomUUID()]) {
    await query('shippingdb', `insert into shipments (id, order_id, customer) values ($1, $2, 'stranger')`, [
      shipment,
      order,
    ]);
  }
}

async function strangersClean(order: string): Promise<void> {
  await query('ordersdb', 'delete from orders where id = $1', [order]);
  await query('ordersdb', `delete from outbox where payload->>'orderId' = $1`, [order]);
  await query('shippingdb', 'delete from shipments where order_id = $1', [order]);
}

describe('two checks and a load on one shop at the same time', () => {
  let reports: readonly (Report & { exitCode: number | null })[];

  beforeAll(async () => {
    const [first, second] = await Promise.all([
      shopctlJson<Report>('check', justOrders, '--probe-orders', '1'),
      shopctlJson<Report>('check', justOrders, '--probe-orders', '1'),
      shopctl('load', '60', '-c', '4'),
    ]);
    reports = [first!, second!];
  });

  it('hold each for itself', () => {
    for (const report of reports) {
      expect(report.exitCode, JSON.stringify(report.runs[0]?.promises)).toBe(0);
      expect(looked(report, 'no-lost-orders')).toBe('31 accepted orders, 31 due to ship');
      expect(looked(report, 'no-double-shipments')).toBe('31 shipments of 31 orders');
      expect(looked(report, 'outbox-drained')).toBe('31 outbox rows');
    }
  });

  it('ran at the same time', () => {
    const spans = reports.map(({ runs: [run] }) => {
      const { openedAt, end } = recordOf(run?.runId ?? '');
      return [Date.parse(openedAt), Date.parse(openedAt) + end.atMs] as const;
    });
    const [[beginA, endA], [beginB, endB]] = spans as [[number, number], [number, number]];
    expect(Math.max(beginA, beginB)).toBeLessThan(Math.min(endA, endB));
  });

  it('have no row of evidence in common', () => {
    const records = reports.map(({ runs: [run] }) => recordOf(run?.runId ?? ''));
    for (const { runId, evidence } of records) {
      expect(evidence?.orders?.filter(({ key }) => !key.startsWith(`${runId}-`))).toEqual([]);
      expect(evidence?.shipments?.filter(({ key }) => !key?.startsWith(`${runId}-`))).toEqual([]);
    }
    const ids = records.flatMap(({ evidence }) => evidence?.orders?.map(({ orderId }) => orderId) ?? []);
    expect(new Set(ids).size).toBe(62);
  });
});

describe('an outage while others order, and a stranger’s order comes to grief', () => {
  const [before, during] = [randomUUID(), randomUUID()];
  afterAll(async () => {
    await strangersClean(before);
    await strangersClean(during);
  });

  it('is judged by the orders of the check alone', async () => {
    await strangersMisfortune(before);
    const checking = shopctlJson<Report>('check', 'broker-outage', '--orders', '20', '--hold', '3s');
    await strangersMisfortune(during);
    const load = await shopctlJson<{ runs: { loads: { totals: { accepted: number } }[] }[] }>(
      ...['load', '--rate', '10', '--duration', '5s'],
    );
    expect(load.runs[0]?.loads[0]?.totals.accepted).toBeGreaterThan(0);
    const report = await checking;
    expect(report.exitCode, JSON.stringify(report.runs[0]?.promises)).toBe(0);
    expect(looked(report, 'no-lost-orders')).toBe('28 accepted orders, 28 due to ship');
    expect(looked(report, 'every-saga-ends')).toBe('28 orders');
    expect(looked(report, 'no-double-shipments')).toBe('28 shipments of 28 orders');
    expect((await stackStatus()).applied).toEqual([]);
  });
});
