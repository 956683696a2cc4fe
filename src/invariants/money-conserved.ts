import type { OrderRow } from '../model/evidence.ts';
import { groupBy } from '../model/group-by.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';
import { sagaIsOpen } from './ledger.ts';

/** One charge for a confirmed order, and none kept for a cancelled one. Open sagas are every-saga-ends' business. */
export const moneyConserved: Invariant = {
  name: 'money-conserved',
  obligation: 'a confirmed order is charged once, and no money is kept for a cancelled one',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'charges', 'refunds');
    if (missing !== undefined) return missing;
    const { orders, charges, refunds } = record.evidence ?? {};
    const rows = (orders ?? []).filter((order) => !sagaIsOpen(order));
    if (rows.length === 0) return unknown('no order of this run has ended');
    const chargesOf = groupBy(charges ?? [], (row) => row.orderId);
    const refunded = new Set((refunds ?? []).map((row) => row.orderId));
    const findings = rows.flatMap((order) =>
      moneyOf(order, (chargesOf.get(order.orderId) ?? []).length, refunded.has(order.orderId)),
    );
    return judged(
      `${count(charges?.length ?? 0, 'charge')} for ${count(rows.length, 'ended order')}`,
      findings,
    );
  },
};

function moneyOf({ orderId, status }: OrderRow, charges: number, refunded: boolean): Finding[] {
  const as = (kind: Finding['kind'], detail: string): Finding[] => [{ kind, orderId, detail }];
  if (charges > 1) return as('overcharged', `charged ${charges} times`);
  if (status === 'Cancelled') {
    return charges === 1 && !refunded ? as('kept money', 'cancelled, charged, and never refunded') : [];
  }
  if (charges === 0) return as('lost', 'confirmed, but never charged');
  return refunded ? as('lost', 'confirmed, but its charge was refunded') : [];
}
