import type { OutboxRow } from '../model/evidence.ts';
import { countBy, groupBy } from '../model/group-by.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judged, missingEvidence, unknown } from './judgement.ts';

/**
 * Order matters within an order: a cancellation must not overtake its confirmation. Between orders it is free. Marks of
 * one batch are often equal, so where the wire was tapped the order of the first copies on it counts, too.
 */
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
    const firstSeen = firstSightings(record);
    const findings = withSeveral.flatMap((rows) => overtakenIn(rows, firstSeen));
    return judged(lookedAt(withSeveral, firstSeen), findings);
  },
};

/** When the first copy of each event was seen on the wire, as its place among all deliveries. */
function firstSightings({ deliveries }: RunRecord): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, { messageId }] of deliveries.entries()) {
    if (!places.has(messageId)) places.set(messageId, place);
  }
  return places;
}

function lookedAt(orders: readonly (readonly OutboxRow[])[], firstSeen: ReadonlyMap<string, number>): string {
  const text = `${count(orders.length, 'order')} with several events`;
  const onWire = orders.filter((rows) => rows.filter(({ eventId }) => firstSeen.has(eventId)).length > 1);
  return onWire.length === 0 ? text : `${text}, those of ${onWire.length} seen on the wire`;
}

function overtakenIn(rows: readonly OutboxRow[], firstSeen: ReadonlyMap<string, number>): Finding[] {
  const written = [...rows].sort((a, b) => a.seq - b.seq);
  return written.slice(1).flatMap((row, index): Finding[] => {
    const before = written[index];
    if (before === undefined || !overtakes(row, before, firstSeen)) return [];
    return [
      { kind: 'reordered', orderId: row.orderId, detail: `${row.type} was sent before ${before.type}` },
    ];
  });
}

function overtakes(row: OutboxRow, before: OutboxRow, firstSeen: ReadonlyMap<string, number>): boolean {
  if ((row.sentAtMs ?? 0) < (before.sentAtMs ?? 0)) return true;
  const place = firstSeen.get(row.eventId);
  const placeBefore = firstSeen.get(before.eventId);
  return place !== undefined && placeBefore !== undefined && place < placeBefore;
}
