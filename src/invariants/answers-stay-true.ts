import type { Attempt } from '../model/attempt.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf } from './ledger.ts';

/** The answer that promises that no order was recorded. */
const nothingRecorded = 503;

/**
 * A shop whose database dies may say that it does not know; it must not say what is not so. Each answer is compared with
 * the order that the shop holds at the end.
 */
export const answersStayTrue: Invariant = {
  name: 'answers-stay-true',
  obligation:
    'an order confirmed to its client stays confirmed, and one answered with 503 was never recorded',
  judge(record) {
    const missing = missingEvidence(record, 'orders');
    if (missing !== undefined) return missing;
    const entries = new Map(ledgerOf(record).map((entry) => [entry.attempt, entry]));
    const confirmed = record.attempts.filter(wasConfirmed);
    const turnedAway = record.attempts.filter(({ httpStatus }) => httpStatus === nothingRecorded);
    if (confirmed.length + turnedAway.length === 0) return unknown('no client was told anything');
    return judged(
      `${count(confirmed.length, 'order')} told Confirmed, ${turnedAway.length} told 503`,
      [...confirmed, ...turnedAway].flatMap((attempt) => untruth(attempt, entries.get(attempt))),
    );
  },
};

function wasConfirmed({ outcome, result }: Attempt): boolean {
  return outcome === 'accepted' && result === 'Confirmed';
}

function untruth(attempt: Attempt, entry: LedgerEntry | undefined): Finding[] {
  const orderId = attempt.orderId ?? entry?.orderId ?? attempt.key;
  const status = entry?.order?.status;
  if (!wasConfirmed(attempt)) {
    if (status === undefined) return [];
    return [{ kind: 'ghost', orderId, detail: `its client was told 503, and the order is ${status}` }];
  }
  if (status === 'Confirmed' || entry?.cancelled) return [];
  const now = status === undefined ? 'the shop has no such order' : `the order is ${status}`;
  return [{ kind: 'lost', orderId, detail: `its client was told Confirmed, and ${now}` }];
}
