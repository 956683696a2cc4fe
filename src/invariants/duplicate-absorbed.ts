import { groupBy } from '../model/group-by.ts';
import type { SeenDelivery } from '../model/run-record.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, leftOut, missingEvidence, silentEvidence, unknown } from './judgement.ts';
import { ledgerOf, receivedEventIds } from './ledger.ts';
import { shapeOf } from './shape.ts';

/**
 * At-least-once delivery sends an event twice now and then; the inbox makes one shipment of it. Unknown where no event
 * came twice: a shop without an inbox would look the same.
 */
export const duplicateAbsorbed: Invariant = {
  name: 'duplicate-absorbed',
  obligation: 'an event that is delivered twice, with the same message id, ships once',
  judge(record) {
    const missing = missingEvidence(record, 'shipments') ?? silentEvidence(record, 'outbox', 'inbox');
    if (missing !== undefined) return missing;
    const due = shapeOf(record).effectsPerOrder;
    if (due === 0) return leftOut('this shop keeps no effects that could be counted');
    const ledger = new Map(ledgerOf(record).map((entry) => [entry.orderId, entry]));
    const seen = record.deliveries.filter(({ orderId = '' }) => ledger.has(orderId));
    if (seen.length === 0) return unknown('no event of the run was seen on the wire');
    const copies = groupBy(seen, ({ messageId }: SeenDelivery) => messageId);
    const repeated = [...copies].filter(([, { length }]) => length > 1);
    const wire = `${seen.length} deliveries of ${count(copies.size, 'event')}`;
    if (repeated.length === 0) return unknown('no event came twice', wire);

    const received = receivedEventIds(record);
    const { inboxKnowsEvents } = shapeOf(record);
    const isMissed = (eventId: string) =>
      record.evidence?.inbox !== undefined && inboxKnowsEvents && !received.has(eventId);
    const findings = repeated.flatMap(([eventId, deliveries]): Finding[] => {
      const { length } = deliveries;
      const orderId = deliveries[0]?.orderId ?? '';
      const { shipments = [], events = [] } = ledger.get(orderId) ?? {};
      const shipped = shipments.length;
      const as = (kind: Finding['kind'], what: string): Finding[] => [
        { kind, orderId, detail: `event ${eventId} was delivered ${length} times and ${what}` },
      ];
      if (shipped > due) return as('duplicated', `shipped ${shipped} times`);
      if (shipped === 0) return as('lost', 'never shipped');
      // The inbox was asked for the events that the outbox still has: see sent-rows-cleaned.
      const isKept = events.some((event) => event.eventId === eventId);
      return isKept && isMissed(eventId) ? as('lost', 'is not in the inbox') : [];
    });
    const names = repeated.map(([eventId, { length }]) => `${eventId} came ${length} times`).join(', ');
    return judged(`${wire}: ${names}`, findings);
  },
};
