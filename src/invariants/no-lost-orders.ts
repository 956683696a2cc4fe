import type { Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, stillMoving, unknown } from './judgement.ts';
import { acceptedCount, ledgerOf, mustShip } from './ledger.ts';
import { whereabouts } from './whereabouts.ts';

/** Every order that was accepted, or whose answer was lost though the shop holds it as confirmed, has shipped. */
export const noLostOrders: Invariant = {
  name: 'no-lost-orders',
  obligation: 'every accepted order ends in a shipment',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'shipments');
    if (missing !== undefined) return missing;
    const due = ledgerOf(record).filter(mustShip);
    const accepted = acceptedCount(record);
    if (accepted === 0 && due.length === 0) return unknown('no order was accepted');

    const lookedAt = `${count(accepted, 'accepted order')}, ${due.length} due to ship`;
    const unshipped = due.filter((entry) => entry.shipments.length === 0);
    const findings = unshipped.map((entry) => whereabouts(entry, record));
    if (findings.length > 0 && stillMoving(record)) {
      return unknown('the time was up while orders still arrived', lookedAt, findings);
    }
    return judged(lookedAt, findings);
  },
};
