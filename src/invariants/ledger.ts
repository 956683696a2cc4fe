import type { Attempt } from '../model/attempt.ts';
import type { OrderRow, OutboxRow, ShipmentRow } from '../model/evidence.ts';
import { groupBy } from '../model/group-by.ts';
import type { RunRecord } from '../model/run-record.ts';

/** What the client was told about one order and what the shop holds about it, side by side. */
export interface LedgerEntry {
  readonly orderId: string;
  /** Absent for a row of the run that no attempt can be found for. */
  readonly attempt?: Attempt;
  /** Absent where the shop has no such order, or could not be asked. */
  readonly order?: OrderRow;
  readonly events: readonly OutboxRow[];
  readonly shipments: readonly ShipmentRow[];
  /** Its customer asked for it to be cancelled, and was not refused. */
  readonly cancelled: boolean;
}

/**
 * Matches each attempt to its order and its effects. An attempt without an answer is looked up by its key, so an order
 * it did create is found; one that created none has no entry.
 */
export function ledgerOf(record: RunRecord): LedgerEntry[] {
  const { orders, outbox, shipments } = record.evidence ?? {};
  const orderByKey = new Map((orders ?? []).map((order) => [order.key, order]));
  const orderById = new Map((orders ?? []).map((order) => [order.orderId, order]));
  const attemptByKey = new Map(record.attempts.map((attempt) => [attempt.key, attempt]));
  const eventsById = groupBy(outbox ?? [], (row) => row.orderId);
  const shipmentsById = groupBy(shipments ?? [], (row) => row.orderId);

  const attemptById = new Map<string, Attempt>();
  for (const attempt of record.attempts) {
    const orderId = attempt.orderId ?? orderByKey.get(attempt.key)?.orderId;
    if (orderId !== undefined) attemptById.set(orderId, attempt);
  }
  const cancelled = new Set(
    record.deeds.flatMap(({ deed }) =>
      deed.kind === 'cancelled' && deed.outcome !== 'refused' ? [deed.orderId] : [],
    ),
  );
  const ids = new Set([...attemptById.keys(), ...orderById.keys(), ...shipmentsById.keys()]);
  return [...ids].map((orderId) => {
    const order = orderById.get(orderId);
    const sent = shipmentsById.get(orderId) ?? [];
    const key = order?.key ?? sent[0]?.key;
    const attempt = attemptById.get(orderId) ?? (key === undefined ? undefined : attemptByKey.get(key));
    return {
      orderId,
      ...(attempt === undefined ? {} : { attempt }),
      ...(order === undefined ? {} : { order }),
      events: eventsById.get(orderId) ?? [],
      shipments: sent,
      cancelled: cancelled.has(orderId),
    };
  });
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
