import type { OutboxRow } from '../model/evidence.ts';
import { countBy, groupBy } from '../model/group-by.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';

/** Order matters within an order: a cancellation must not overtake its confirmation. Between orders it is free. */
export const eventsInOrder: Invariant = {
  name: 'events-in-order',
  obligation: "an order's events leave the outbox in the order in which they were written",
  judge(record) {
    const missing = missingEvidence(record, 'outbox');
    if (missing !== undefined) return missing;
    const sent = (record.evidence?.outbox ?? []).filter((row) => row.sentAtMs !== undefined);
    // Most orders have one event: they are not grouped, only counted.
    const eventsOf = countBy(sent, (row) => row.orderId);
    const several = sent.filter((row) => (eventsOf.get(row.orderId) ?? 0) > 1);
    const withSeveral = [...groupBy(several, (row) => row.orderId).values()];
    if (withSeveral.length === 0) return unknown('no order has more than one sent event');
    return judged(
      `${count(withSeveral.length, 'order')} with several events`,
      withSeveral.flatMap(overtakenIn),
    );
  },
};

function overtakenIn(rows: readonly OutboxRow[]): Finding[] {
  const written = [...rows].sort((a, b) => a.seq - b.seq);
  return written.slice(1).flatMap((row, index): Finding[] => {
    const before = written[index];
    if (before === undefined || (row.sentAtMs ?? 0) >= (before.sentAtMs ?? 0)) return [];
    return [
      { kind: 'reordered', orderId: row.orderId, detail: `${row.type} was sent before ${before.type}` },
    ];
  });
}
