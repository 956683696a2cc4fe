import type { RunProgress, RunScope } from '../../engine/ports.ts';
import type { OutboxCount, Sample, ShippingCount } from '../../model/sample.ts';
import { isKnownStatus, statusFor } from '../../model/shop-config.ts';
import { orNull } from '../time-limit.ts';
import type { ProbeTable, Selection } from './probe-table.ts';
import { countMark } from './relation.ts';
import { leftBefore, type Stores } from './stores.ts';

/** One look at the timeline's counts. What this shop does not have is absent; what did not answer is `null`. */
export async function takeSample(
  stores: Stores,
  scope: RunScope,
  withinMs: number,
): Promise<Omit<Sample, 'atMs'>> {
  const { tables, counts, broker, queues } = stores;
  const hasOutbox = tables.outbox !== undefined || counts.all !== undefined;
  const hasShipping = tables.shipments !== undefined || tables.inbox !== undefined;
  const [queueName] = queues;
  const [outbox, shipping, orders, queue] = await Promise.all([
    hasOutbox ? orNull(outboxCount(stores, scope, withinMs)) : undefined,
    hasShipping ? orNull(shippingCount(stores, scope, withinMs)) : undefined,
    tables.orders && orNull(ordersByStatus(stores, tables.orders, scope, withinMs)),
    queueName === undefined ? undefined : broker?.queue(queueName, withinMs),
  ]);
  return {
    ...(outbox === undefined ? {} : { outbox }),
    ...(shipping === undefined ? {} : { shipping }),
    ...(orders === undefined ? {} : { orders }),
    ...(queue === undefined ? {} : { queue }),
  };
}

/** How far the run's orders have got. @throws ShopctlError when a probe does not answer */
export async function readProgress(stores: Stores, scope: RunScope, withinMs: number): Promise<RunProgress> {
  const { tables, counts } = stores;
  const told = scope.orderIds?.().length ?? 0;
  const [outbox, byStatus, shippedOrders] = await Promise.all([
    tables.outbox || counts.all ? outboxCount(stores, scope, withinMs) : undefined,
    tables.orders && ordersByStatus(stores, tables.orders, scope, withinMs),
    countArrived(stores, scope, withinMs),
  ]);
  const withStatus = (...names: string[]) => names.reduce((sum, name) => sum + (byStatus?.[name] ?? 0), 0);
  // Without a table of orders what was told to their clients counts, and that the engine knows itself.
  const confirmedOrders = byStatus === undefined ? (shippedOrders ?? told) : withStatus('Confirmed');
  return {
    unsent: outbox?.unsent ?? 0,
    // What leaves no trace of its arrival cannot be waited for.
    shippedOrders: shippedOrders ?? confirmedOrders,
    openSagas: withStatus('Pending', 'Compensating'),
    confirmedOrders,
    unsentMayStay: true,
  };
}

async function outboxCount(
  { tables, counts }: Stores,
  scope: RunScope,
  withinMs: number,
): Promise<OutboxCount> {
  const { outbox } = tables;
  if (outbox === undefined) {
    const [all, unsent] = await Promise.all([
      counts.all?.read(scope, withinMs),
      counts.unsent?.read(scope, withinMs),
    ]);
    return { all: all ?? 0, ...(unsent === undefined ? {} : { unsent }) };
  }
  const list = `count(*)::int as "all", count(*) filter (where "state" = 'unsent')::int as unsent,
       count(*) filter (where "state" = 'unmarked')::int as unmarked`;
  const selection = outboxSelection(scope);
  const [row] = await outbox.rows<{ all: number; unsent: number; unmarked: number }>(
    list,
    selection,
    withinMs,
  );
  const { all = 0, unsent = 0, unmarked = 0 } = row ?? {};
  const before = Number(scope.baseline.marks[countMark('outbox')] ?? 0) - leftBefore(scope).length;
  const since = Math.max(0, all - Math.max(0, before));
  return unmarked > 0 ? { all: since } : { all: since, unsent };
}

