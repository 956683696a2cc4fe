import { groupBy } from '../model/group-by.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';

/** Also when its customer cancels twice, and when the charge went through only after the shop had given it up. */
export const refundedOnce: Invariant = {
  name: 'refunded-once',
  obligation: 'a cancelled order that was charged gets back what it paid, in one refund',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'charges', 'refunds');
    if (missing !== undefined) return missing;
    const { orders, charges, refunds } = record.evidence ?? {};
    const chargesOf = groupBy(charges ?? [], (row) => row.orderId);
    const refundsOf = groupBy(refunds ?? [], (row) => row.orderId);
    const paid = (orders ?? []).filter(
      ({ orderId, status }) => status === 'Cancelled' && chargesOf.has(orderId),
    );
    if (paid.length === 0) return unknown('no cancelled order was charged');
    const findings = paid.flatMap(({ orderId }): Finding[] => {
      const given = refundsOf.get(orderId) ?? [];
      const [due, back] = [sum(chargesOf.get(orderId) ?? []), sum(given)];
      if (back < due) return [{ kind: 'kept money', orderId, detail: `paid ${due} cents, ${back} refunded` }];
      if (back === due && given.length === 1) return [];
      const detail = `${count(given.length, 'refund')}, ${back} cents of ${due} paid`;
      return [{ kind: 'duplicated', orderId, detail }];
    });
    return judged(`${count(paid.length, 'cancelled order')} that had been charged`, findings);
  },
};

function sum(rows: readonly { readonly amountCents: number }[]): number {
  return rows.reduce((total, { amountCents }) => total + amountCents, 0);
}
