import type { Invariant } from '../model/verdict.ts';
import { count, judgedAtTheEnd, leftOut, missingEvidence, unknown } from './judgement.ts';
import { receivedEventIds } from './ledger.ts';
import { shapeOf } from './shape.ts';

/** By distinct ids, not by counts: one lost and one doubled would agree in number. */
export const inboxMatchesOutbox: Invariant = {
  name: 'inbox-matches-outbox',
  obligation: 'every event that was sent to shipping is in its inbox',
  judge(record) {
    const missing = missingEvidence(record, 'outbox', 'inbox');
    if (missing !== undefined) return missing;
    if (!shapeOf(record).inboxKnowsEvents) return leftOut('its inbox rows cannot be matched to events');
    const sent = (record.evidence?.outbox ?? []).filter(
      (row) => row.ships && (row.state === 'sent' || row.state === 'unmarked'),
    );
    if (sent.length === 0) return unknown('no event was sent to shipping');
    const received = receivedEventIds(record);
    const missed = sent.filter((row) => !received.has(row.eventId));
    const lookedAt = `${count(sent.length, 'sent event')} against ${count(received.size, 'inbox row')}`;
    const findings = missed.map(({ orderId, eventId }) => ({
      kind: 'lost' as const,
      orderId: orderId === '' ? eventId : orderId,
      detail: `event ${eventId} was sent and is not in the inbox`,
    }));
    return judgedAtTheEnd(record, lookedAt, findings);
  },
};
