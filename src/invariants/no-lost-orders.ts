import type { Invariant } from '../model/verdict.ts';
import { count, judgedAtTheEnd, missingEvidence, silentEvidence, unknown } from './judgement.ts';
import { acceptedCount, ledgerOf, mustShip } from './ledger.ts';
import { hasArrived } from './shape.ts';
import { unansweredInWords } from './unanswered.ts';
import { whereabouts } from './whereabouts.ts';

/** Every order that was accepted, or whose answer was lost though the shop holds it as confirmed, has shipped. */
export const noLostOrders: Invariant = {
  name: 'no-lost-orders',
  obligation: 'every accepted order ends in a shipment',
  judge(record) {
    const missing = missingEvidence(record, 'shipments') ?? silentEvidence(record, 'orders');
    if (missing !== undefined) return missing;
    const ledger = ledgerOf(record);
    const due = ledger.filter(mustShip);
    const accepted = acceptedCount(record);
    if (accepted === 0 && due.length === 0) return unknown('no order was accepted');

    const unanswered = unansweredInWords(record, ledger);
    const lookedAt = [`${count(accepted, 'accepted order')}, ${due.length} due to ship`, unanswered]
      .filter((text) => text !== undefined)
      .join('; ');
    const unshipped = due.filter((entry) => !hasArrived(entry, record));
    const findings = unshipped.map((entry) => whereabouts(entry, record));
    return judgedAtTheEnd(record, lookedAt, findings);
  },
};
