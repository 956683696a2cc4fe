import { groupBy } from '../model/group-by.ts';
import type { SeenDelivery } from '../model/run-record.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { broken, count, held, missingEvidence, unknown } from './judgement.ts';

/**
 * A take-over may repeat the batch that was under way; two relays at work at the same time repeat everything.
 * @param shareMax of the events that may come more than once, 0 to 1
 */
export function publishedAboutOnce(shareMax: number): Invariant {
  return {
    name: 'published-about-once',
    obligation: `at most ${shareMax * 100} % of the events are published more than once`,
    judge(record) {
      const missing = missingEvidence(record, 'outbox');
      if (missing !== undefined) return missing;
      const own = new Set((record.evidence?.outbox ?? []).map((row) => row.eventId));
      const seen = record.deliveries.filter(({ messageId }) => own.has(messageId));
      if (seen.length === 0) return unknown('no event of the run was seen on the wire');
      const copies = groupBy(seen, ({ messageId }: SeenDelivery) => messageId);
      const repeated = [...copies.values()].filter(({ length }) => length > 1);
      const lookedAt = `${seen.length} deliveries of ${count(copies.size, 'event')}, ${repeated.length} more than once`;
      return repeated.length / copies.size <= shareMax
        ? held(lookedAt)
        : broken(lookedAt, repeated.map(stormOf), 'more than one relay is at work');
    },
  };
}

function stormOf(deliveries: readonly SeenDelivery[]): Finding {
  const [{ messageId, orderId } = { messageId: '' }] = deliveries;
  return {
    kind: 'storm',
    orderId: orderId ?? messageId,
    detail: `event ${messageId} was published ${deliveries.length} times`,
  };
}
