import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judgedAtTheEnd, missingEvidence, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf, sagaIsOpen } from './ledger.ts';

/**
 * What the outbox is for: the order and its event are one transaction, so a crash leaves both or neither. For shops
 * whose outbox still holds all the run's events at the end.
 */
export const eventWithOrder: Invariant = {
  name: 'event-with-order',
  obligation: 'a confirmed order has its event, and no other order has one',
  judge(record) {
    const missing = missingEvidence(record, 'orders', 'outbox');
    if (missing !== undefined) return missing;
    const ledger = ledgerOf(record);
    const ended = ledger.filter(({ order }) => order !== undefined && !sagaIsOpen(order));
    if (ended.length === 0) return unknown('no order of this run has ended');
    const events = (record.evidence?.outbox ?? []).filter((row) => row.ships);
    const known = new Set(ledger.filter(({ order }) => order !== undefined).map(({ orderId }) => orderId));
    const orphans = events
      .filter(({ orderId }) => !known.has(orderId))
      .map(
        ({ orderId, type }): Finding => ({ kind: 'ghost', orderId, detail: `${type}, but no such order` }),
      );
    const lookedAt = `${count(ended.length, 'ended order')} against ${count(events.length, 'event')}`;
    return judgedAtTheEnd(record, lookedAt, [...ended.flatMap(halfOf), ...orphans]);
  },
};

function halfOf({ orderId, order, events, cancelled }: LedgerEntry): Finding[] {
  const as = (kind: Finding['kind'], detail: string): Finding[] => [{ kind, orderId, detail }];
  const due = events.filter((event) => event.ships).length;
  if (due > 1) return as('duplicated', `${due} events`);
  if (order?.status === 'Confirmed') return due === 0 ? as('lost', 'confirmed, but it has no event') : [];
  // One that its customer cancelled was confirmed before.
  return due === 0 || cancelled ? [] : as('ghost', `${order?.status}, but it has an event`);
}
