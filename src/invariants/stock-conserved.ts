import type { OrderRow } from '../model/evidence.ts';
import { countBy } from '../model/group-by.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { broken, count, judgedAtTheEnd, missingEvidence, silentEvidence, unknown } from './judgement.ts';
import { sagaIsOpen } from './ledger.ts';

/**
 * A confirmed order holds one reservation, a cancelled one none, and shelf plus reservations of each product are what
 * they were: the sum stays the same whatever other customers do meanwhile.
 */
export const stockConserved: Invariant = {
  name: 'stock-conserved',
  obligation: 'a confirmed order holds its stock, a cancelled one none, and none is lost in between',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'reservations') ?? silentEvidence(record, 'stock');
    if (missing !== undefined) return missing;
    const rows = (record.evidence?.orders ?? []).filter((order) => !sagaIsOpen(order));
    if (rows.length === 0) return unknown('no order of this run has ended');
    const held = (record.evidence?.reservations ?? []).filter((row) => row.active);
    const heldBy = countBy(held, (row) => row.orderId);
    const findings = rows.flatMap((order) => stockOf(order, heldBy.get(order.orderId) ?? 0));
    const lookedAt = `${count(held.length, 'held reservation')} of ${count(rows.length, 'ended order')}`;
    const drift = shelfDrift(record);
    return drift === undefined
      ? judgedAtTheEnd(record, lookedAt, findings)
      : broken(lookedAt, findings, drift);
  },
};

function stockOf({ orderId, status }: OrderRow, held: number): Finding[] {
  const as = (kind: Finding['kind'], detail: string): Finding[] => [{ kind, orderId, detail }];
  if (status === 'Cancelled') {
    return held > 0 ? as('leaked stock', 'cancelled, but its stock is still reserved') : [];
  }
  if (held === 0) return as('lost', 'confirmed, but no stock is reserved for it');
  return held > 1 ? as('duplicated', `${held} reservations`) : [];
}

/** Says which product's shelf plus reservations changed, or undefined. */
function shelfDrift(record: RunRecord): string | undefined {
  const before = new Map((record.stockBefore ?? []).map((stock) => [stock.productId, stock]));
  for (const now of record.evidence?.stock ?? []) {
    const then = before.get(now.productId);
    if (then === undefined) continue;
    const [was, is] = [then.onShelf + then.reserved, now.onShelf + now.reserved];
    if (was !== is) return `product ${now.productId}: shelf plus reservations were ${was} and are ${is}`;
  }
  return undefined;
}
