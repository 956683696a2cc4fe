import type { RunScope } from '../../engine/ports.ts';
import { messageOf, ShopctlError } from '../../errors.ts';
import { ExitCode } from '../../exit-code.ts';
import { comparableId } from '../../model/comparable-id.ts';
import type { Evidence, OrderRow, OutboxRow } from '../../model/evidence.ts';
import { isKnownStatus, type StatusWords, statusFor } from '../../model/shop-config.ts';
import { readQueues } from '../run-evidence.ts';
import { outboxKeepsEvents, readArrivals } from './arrivals.ts';
import { readStock } from './baseline.ts';
import { outboxSelection } from './counts.ts';
import { readMoney, readReservations } from './money-and-stock.ts';
import type { ProbeTable, Selection } from './probe-table.ts';
import { keyIn, textsOf } from './rows.ts';
import type { Stores } from './stores.ts';

/**
 * Everything the stores hold about the run's orders. What hangs on another store's ids waits for those. A part that
 * failed, or came after the limit, is `null`, and `failures` says why; what the shop does not have is absent.
 */
export async function readEvidence(stores: Stores, scope: RunScope, withinMs: number): Promise<Evidence> {
  const { tables, broker, queues: queueNames } = stores;
  const failures: Record<string, string> = {};
  const deadline = performance.now() + withinMs;
  const left = () => Math.max(1, deadline - performance.now());
  const part = async <Value>(name: keyof Evidence, work: Promise<Value>): Promise<Value | null> => {
    try {
      return await work;
    } catch (error) {
      failures[name] = messageOf(error);
      return null;
    }
  };
  const orders = tables.orders && part('orders', readOrders(stores, tables.orders, scope, left));
  const orderIds = idsOf(scope, orders);
  const outbox = tables.outbox && part('outbox', readOutbox(stores, tables.outbox, scope, orderIds, left));
  const arrivals = readArrivals(stores, scope, { orderIds, outbox, left, part });
  const money = (name: 'charges' | 'refunds') =>
    tables[name] && part(name, readMoney(stores, name, tables[name], scope, orderIds, left));
  const parts = {
    orders,
    outbox,
    inbox: arrivals.inbox,
    shipments: arrivals.shipments,
    charges: money('charges'),
    refunds: money('refunds'),
    reservations:
      tables.reservations &&
      part('reservations', readReservations(tables.reservations, scope, orderIds, left)),
    stock: tables.stock && part('stock', readStock(stores, left())),
    queues: broker && readQueues(broker, queueNames, left()),
    shape: readShape(stores, scope, left),
  };
  const awaited = Object.entries(parts).map(async ([name, value]) => [name, await value] as const);
  const found = (await Promise.all(awaited)).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(found) as Evidence),
    ...(Object.keys(failures).length === 0 ? {} : { failures }),
  };
}

/** Ids of the run's orders: those that the shop told, and those that it holds under the run's id. */
async function idsOf(
  { orderIds }: RunScope,
  orders: Promise<readonly OrderRow[] | null> | undefined,
): Promise<readonly string[]> {
  const held = (await orders) ?? [];
  return [...new Set([...(orderIds?.() ?? []).map(comparableId), ...held.map((row) => row.orderId)])];
}

interface OrderRead {
  readonly id: string;
  readonly key: string | null;
  readonly status: string | null;
  readonly reason: string | null;
}

async function readOrders(
  { statuses }: Stores,
  orders: ProbeTable,
  scope: RunScope,
  left: () => number,
): Promise<OrderRow[]> {
  const list = textsOf(orders, ['id', 'key', 'status', 'reason']);
  const keyed = orders.has('key')
    ? await orders.rows<OrderRead>(list, { scope, since: true, run: true }, left())
    : [];
  const known = new Set(keyed.map(({ id }) => comparableId(id)));
  const missing = (scope.orderIds?.() ?? []).filter((id) => !known.has(comparableId(id)));
  const told =
    missing.length === 0
      ? []
      : await orders.rows<OrderRead>(list, { scope, ids: { column: 'id', ids: missing } }, left());
  return [...keyed, ...told].map(({ id, key, status, reason }) => ({
    orderId: comparableId(id),
    key: keyIn(key, scope) ?? '',
    status: knownStatus(status ?? '', statuses),
    ...(reason === null ? {} : { reason }),
  }));
}

