import { type Attempt, answerInWords } from '../model/attempt.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { broken, count, held, missingEvidence, silentEvidence, tooEarly, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf, sagaIsOpen } from './ledger.ts';
import { effectsDue } from './shape.ts';
import { whereabouts } from './whereabouts.ts';

/** Some shops drain, or seem to, and never work again: the probe orders after the last healing tell. */
export const worksAgain: Invariant = {
  name: 'works-again',
  obligation: 'orders placed at the end, when all is well again, are confirmed and ship',
  judge(record) {
    const probes = record.attempts.filter((attempt) => attempt.load === 'probe');
    if (probes.length === 0) return unknown('no probe order was sent');
    const missing = missingEvidence(record, 'shipments') ?? silentEvidence(record, 'orders');
    if (missing !== undefined) return missing;
    const lookedAt = count(probes.length, 'probe order');
    const entries = new Map(ledgerOf(record).map((entry) => [entry.attempt, entry]));
    const refused = probes.filter((attempt) => attempt.result !== 'Confirmed');
    if (refused.length > 0) {
      const findings = refused.map((attempt) => rejected(attempt, entries.get(attempt)));
      return broken(lookedAt, findings, `not confirmed: ${refused.map(inWords).join(', ')}`);
    }
    const due = effectsDue(record);
    const unshipped = probes.filter((attempt) => (entries.get(attempt)?.shipments.length ?? 0) < due);
    if (unshipped.length === 0) return held(lookedAt);
    const early = tooEarly(record);
    if (early !== undefined) return unknown(early, lookedAt);
    const findings = unshipped.flatMap((attempt) => {
      const entry = entries.get(attempt);
      return entry === undefined ? [] : [whereabouts(entry, record)];
    });
    return broken(
      lookedAt,
      findings,
      `confirmed, but not shipped: ${unshipped.map(({ key }) => key).join(', ')}`,
    );
  },
};

/** An order that the shop has begun is stuck there; any other it has given up, by its own word. */
function rejected(attempt: Attempt, entry: LedgerEntry | undefined): Finding {
  const isOpen = entry?.order !== undefined && sagaIsOpen(entry.order);
  return {
    kind: isOpen ? 'stuck' : 'given up',
    orderId: attempt.orderId ?? entry?.orderId ?? attempt.key,
    detail: `placed when all was well again: ${answerInWords(attempt)}`,
  };
}

function inWords(attempt: Attempt): string {
  return `${attempt.key} ${answerInWords(attempt)}`;
}
