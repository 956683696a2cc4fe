import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf } from './ledger.ts';

/** A shipment needs an order that the client was not refused and that was not cancelled. */
export const noGhostShipments: Invariant = {
  name: 'no-ghost-shipments',
  obligation: 'nothing is shipped that was refused, cancelled or never ordered',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'shipments');
    if (missing !== undefined) return missing;
    if (record.attempts.length === 0) return unknown('no order was sent');
    const shipped = ledgerOf(record).filter((entry) => entry.shipments.length > 0);
    return judged(`${count(shipped.length, 'shipped order')}`, shipped.flatMap(ghostIn));
  },
};

function ghostIn(entry: LedgerEntry): Finding[] {
  const { orderId, attempt, order } = entry;
  if (attempt === undefined) {
    return [{ kind: 'unexpected', orderId, detail: 'shipped, but this run never ordered it' }];
  }
  if (attempt.outcome === 'refused') {
    return [{ kind: 'ghost', orderId, detail: `shipped, but its client was refused: ${attempt.result}` }];
  }
  if (order === undefined)
    return [{ kind: 'ghost', orderId, detail: 'shipped, but the shop has no such order' }];
  if (order.status !== 'Confirmed' && !entry.cancelled) {
    return [{ kind: 'ghost', orderId, detail: `shipped, but the order is ${order.status}` }];
  }
  return [];
}
