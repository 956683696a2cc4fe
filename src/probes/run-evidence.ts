import type { RunScope } from '../engine/ports.ts';
import type {
  ChargeRow,
  Evidence,
  InboxRow,
  OrderRow,
  OutboxRow,
  QueueState,
  RefundRow,
  ReservationRow,
  ShipmentRow,
  StockCount,
} from '../model/evidence.ts';
import type { Database, Query } from './postgres.ts';
import * as queries from './queries.ts';
import type { Broker } from './rabbitmq.ts';
import { orNull } from './time-limit.ts';

/** The reference shop's stores, one database for each service. */
export interface ShopStores {
  readonly orders: Database;
  readonly inventory: Database;
  readonly payments: Database;
  readonly shipping: Database;
  readonly broker: Broker | undefined;
}

export const shippingQueue = 'shipping.order-confirmed';
export const shippingQueues = [shippingQueue, `${shippingQueue}.dead`] as const;

/** Ids for one statement: some hundred kilobytes, answered well within any limit. */
const chunkSize = 10_000;

/**
 * Everything the stores hold about the run's orders. All stores are read at once; what hangs on another store's ids
 * waits for those alone. A part that failed, or came after the limit, is `null`; so is a part whose ids are unknown.
 */
export async function readEvidence(stores: ShopStores, scope: RunScope, withinMs: number): Promise<Evidence> {
  const { orders, inventory, payments, shipping, broker } = stores;
  const deadline = performance.now() + withinMs;
  const rows = <Row extends object>(database: Database, query: Query): Promise<Row[]> =>
    database.rows<Row>(query, Math.max(1, deadline - performance.now()));
  async function byIds<Row extends object>(
    database: Database,
    query: (ids: readonly string[]) => Query,
    ids: Promise<readonly string[]>,
  ): Promise<Row[]> {
    const found: Row[] = [];
    for (const chunk of chunks(await ids)) {
      for (const row of await rows<Row>(database, query(chunk))) found.push(row);
    }
    return found;
  }

  const orderRows = rows<OrderRowRead>(orders, queries.orderRows(scope));
  const outboxRows = rows<OutboxRowRead>(orders, queries.outboxRows(scope));
  const orderIds = orderRows.then((found) => found.map((row) => row.orderId));
  const eventIds = outboxRows.then((found) => found.map((row) => row.eventId));
  const shipments = Promise.all([
    rows<ShipmentRow>(shipping, queries.shipmentsOfRun(scope)),
    byIds<ShipmentRow>(shipping, queries.shipmentsOf, orderIds),
  ]);
  const queues = broker && readQueues(broker, shippingQueues, withinMs);
  const stored = await allOf<StoredEvidence>({
    orders: orNull(orderRows.then((found) => found.map(toOrderRow))),
    outbox: orNull(outboxRows.then((found) => found.map(toOutboxRow))),
    inbox: orNull(byIds<InboxRow>(shipping, queries.inboxOf, eventIds)),
    shipments: orNull(shipments.then((found) => eachOnce(found.flat()))),
    charges: orNull(byIds<ChargeRow>(payments, queries.chargesOf, orderIds)),
    refunds: orNull(byIds<RefundRow>(payments, queries.refundsOf, orderIds)),
    reservations: orNull(byIds<ReservationRow>(inventory, queries.reservationsOf, orderIds)),
    stock: orNull(rows<StockCount>(inventory, queries.stock())),
  });
  return queues === undefined ? stored : { ...stored, queues: await queues };
}

/** What is in the databases. */
type StoredEvidence = Required<Omit<Evidence, 'queues' | 'parts' | 'paymentRetries' | 'shape' | 'failures'>>;

type OrderRowRead = Omit<OrderRow, 'reason'> & { readonly reason: string | null };
type OutboxRowRead = Omit<OutboxRow, 'sentAtMs'> & { readonly sentAtMs: number | null };

function toOrderRow({ reason, ...row }: OrderRowRead): OrderRow {
  return reason === null ? row : { ...row, reason };
}

function toOutboxRow({ sentAtMs, ...row }: OutboxRowRead): OutboxRow {
  return sentAtMs === null ? row : { ...row, sentAtMs };
}

/** A shipment is found by its customer and by its order; it is one all the same. */
function eachOnce(shipments: readonly ShipmentRow[]): ShipmentRow[] {
  return [...new Map(shipments.map((row) => [row.shipmentId, row])).values()];
}

/** Queues that the broker does not show are left out; `null` when it shows none. Never rejects. */
export async function readQueues(
  broker: Broker,
  names: readonly string[],
  withinMs: number,
): Promise<QueueState[] | null> {
  const counts = await Promise.all(
    names.map(async (name) => {
      const asked = [broker.queue(name, withinMs), broker.redelivered(name, withinMs)] as const;
      const [count, redelivered] = await Promise.all(asked);
      return count && { name, ...count, ...(redelivered === undefined ? {} : { redelivered }) };
    }),
  );
  const found = counts.filter((count) => count !== null);
  return found.length === 0 ? null : found;
}

function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += chunkSize) yield ids.slice(from, from + chunkSize);
}

/** Awaits every field of an object. */
async function allOf<Result extends object>(
  fields: {
    [Name in keyof Result]: Promise<Result[Name]>;
  },
): Promise<Result> {
  const awaited = Object.entries<Promise<unknown>>(fields).map(async ([name, value]) => [name, await value]);
  return Object.fromEntries(await Promise.all(awaited)) as Result;
}