/** @throws ShopctlError (usage) for a word that the config does not name: whether such an order ships, nobody can tell */
function knownStatus(word: string, statuses: StatusWords): string {
  const status = statusFor(word, statuses);
  if (isKnownStatus(status)) return status;
  throw new ShopctlError({
    message: `probe orders: an order has the status '${word}', which the config names nowhere`,
    hint: 'put it under statuses: confirmed, open or cancelled',
    exitCode: ExitCode.usage,
  });
}

interface OutboxRead {
  readonly id: string;
  readonly order: string | null;
  readonly type: string | null;
  readonly state: OutboxRow['state'];
  readonly seq: number;
  readonly sentAtMs: number | null;
}

async function readOutbox(
  { spec }: Stores,
  outbox: ProbeTable,
  scope: RunScope,
  orderIds: Promise<readonly string[]>,
  left: () => number,
): Promise<OutboxRow[]> {
  const seq = outbox.has('position') ? '(row_number() over (order by "position"))::float8' : '0::float8';
  const sentAt = outbox.has('sentAt')
    ? `case when "state" = 'sent' then (extract(epoch from "sentAt") * 1000)::float8 end`
    : 'null::float8';
  const list = `${textsOf(outbox, ['id', 'order', 'type', 'state'])}, ${seq} as seq, ${sentAt} as "sentAtMs"`;
  const mine = outbox.has('key') || !outbox.has('order') ? undefined : new Set(await orderIds);
  const rows = await outbox.rows<OutboxRead>(list, rowsOfRun(outbox, scope, mine), left());
  const ships = spec.outbox?.ships;
  return rows
    .map((row) => ({ ...row, orderId: row.order === null ? '' : comparableId(row.order) }))
    .filter(({ orderId }) => mine === undefined || mine.has(orderId))
    .map(({ id, orderId, type, state, seq: position, sentAtMs }) => ({
      eventId: comparableId(id),
      orderId,
      type: type ?? 'event',
      state,
      seq: position,
      ...(sentAtMs === null ? {} : { sentAtMs }),
      ships: ships === undefined || type === null || ships.includes(type),
    }));
}

/** Bounded by the baseline where it can be; else by the orders themselves. */
function rowsOfRun(outbox: ProbeTable, scope: RunScope, mine: ReadonlySet<string> | undefined): Selection {
  const selection = outboxSelection(scope);
  if (mine === undefined || outbox.isBounded) return selection;
  return { ...selection, ids: { column: 'order', ids: [...mine] } };
}

async function readShape(stores: Stores, scope: RunScope, left: () => number): Promise<Evidence['shape']> {
  const { spec, tables, counts } = stores;
  const { outbox, inbox } = tables;
  const by = spec.outbox?.sent?.by;
  const read = async (name: 'unsent' | 'givenUp') => {
    const count = await counts[name]?.read(scope, left()).catch(() => undefined);
    return count === undefined ? {} : { [name]: count };
  };
  const waiting =
    counts.all === undefined ? undefined : { ...(await read('unsent')), ...(await read('givenUp')) };
  return {
    effectsPerOrder: spec.effectsPerOrder,
    inboxRowsPerEvent: spec.inbox?.rowsPerEvent ?? 1,
    inboxKnowsEvents: inbox?.has('event') === true && outboxKeepsEvents(stores),
    outbox: {
      marksSent: by !== 'nothing',
      keepsSent: by !== 'deleted',
      knowsOrders: outbox?.has('order') ?? false,
    },
    ...(waiting === undefined ? {} : { outboxCounts: waiting }),
  };
}
