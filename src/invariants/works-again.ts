import type { Attempt } from '../model/attempt.ts';
import type { Invariant } from '../model/verdict.ts';
import { broken, count, held, missingEvidence, tooEarly, unknown } from './judgement.ts';
import { ledgerOf } from './ledger.ts';

/** Some shops drain, or seem to, and never work again: the probe orders after the last healing tell. */
export const worksAgain: Invariant = {
  name: 'works-again',
  obligation: 'orders placed at the end, when all is well again, are confirmed and ship',
  judge(record) {
    const probes = record.attempts.filter((attempt) => attempt.load === 'probe');
    if (probes.length === 0) return unknown('no probe order was sent');
    const missing = missingEvidence(record, 'orders', 'shipments');
    if (missing !== undefined) return missing;
    const lookedAt = count(probes.length, 'probe order');
    const refused = probes.filter((attempt) => attempt.result !== 'Confirmed');
    if (refused.length > 0) return broken(lookedAt, [], `not confirmed: ${refused.map(inWords).join(', ')}`);
    const shipped = new Set(
      ledgerOf(record)
        .filter((entry) => entry.shipments.length > 0)
        .map((entry) => entry.attempt),
    );
    const unshipped = probes.filter((attempt) => !shipped.has(attempt));
    if (unshipped.length === 0) return held(lookedAt);
    const early = tooEarly(record);
    if (early !== undefined) return unknown(early, lookedAt);
    return broken(lookedAt, [], `confirmed, but not shipped: ${unshipped.map(({ key }) => key).join(', ')}`);
  },
};

function inWords({ key, result, reason }: Attempt): string {
  return `${key} ${result}${reason === undefined ? '' : ` (${reason})`}`;
}
