import { groupBy } from '../model/group-by.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf } from './ledger.ts';

/** A refusal leaves nothing to clean up: at the most a cancelled order that never took anything. */
export function nothingHalfDone(reason: string): Invariant {
  return {
    name: 'nothing-half-done',
    obligation: `an order refused with ${reason} leaves no reservation, no charge and no shipment`,
    judge(record) {
      const missing = missingEvidence(record, 'orders', 'charges', 'reservations', 'shipments');
      if (missing !== undefined) return missing;
      const refused = new Set(attemptsDuringFaults(record).filter((attempt) => attempt.reason === reason));
      if (refused.size === 0) return unknown(`no order was refused with ${reason}`);
      const { charges, reservations } = record.evidence ?? {};
      const chargesOf = groupBy(charges ?? [], (row) => row.orderId);
      const reservationsOf = groupBy(reservations ?? [], (row) => row.orderId);
      const left = ledgerOf(record).filter(({ attempt }) => attempt !== undefined && refused.has(attempt));
      const findings = left.flatMap((entry) =>
        remainsOf(entry, chargesOf.has(entry.orderId), reservationsOf.has(entry.orderId)),
      );
      const rows = left.filter(({ order }) => order !== undefined).length;
      return judged(`${count(refused.size, 'refused order')}, ${rows} of them in the shop`, findings);
    },
  };
}

function remainsOf(
  { orderId, order, shipments }: LedgerEntry,
  charged: boolean,
  reserved: boolean,
): Finding[] {
  const as = (kind: Finding['kind'], detail: string): Finding => ({ kind, orderId, detail });
  return [
    ...(order === undefined || order.status === 'Cancelled'
      ? []
      : [as('ghost', `refused, but ${order.status}`)]),
    ...(charged ? [as('kept money', 'refused, but it was charged')] : []),
    ...(reserved ? [as('leaked stock', 'refused, but stock was reserved for it')] : []),
    ...(shipments.length > 0 ? [as('ghost', 'refused, but it was shipped')] : []),
  ];
}
