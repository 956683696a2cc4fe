import type { RunRecord } from '../model/run-record.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, silentEvidence, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf } from './ledger.ts';

/** A shipment needs an order that the client was not refused and that was not cancelled. */
export const noGhostShipments: Invariant = {
  name: 'no-ghost-shipments',
  obligation: 'nothing is shipped that was refused, cancelled or never ordered',
  judge(record) {
    const missing = missingEvidence(record, 'shipments') ?? silentEvidence(record, 'orders');
    if (missing !== undefined) return missing;
    if (record.attempts.length === 0) return unknown('no order was sent');
    const shipped = ledgerOf(record).filter((entry) => entry.shipments.length > 0);
    return judged(
      `${count(shipped.length, 'shipped order')}`,
      shipped.flatMap((entry) => ghostIn(entry, record)),
    );
  },
};

function ghostIn(entry: LedgerEntry, { evidence }: RunRecord): Finding[] {
  const { orderId, attempt, order } = entry;
  if (attempt === undefined) {
    return [{ kind: 'unexpected', orderId, detail: 'shipped, but this run never ordered it' }];
  }
  if (attempt.outcome === 'refused') {
    return [{ kind: 'ghost', orderId, detail: `shipped, but its client was refused: ${attempt.result}` }];
  }
  // A shop that shows no orders shows of none that it is not there.
  if (evidence?.orders === undefined) return [];
  if (order === undefined)
    return [{ kind: 'ghost', orderId, detail: 'shipped, but the shop has no such order' }];
  if (order.status !== 'Confirmed' && !entry.cancelled) {
    return [{ kind: 'ghost', orderId, detail: `shipped, but the order is ${order.status}` }];
  }
  return [];
}