/** The run's rows of the outbox, as far as the database can tell: without those that were left there before. */
export function outboxSelection(scope: RunScope): Selection {
  const left = leftBefore(scope);
  const and = left.length === 0 ? {} : { and: notIn(left) };
  return { scope, since: true, run: true, ...and };
}

const notIn =
  (left: readonly string[]): NonNullable<Selection['and']> =>
  (where) =>
    `"id"::text <> all(${where.value(left)})`;

async function ordersByStatus(
  { statuses }: Stores,
  orders: ProbeTable,
  scope: RunScope,
  withinMs: number,
): Promise<Record<string, number>> {
  const rows = await orders.rows<{ status: string; count: number }>(
    `coalesce("status"::text, '') as status, count(*)::int as count`,
    { ...ofRun(orders, scope, 'id'), groupBy: '"status"' },
    withinMs,
  );
  const counts: Record<string, number> = {};
  for (const { status, count } of rows) {
    const word = statusFor(status, statuses);
    const name = isKnownStatus(word) ? word : status;
    counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

/** Rows that hold the run's id; where none does, those of the orders that it knows; for everybody, those since. */
export function ofRun(table: ProbeTable, scope: RunScope, idColumn: string): Selection {
  if (scope.runId === undefined || table.has('key')) return { scope, since: true, run: true };
  return { scope, since: true, ids: { column: idColumn, ids: scope.orderIds?.() ?? [] } };
}

async function shippingCount(stores: Stores, scope: RunScope, withinMs: number): Promise<ShippingCount> {
  const { shipments, inbox } = stores.tables;
  const [shipped, received] = await Promise.all([
    shipments?.rows<{ count: number }>(`count(*)::int as count`, ofRun(shipments, scope, 'order'), withinMs),
    inbox?.rows<{ count: number }>(`count(*)::int as count`, { scope, since: true }, withinMs),
  ]);
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  const before = Number(scope.baseline.marks[countMark('inbox')] ?? 0);
  return {
    ...(shipped === undefined ? {} : { shipments: sum(shipped) }),
    ...(received === undefined ? {} : { inbox: Math.max(0, sum(received) - before) }),
  };
}

/** Orders whose effects are all there; undefined where nothing shows them. */
async function countArrived(stores: Stores, scope: RunScope, withinMs: number): Promise<number | undefined> {
  const { spec, tables } = stores;
  const { shipments, inbox, outbox } = tables;
  if (shipments !== undefined) {
    const atLeast = Math.max(1, spec.effectsPerOrder);
    return await groupsIn(shipments, ofRun(shipments, scope, 'order'), 'order', atLeast, withinMs);
  }
  if (inbox === undefined || spec.effectsPerOrder > 0) return undefined;
  const perEvent = spec.inbox?.rowsPerEvent ?? 1;
  if (inbox.has('order')) {
    return await groupsIn(inbox, ofRun(inbox, scope, 'order'), 'order', perEvent, withinMs);
  }
  if (outbox === undefined) return undefined;
  const rows = await outbox.rows<{ id: string }>('"id"::text as id', outboxSelection(scope), withinMs);
  const ids = { column: 'event', ids: rows.map(({ id }) => id) };
  return await groupsIn(inbox, { scope, ids }, 'event', perEvent, withinMs);
}

/** How many values of a column have so many rows; counted in the database, however many they are. */
async function groupsIn(
  table: ProbeTable,
  selection: Selection,
  column: string,
  havingAtLeast: number,
  withinMs: number,
): Promise<number> {
  const grouped = { ...selection, groupBy: `"${column}"`, havingAtLeast, limit: 1 };
  const rows = await table.rows<{ n: number }>('(count(*) over ())::int as n', grouped, withinMs);
  return rows.reduce((sum, { n }) => sum + n, 0);
}
