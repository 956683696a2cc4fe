import type { OrderRow } from '../model/evidence.ts';
import { countBy } from '../model/group-by.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, judgedAtTheEnd, missingEvidence, silentEvidence, unknown } from './judgement.ts';
import { sagaIsOpen } from './ledger.ts';

/** One charge for a confirmed order, and none kept for a cancelled one. Open sagas are every-saga-ends' business. */
export const moneyConserved: Invariant = {
  name: 'money-conserved',
  obligation: 'a confirmed order is charged once, and no money is kept for a cancelled one',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'charges') ?? silentEvidence(record, 'refunds');
    if (missing !== undefined) return missing;
    const { orders, charges, refunds } = record.evidence ?? {};
    const rows = (orders ?? []).filter((order) => !sagaIsOpen(order));
    if (rows.length === 0) return unknown('no order of this run has ended');
    const charged = centsBy(charges ?? []);
    const refunded = centsBy(refunds ?? []);
    const chargesOf = countBy(charges ?? [], (row) => row.orderId);
    const findings = rows.flatMap((order) =>
      moneyOf(order, {
        charges: chargesOf.get(order.orderId) ?? 0,
        keptCents: (charged.get(order.orderId) ?? 0) - (refunded.get(order.orderId) ?? 0),
        showsRefunds: refunds !== undefined,
      }),
    );
    const lookedAt = `${count(charges?.length ?? 0, 'charge')} for ${count(rows.length, 'ended order')}`;
    // Time gives no second charge back by itself; a refund may still be on its way.
    return findings.some(({ kind }) => kind === 'overcharged')
      ? judged(lookedAt, findings)
      : judgedAtTheEnd(record, lookedAt, findings);
  },
};

interface Money {
  readonly charges: number;
  /** Charged and not given back. */
  readonly keptCents: number;
  /** Without refunds to see, what a cancelled order got back is unknown, and not judged. */
  readonly showsRefunds: boolean;
}

/** By amounts: a refund of nothing, made before its charge came, gives nothing back. */
function moneyOf({ orderId, status }: OrderRow, { charges, keptCents, showsRefunds }: Money): Finding[] {
  const as = (kind: Finding['kind'], detail: string): Finding[] => [{ kind, orderId, detail }];
  if (charges > 1) return as('overcharged', `charged ${charges} times`);
  if (status === 'Cancelled') {
    return keptCents > 0 && showsRefunds
      ? as('kept money', `cancelled, and ${keptCents} cents were never refunded`)
      : [];
  }
  if (charges === 0) return as('lost', 'confirmed, but never charged');
  return keptCents <= 0 ? as('lost', 'confirmed, but its charge was refunded') : [];
}

function centsBy(
  rows: readonly { readonly orderId: string; readonly amountCents: number }[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { orderId, amountCents } of rows) sums.set(orderId, (sums.get(orderId) ?? 0) + amountCents);
  return sums;
}
