import type { Invariant } from '../model/verdict.ts';
import { count, judged, leftOut, missingEvidence, unknown } from './judgement.ts';
import { ledgerOf } from './ledger.ts';
import { shapeOf } from './shape.ts';

/** Duplicates on the wire are normal (at-least-once); only a duplicated effect counts. */
export const noDoubleShipments: Invariant = {
  name: 'no-double-shipments',
  obligation: 'no order is shipped more than once',
  judge(record) {
    const missing = missingEvidence(record, 'shipments');
    if (missing !== undefined) return missing;
    const due = shapeOf(record).effectsPerOrder;
    if (due === 0) return leftOut('this shop keeps no effects that could be counted');
    const shipped = ledgerOf(record).filter((entry) => entry.shipments.length > 0);
    if (shipped.length === 0) return unknown('nothing was shipped');
    const doubled = shipped.filter((entry) => entry.shipments.length > due);
    const total = shipped.reduce((sum, entry) => sum + entry.shipments.length, 0);
    return judged(
      `${count(total, 'shipment')} of ${count(shipped.length, 'order')}`,
      doubled.map(({ orderId, shipments }) => ({
        kind: 'duplicated',
        orderId,
        detail: `${shipments.length} shipments: ${shipments.map((row) => row.shipmentId).join(', ')}`,
      })),
    );
  },
};
