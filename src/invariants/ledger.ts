import type { Attempt } from '../model/attempt.ts';
import type { OrderRow, OutboxRow, ShipmentRow } from '../model/evidence.ts';
import { countBy } from '../model/group-by.ts';
import type { RunRecord } from '../model/run-record.ts';
import { perRecord } from './per-record.ts';

/** What the client was told about one order and what the shop holds about it, side by side. */
export interface LedgerEntry {
  readonly orderId: string;
  /** Undefined for a row of the run that no attempt can be found for. */
  readonly attempt: Attempt | undefined;
  /** Undefined where the shop has no such order, or could not be asked. */
  readonly order: OrderRow | undefined;
  readonly events: readonly OutboxRow[];
  readonly shipments: readonly ShipmentRow[];
  /** Its customer asked for it to be cancelled, and was not refused. */
  readonly cancelled: boolean;
}

/** An entry while it is being built. */
interface Draft {
  readonly orderId: string;
  attempt: Attempt | undefined;
  order: OrderRow | undefined;
  events: OutboxRow[];
  shipments: ShipmentRow[];
  cancelled: boolean;
}

/**
 * Matches each attempt to its order and its effects. An attempt without an answer is looked up by its key, so an order
 * it did create is found; one that created none has no entry.
 */
export const ledgerOf = perRecord((record: RunRecord): readonly LedgerEntry[] => {
  // One map of all ids: of a large run, each more would cost as much as its orders.
  const { orders, outbox, shipments } = record.evidence ?? {};
  const entries = new Map<string, Draft>();
  const orderByKey = lazily(() => new Map((orders ?? []).map((order) => [order.key, order])));
  const attemptByKey = lazily(() => new Map(record.attempts.map((attempt) => [attempt.key, attempt])));

  for (const attempt of record.attempts) {
    const orderId = attempt.orderId ?? orderByKey().get(attempt.key)?.orderId;
    if (orderId !== undefined) entryOf(orderId, entries).attempt = attempt;
  }
  for (const order of orders ?? []) entryOf(order.orderId, entries).order = order;
  for (const row of shipments ?? []) {
    const entry = entryOf(row.orderId, entries);
    if (entry.shipments.length === 0) entry.shipments = [row];
    else entry.shipments.push(row);
  }
  for (const row of outbox ?? []) {
    const entry = entries.get(row.orderId);
    if (entry === undefined) continue;
    if (entry.events.length === 0) entry.events = [row];
    else entry.events.push(row);
  }
  for (const { deed } of record.deeds) {
    if (deed.kind !== 'cancelled' || deed.outcome === 'refused') continue;
    const entry = entries.get(deed.orderId);
    if (entry !== undefined) entry.cancelled = true;
  }
  const ledger = [...entries.values()];
  for (const entry of ledger) {
    const key = entry.order?.key ?? entry.shipments[0]?.key;
    if (key !== undefined) entry.attempt ??= attemptByKey().get(key);
  }
  return ledger;
});

/** The ids of the events that shipping has in its inbox. */
export const receivedEventIds = perRecord(({ evidence }): ReadonlySet<string> => {
  const events = (evidence?.inbox ?? []).map((row) => row.eventId);
  const perEvent = evidence?.shape?.inboxRowsPerEvent ?? 1;
  if (perEvent === 1) return new Set(events);
  // One row for each handler: with one of them missing, the event has not been received.
  return new Set([...countBy(events, (id) => id)].filter(([, rows]) => rows >= perEvent).map(([id]) => id));
});
/** Shared by all that have none, so never pushed to. */
const none: never[] = [];

function entryOf(orderId: string, entries: Map<string, Draft>): Draft {
  const known = entries.get(orderId);
  if (known !== undefined) return known;
  const entry = {
    orderId,
    attempt: undefined,
    order: undefined,
    events: none,
    shipments: none,
    cancelled: false,
  };
  entries.set(orderId, entry);
  return entry;
}

/** Made when it is asked for first: most runs need no look-up by key. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** States in which a saga is not at an end. */
const openStatuses: ReadonlySet<string> = new Set(['Pending', 'Compensating']);

export function sagaIsOpen(order: OrderRow): boolean {
  return openStatuses.has(order.status);
}

/** Words of a shop that has not promised a shipment: a 202 leaves the order's end open. */
const unpromised: ReadonlySet<string> = new Set([...openStatuses, 'Cancelled']);

/**
 * Whether the order must end in a shipment. What the client was told counts: an order confirmed to it must ship, and
 * so must one whose answer never came, or left its end open, when the shop itself holds it as confirmed. One that its
 * customer cancelled may have been shipped before, or not.
 */
export function mustShip({ attempt, order, cancelled }: LedgerEntry): boolean {
  if (cancelled) return false;
  if (order?.status === 'Confirmed') return true;
  return attempt?.outcome === 'accepted' && !unpromised.has(attempt.result);
}

export function acceptedCount(record: RunRecord): number {
  return record.attempts.filter((attempt) => attempt.outcome === 'accepted').length;
}
