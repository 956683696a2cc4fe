import type { QueueState } from '../model/evidence.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Finding } from '../model/verdict.ts';
import { type LedgerEntry, receivedEventIds, sagaIsOpen } from './ledger.ts';

/**
 * Where an order that did not ship has got to: *stuck* while its saga or its event still is somewhere, *given up* when
 * the shop itself says so, *lost* when its event is nowhere any more.
 */
export function whereabouts(entry: LedgerEntry, record: RunRecord): Finding {
  const { orderId, order, events } = entry;
  const as = (kind: Finding['kind'], detail: string): Finding => ({ kind, orderId, detail });
  if (order !== undefined && sagaIsOpen(order)) return as('stuck', `its saga is still ${order.status}`);

  const due = events.filter((event) => event.ships);
  if (due.some((event) => event.state === 'unsent'))
    return as('stuck', 'its event is still unsent in the outbox');
  if (due.some((event) => event.state === 'given-up')) {
    return as('given up', 'the outbox has given its event up');
  }
  const received = receivedEventIds(record);
  if (due.some((event) => received.has(event.eventId))) {
    return as('lost', 'its event is in the inbox, but nothing was shipped');
  }
  const queue = fullestQueue(record.evidence?.queues);
  if (due.length > 0 && queue !== undefined) {
    const consumers = queue.consumers === 0 ? 'nobody consumes there' : `${queue.consumers} consume there`;
    const waiting = queue.ready + (queue.unacked ?? 0);
    return as('stuck', `its event was sent, and ${waiting} wait in ${queue.name}; ${consumers}`);
  }
  if (due.length > 0) return as('lost', 'its event was sent and is in no queue and no inbox');
  if (order === undefined) return as('lost', 'the shop has no such order');
  return as('lost', `the order is ${order.status}, and there is no event for it`);
}

function fullestQueue(queues: readonly QueueState[] | null | undefined): QueueState | undefined {
  const waiting = (queue: QueueState) => queue.ready + (queue.unacked ?? 0);
  return queues?.filter((queue) => waiting(queue) > 0).sort((a, b) => waiting(b) - waiting(a))[0];
}
