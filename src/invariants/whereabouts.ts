import type { OutboxRow, QueueState } from '../model/evidence.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Finding } from '../model/verdict.ts';
import { arrivedEvents } from './arrived-events.ts';
import { count } from './judgement.ts';
import { type LedgerEntry, receivedEventIds, sagaIsOpen } from './ledger.ts';
import { effectsDue, partsDown, shapeOf } from './shape.ts';

/**
 * Where an order that did not ship has got to: *stuck* while its saga or its event still is somewhere, *given up* when
 * the shop itself says so, *lost* when its event is nowhere any more. A part that does not run is named with it.
 */
export function whereabouts(entry: LedgerEntry, record: RunRecord): Finding {
  const { kind, detail } = placeOf(entry, record);
  const { shipments } = entry;
  const part = shipments.length === 0 ? '' : `${shipments.length} of ${effectsDue(record)} effects; `;
  const down = partsDown(record);
  return {
    kind,
    orderId: entry.orderId,
    detail: `${part}${detail}${down === undefined ? '' : `; ${down}`}`,
  };
}

type Place = Pick<Finding, 'kind' | 'detail'>;

function placeOf({ order, events }: LedgerEntry, record: RunRecord): Place {
  if (order !== undefined && sagaIsOpen(order))
    return { kind: 'stuck', detail: `its saga is still ${order.status}` };
  const due = events.filter((event) => event.ships);
  if (due.length > 0) return placeOfEvents(due, record);
  const waiting = placeAmongOthers(record);
  if (waiting !== undefined) return waiting;
  if (order === undefined && record.evidence?.orders !== undefined)
    return { kind: 'lost', detail: 'the shop has no such order' };
  const status = order === undefined ? 'accepted' : order.status;
  if (record.evidence?.outbox === undefined)
    return { kind: 'lost', detail: `the order is ${status}, and nothing shows where it is` };
  return { kind: 'lost', detail: `the order is ${status}, and there is no event for it` };
}

function placeOfEvents(due: readonly OutboxRow[], record: RunRecord): Place {
  if (due.some((event) => event.state === 'unsent'))
    return { kind: 'stuck', detail: 'its event is still unsent in the outbox' };
  if (due.some((event) => event.state === 'given-up'))
    return { kind: 'given up', detail: 'the outbox has given its event up' };
  const received = receivedEventIds(record);
  if (shapeOf(record).inboxKnowsEvents && due.some((event) => received.has(event.eventId)))
    return { kind: 'lost', detail: 'its event is in the inbox, but nothing was shipped' };
  const isMarked = due.some((event) => event.state === 'sent');
  const words = isMarked
    ? 'its event was sent'
    : 'its event is in the outbox, which does not say whether it was sent';
  const queued = placeInQueue(record);
  if (queued !== undefined) return { kind: 'stuck', detail: `${words}, and ${queued}` };
  return { kind: 'lost', detail: `${words} and is in no queue and no inbox` };
}

/**
 * For shops whose outbox shows nothing of this order, because its rows do not say which order they are of, or are gone
 * when they were sent: what waits anywhere may be its event.
 */
function placeAmongOthers(record: RunRecord): Place | undefined {
  const { outbox: shape, outboxCounts } = shapeOf(record);
  if (shape.knowsOrders && shape.keepsSent && outboxCounts === undefined) return undefined;
  const arrived = arrivedEvents(record);
  const waiting = (record.evidence?.outbox ?? []).filter(
    ({ orderId, eventId }) => orderId === '' && !arrived.has(eventId),
  );
  const inState = (state: OutboxRow['state']) => waiting.filter((row) => row.state === state).length;
  const unsent = inState('unsent') + (outboxCounts?.unsent ?? 0);
  if (unsent > 0)
    return {
      kind: 'stuck',
      detail: `${count(unsent, 'event')} still unsent in the outbox, which does not say whose`,
    };
  const givenUp = inState('given-up') + (outboxCounts?.givenUp ?? 0);
  if (givenUp > 0)
    return {
      kind: 'given up',
      detail: `${count(givenUp, 'event')} given up by the outbox, which does not say whose`,
    };
  const queued = placeInQueue(record);
  if (queued !== undefined) return { kind: 'stuck', detail: queued };
  return { kind: 'lost', detail: 'its event is in no outbox, no queue and no inbox' };
}

/** `5 wait in shipping.orders; nobody consumes there` */
function placeInQueue(record: RunRecord): string | undefined {
  const queue = fullestQueue(record.evidence?.queues);
  if (queue === undefined) return undefined;
  const consumers = queue.consumers === 0 ? 'nobody consumes there' : `${queue.consumers} consume there`;
  return `${queue.ready + (queue.unacked ?? 0)} wait in ${queue.name}; ${consumers}`;
}

function fullestQueue(queues: readonly QueueState[] | null | undefined): QueueState | undefined {
  const waiting = (queue: QueueState) => queue.ready + (queue.unacked ?? 0);
  return queues?.filter((queue) => waiting(queue) > 0).sort((a, b) => waiting(b) - waiting(a))[0];
}
