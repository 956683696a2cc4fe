import type { RunScope } from '../../engine/ports.ts';
import { comparableId } from '../../model/comparable-id.ts';
import type { Evidence, InboxRow, OutboxRow, ShipmentRow } from '../../model/evidence.ts';
import type { ProbeTable } from './probe-table.ts';
import { keyIn, ofOrders, textsOf } from './rows.ts';
import type { Stores } from './stores.ts';

/** What reading arrivals takes from the rest of the evidence. */
export interface ArrivalContext {
  readonly orderIds: Promise<readonly string[]>;
  readonly outbox: Promise<readonly OutboxRow[] | null> | undefined;
  readonly left: () => number;
  readonly part: <Value>(name: keyof Evidence, work: Promise<Value>) => Promise<Value | null>;
}

export interface Arrivals {
  readonly inbox: Promise<readonly InboxRow[] | null> | undefined;
  readonly shipments: Promise<readonly ShipmentRow[] | null> | undefined;
}

/** The effects of the run's orders. Where a shop keeps none, what its inbox has received stands for them. */
export function readArrivals(stores: Stores, scope: RunScope, context: ArrivalContext): Arrivals {
  const { tables, spec } = stores;
  const received =
    tables.inbox && isReadable(tables.inbox, stores) && readInbox(tables.inbox, scope, stores, context);
  const inbox = received ? context.part('inbox', received) : undefined;
  if (tables.shipments !== undefined) {
    return {
      inbox,
      shipments: context.part('shipments', readShipments(tables.shipments, scope, context)),
    };
  }
  if (!received || spec.effectsPerOrder > 0) return { inbox, shipments: undefined };
  const perEvent = spec.inbox?.rowsPerEvent ?? 1;
  return { inbox, shipments: context.part('shipments', shippedByInbox(received, perEvent, context)) };
}

/** Whether it can be asked for the run's rows without reading all that it ever received. */
function isReadable(inbox: ProbeTable, stores: Stores): boolean {
  return inbox.has('order') || (inbox.has('event') && outboxKeepsEvents(stores)) || inbox.isBounded;
}

/** Whether the outbox can say which events the run had, after they were sent. */
export function outboxKeepsEvents({ spec, tables }: Stores): boolean {
  return tables.outbox !== undefined && spec.outbox?.sent?.by !== 'deleted';
}

/** An inbox row, with its order where the inbox has it. */
interface Received extends InboxRow {
  readonly orderId?: string;
}

async function readInbox(
  inbox: ProbeTable,
  scope: RunScope,
  stores: Stores,
  context: ArrivalContext,
): Promise<Received[]> {
  const rows = await inbox.rows<{ event: string | null; order: string | null }>(
    textsOf(inbox, ['event', 'order']),
    await inboxSelection(inbox, scope, stores, context),
    context.left(),
  );
  return rows.map(({ event, order }) => ({
    eventId: event === null ? '' : comparableId(event),
    ...(order === null ? {} : { orderId: comparableId(order) }),
  }));
}

/** By the run's orders where the inbox knows them, else by its events, else all since the run began. */
async function inboxSelection(
  inbox: ProbeTable,
  scope: RunScope,
  stores: Stores,
  { orderIds, outbox }: ArrivalContext,
) {
  if (inbox.has('order')) return ofOrders(scope, await orderIds);
  const events = inbox.has('event') && outboxKeepsEvents(stores) ? await outbox : undefined;
  if (events === undefined || events === null) return { scope, since: true };
  return { scope, ids: { column: 'event', ids: events.map(({ eventId }) => eventId) } };
}

interface ShipmentRead {
  readonly id: string | null;
  readonly order: string;
  readonly key: string | null;
}

/** By the run's id, whether or not there is an order, and by its orders, whoever they went to; each once. */
async function readShipments(
  shipments: ProbeTable,
  scope: RunScope,
  { orderIds, left }: ArrivalContext,
): Promise<ShipmentRow[]> {
  const list = textsOf(shipments, ['id', 'order', 'key']);
  const byOrder = await shipments.rows<ShipmentRead>(list, ofOrders(scope, await orderIds), left());
  const byRun = shipments.has('key')
    ? await shipments.rows<ShipmentRead>(list, { scope, since: true, run: true }, left())
    : [];
  const known = new Set(byOrder.map(({ order }) => comparableId(order)));
  const others = byRun.filter(({ order }) => !known.has(comparableId(order)));
  return [...byOrder, ...others].map(({ id, order, key }, index) => {
    const found = keyIn(key, scope);
    return {
      shipmentId: id ?? `row ${index + 1}`,
      orderId: comparableId(order),
      ...(found === undefined ? {} : { key: found }),
    };
  });
}

/** One for each order whose events were all received. */
async function shippedByInbox(
  received: Promise<readonly Received[]>,
  perEvent: number,
  { outbox }: ArrivalContext,
): Promise<ShipmentRow[]> {
  const rows = await received;
  const orderOf = new Map(((await outbox) ?? []).map((row) => [row.eventId, row.ships ? row.orderId : '']));
  const counts = new Map<string, number>();
  for (const { eventId, orderId = orderOf.get(eventId) ?? '' } of rows) {
    if (orderId !== '') counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
  }
  const arrived = [...counts].filter(([, n]) => n >= perEvent);
  return arrived.map(([orderId]) => ({ shipmentId: 'in the inbox', orderId }));
}
