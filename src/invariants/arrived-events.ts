import type { RunRecord } from '../model/run-record.ts';
import { ledgerOf, mustShip, receivedEventIds } from './ledger.ts';
import { hasArrived, rowsMayStay, shapeOf } from './shape.ts';

/**
 * Ids of events of somebody's outbox that have had their effect, whatever the outbox says of them: the inbox has them,
 * or their order has arrived. Empty for the reference shop, whose outbox has promised more.
 */
export function arrivedEvents(record: RunRecord): ReadonlySet<string> {
  if (!rowsMayStay(record)) return new Set();
  const { inboxKnowsEvents, outbox } = shapeOf(record);
  const ledger = ledgerOf(record);
  const whole = new Set(ledger.filter((entry) => hasArrived(entry, record)).map(({ orderId }) => orderId));
  const received = inboxKnowsEvents ? receivedEventIds(record) : new Set<string>();
  const all = ledger.filter(mustShip).every((entry) => hasArrived(entry, record));
  const rows = record.evidence?.outbox ?? [];
  return new Set(
    rows
      // Where a row does not say which order it is of, only that every order has arrived speaks for it.
      .filter(
        ({ eventId, orderId }) => received.has(eventId) || (outbox.knowsOrders ? whole.has(orderId) : all),
      )
      .map(({ eventId }) => eventId),
  );
}
