import type { Finding, Invariant } from '../model/verdict.ts';
import { broken, count, judged, missingEvidence, unknown } from './judgement.ts';
import { ledgerOf } from './ledger.ts';

/**
 * The outbox forgets what it has sent, and nothing else: a confirmed order whose event is gone must have shipped. That
 * is judged by the orders, because a deleted row leaves no trace of its own.
 */
export const sentRowsCleaned: Invariant = {
  name: 'sent-rows-cleaned',
  obligation: 'rows older than the retention leave the outbox, and none that was not sent',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'outbox', 'shipments');
    if (missing !== undefined) return missing;
    const confirmed = ledgerOf(record).filter(({ order }) => order?.status === 'Confirmed');
    if (confirmed.length === 0) return unknown('the shop holds no confirmed order of this run');
    const gone = confirmed.filter(({ events }) => events.length === 0);
    const lookedAt = `${gone.length} of ${count(confirmed.length, 'event')} are gone from the outbox`;
    if (gone.length === 0) return broken(lookedAt, [], 'the outbox never shrinks');
    const findings = gone
      .filter(({ shipments }) => shipments.length === 0)
      .map(
        ({ orderId }): Finding => ({
          kind: 'lost',
          orderId,
          detail: 'its event is gone from the outbox, and it never shipped',
        }),
      );
    return judged(lookedAt, findings);
  },
};
