import { describe, expect, it } from 'vitest';
import { everySagaEnds } from '../../src/invariants/every-saga-ends.ts';
import { inboxMatchesOutbox } from '../../src/invariants/inbox-matches-outbox.ts';
import { noDoubleShipments } from '../../src/invariants/no-double-shipments.ts';
import { noGhostShipments } from '../../src/invariants/no-ghost-shipments.ts';
import { noLostOrders } from '../../src/invariants/no-lost-orders.ts';
import { outboxDrained } from '../../src/invariants/outbox-drained.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import type { Invariant } from '../../src/model/verdict.ts';
import {
  attempt,
  brokerWindow,
  event,
  refused,
  runOf,
  runRecord,
  settle,
  unanswered,
  wholeEvidence,
} from '../helpers/run-record.ts';

/** Verdict and findings in short: `broken: lost o2, duplicated o3`. */
function judge(promise: Invariant, record: RunRecord): string {
  const { verdict, findings } = promise.judge(record);
  const found = findings.map(({ kind, orderId }) => `${kind} ${orderId}`);
  return found.length === 0 ? verdict : `${verdict}: ${found.join(', ')}`;
}

const whole = wholeEvidence(3);
const without = <Row extends { orderId: string }>(rows: readonly Row[] | null, orderId: string): Row[] =>
  (rows ?? []).filter((row) => row.orderId !== orderId);

describe('no-lost-orders', () => {
  const unshipped: Partial<Evidence> = { shipments: without(whole.shipments, 'o2') };
  const cases: [string, string, RunRecord][] = [
    ['every order has shipped', 'held', runOf(3)],
    ['nothing was accepted', 'unknown', runOf(0)],
    ['every order was refused', 'unknown', runOf(0, {}, { attempts: [refused(1), refused(2)] })],
    ['the run has no evidence', 'unknown', runRecord({ attempts: [attempt(1)] })],
    ['the shipments probe never answered', 'unknown', runOf(3, { shipments: null })],
    [
      'its event is in no outbox, queue or inbox',
      'broken: lost o2',
      runOf(3, { ...unshipped, outbox: without(whole.outbox, 'o2'), inbox: [] }),
    ],
    [
      'its event was sent and arrived nowhere',
      'broken: lost o2',
      runOf(3, { ...unshipped, inbox: [{ eventId: 'e1' }, { eventId: 'e3' }] }),
    ],
    ['it is in the inbox without a shipment', 'broken: lost o2', runOf(3, unshipped)],
    [
      'its event is still unsent',
      'broken: stuck o2',
      runOf(3, { ...unshipped, outbox: [event(1), event(2, { state: 'unsent' }), event(3)], inbox: [] }),
    ],
    [
      'the shop gave its event up',
      'broken: given up o2',
      runOf(3, { ...unshipped, outbox: [event(1), event(2, { state: 'given-up' }), event(3)], inbox: [] }),
    ],
    [
      'its event waits in the queue',
      'broken: stuck o2',
      runOf(3, { ...unshipped, inbox: [], queues: [{ name: 'q', ready: 1, unacked: 0, consumers: 0 }] }),
    ],
    [
      'the time was up while orders still arrived',
      'unknown: lost o2',
      runOf(3, unshipped, { settles: [settle('moving')] }),
    ],
    [
      'the run was cut short before its last orders were waited for',
      'unknown: lost o2',
      runOf(3, unshipped, { settles: [settle('drained', 0, 250)] }),
    ],
    ['the run was cut short before any wait', 'unknown: lost o2', runOf(3, unshipped, { settles: [] })],
    [
      'the run was cut short right after its fault was healed',
      'unknown: lost o2',
      runOf(3, unshipped, { faults: [brokerWindow({ healedMs: 40_000 })] }),
    ],
    ['nothing moves any more', 'broken: lost o2', runOf(3, unshipped, { settles: [settle('still')] })],
    [
      'one is lost and another doubled, with equal counts',
      'broken: lost o2',
      runOf(3, { shipments: [...(unshipped.shipments ?? []), { shipmentId: 's9', orderId: 'o3' }] }),
    ],
    [
      'an unanswered order that the shop confirmed did not ship',
      'broken: lost o3',
      runOf(
        3,
        { shipments: without(whole.shipments, 'o3') },
        { attempts: [attempt(1), attempt(2), unanswered(3)] },
      ),
    ],
    [
      'an unanswered order that the shop never had is nobody’s loss',
      'held',
      runOf(2, {}, { attempts: [attempt(1), attempt(2), unanswered(3)] }),
    ],
    [
      'a compensated order is not due to ship',
      'held',
      runOf(
        3,
        {
          orders: [...without(whole.orders, 'o3'), { orderId: 'o3', key: 'run-3', status: 'Cancelled' }],
          shipments: without(whole.shipments, 'o3'),
        },
        { attempts: [attempt(1), attempt(2), attempt(3, { result: 'Compensating' })] },
      ),
    ],
    [
      'an order whose end was left open to its client, and that the shop cancelled, is not due to ship',
      'held',
      runOf(
        3,
        {
          orders: [...without(whole.orders, 'o3'), { orderId: 'o3', key: 'run-3', status: 'Cancelled' }],
          shipments: without(whole.shipments, 'o3'),
        },
        { attempts: [attempt(1), attempt(2), attempt(3, { result: 'Pending' })] },
      ),
    ],
    [
      'an order whose end was left open to its client, and that the shop confirmed, must ship',
      'broken: lost o3',
      runOf(
        3,
        { shipments: without(whole.shipments, 'o3'), inbox: [], outbox: without(whole.outbox, 'o3') },
        { attempts: [attempt(1), attempt(2), attempt(3, { result: 'Pending' })] },
      ),
    ],
    [
      'a saga that is not at an end is stuck',
      'broken: stuck o3',
      runOf(3, {
        orders: [...without(whole.orders, 'o3'), { orderId: 'o3', key: 'run-3', status: 'Pending' }],
        shipments: without(whole.shipments, 'o3'),
      }),
    ],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(judge(noLostOrders, record)).toBe(expected);
  });

  it('says which queue a stuck order waits in, and whether anybody consumes there', () => {
    const queues = [{ name: 'shipping', ready: 4, unacked: 0, consumers: 0 }];
    const [finding] = noLostOrders.judge(runOf(3, { ...unshipped, inbox: [], queues })).findings;
    expect(finding?.detail).toBe('its event was sent, and 4 wait in shipping; nobody consumes there');
  });
});

describe('orders whose answer never came', () => {
  const order = (n: number, status: string) => ({ orderId: `o${n}`, key: `run-${n}`, status });
  const cases: [string, string, RunRecord][] = [
    ['none', '3 accepted orders, 3 due to ship', runOf(3)],
    [
      'found and shipped',
      '1 accepted order, 3 due to ship; 2 unanswered: 2 recovered',
      runOf(3, {}, { attempts: [attempt(1), unanswered(2), unanswered(3)] }),
    ],
    [
      'one of each',
      '1 accepted order, 3 due to ship; 5 unanswered: 1 recovered, 1 cancelled, 1 confirmed, not shipped, 2 not in the shop',
      runOf(
        2,
        { orders: [...(wholeEvidence(2).orders ?? []), order(3, 'Cancelled'), order(4, 'Confirmed')] },
        { attempts: [attempt(1), ...[2, 3, 4, 5, 6].map(unanswered)] },
      ),
    ],
    [
      'shipped, and the order is gone',
      '1 accepted order, 1 due to ship; 1 unanswered: 1 shipped without an order',
      runOf(2, { orders: [order(1, 'Confirmed')] }, { attempts: [attempt(1), unanswered(2)] }),
    ],
  ];
  it.each(cases)('%s: %s', (_title, lookedAt, record) => {
    expect(noLostOrders.judge(record).lookedAt).toBe(lookedAt);
  });
});

describe('no-double-shipments', () => {
  const doubled = [...(whole.shipments ?? []), { shipmentId: 's9', orderId: 'o3' }];
  const cases: [string, string, RunRecord][] = [
    ['each order has one', 'held', runOf(3)],
    ['one order has two', 'broken: duplicated o3', runOf(3, { shipments: doubled })],
    [
      'one order is lost and another doubled',
      'broken: duplicated o3',
      runOf(3, { shipments: without(doubled, 'o2') }),
    ],
    ['nothing was shipped', 'unknown', runOf(3, { shipments: [] })],
    ['the probe never answered', 'unknown', runOf(3, { shipments: null })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(judge(noDoubleShipments, record)).toBe(expected);
  });
});

describe('no-ghost-shipments', () => {
  const cancelled = [...without(whole.orders, 'o3'), { orderId: 'o3', key: 'run-3', status: 'Cancelled' }];
  const cases: [string, string, RunRecord][] = [
    ['every shipment has its order', 'held', runOf(3)],
    [
      'a refused order shipped',
      'broken: ghost o3',
      runOf(3, {}, { attempts: [attempt(1), attempt(2), refused(3)] }),
    ],
    [
      'a refused order shipped that the shop does not even have',
      'broken: ghost o3',
      runOf(3, { orders: without(whole.orders, 'o3') }, { attempts: [attempt(1), attempt(2), refused(3)] }),
    ],
    [
      'an unanswered order shipped: recovered',
      'held',
      runOf(3, {}, { attempts: [attempt(1), attempt(2), unanswered(3)] }),
    ],
    ['a cancelled order shipped', 'broken: ghost o3', runOf(3, { orders: cancelled })],
    [
      'an order shipped that nobody sent',
      'broken: unexpected o3',
      runOf(3, {}, { attempts: [attempt(1), attempt(2)] }),
    ],
    ['nothing was sent', 'unknown', runOf(0)],
    ['the orders probe never answered', 'unknown', runOf(3, { orders: null })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(judge(noGhostShipments, record)).toBe(expected);
  });
});

describe('outbox-drained', () => {
  const waiting = [event(1), event(2, { state: 'unsent' }), event(3, { state: 'given-up' })];
  const cases: [string, string, RunRecord][] = [
    ['all events were sent', 'held', runOf(3)],
    ['one waits, one was given up', 'broken: stuck o2, given up o3', runOf(3, { outbox: waiting })],
    [
      'they wait while it still drains',
      'unknown: stuck o2, given up o3',
      runOf(3, { outbox: waiting }, { settles: [settle('moving')] }),
    ],
    ['it holds no event of the run', 'unknown', runOf(3, { outbox: [] })],
    ['the probe never answered', 'unknown', runOf(3, { outbox: null })],
    ['the shop has no outbox to look at', 'unknown', runRecord({ evidence: { orders: [] } })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(judge(outboxDrained, record)).toBe(expected);
  });
});

describe('inbox-matches-outbox', () => {
  const cases: [string, string, RunRecord][] = [
    ['each sent event arrived', 'held', runOf(3)],
    ['one did not', 'broken: lost o2', runOf(3, { inbox: [{ eventId: 'e1' }, { eventId: 'e3' }] })],
    [
      'one is missing and a stranger makes up the number',
      'broken: lost o2',
      runOf(3, { inbox: [{ eventId: 'e1' }, { eventId: 'e3' }, { eventId: 'e99' }] }),
    ],
    [
      'an event that shipping does not subscribe to is not due there',
      'held',
      runOf(3, { outbox: [...(whole.outbox ?? []), event(9, { type: 'order.cancelled', ships: false })] }),
    ],
    ['nothing was sent', 'unknown', runOf(3, { outbox: [event(1, { state: 'unsent' })] })],
    ['the inbox never answered', 'unknown', runOf(3, { inbox: null })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(judge(inboxMatchesOutbox, record)).toBe(expected);
  });
});

describe('every-saga-ends', () => {
  const withStatus = (status: string) => [
    ...without(whole.orders, 'o3'),
    { orderId: 'o3', key: 'run-3', status, reason: 'BrokenCircuit' },
  ];
  const cases: [string, string, RunRecord][] = [
    ['all are confirmed', 'held', runOf(3)],
    ['one is cancelled', 'held', runOf(3, { orders: withStatus('Cancelled') })],
    ['one is still compensating', 'broken: stuck o3', runOf(3, { orders: withStatus('Compensating') })],
    ['one is still pending', 'broken: stuck o3', runOf(3, { orders: withStatus('Pending') })],
    [
      'one is still pending while counts still change',
      'unknown: stuck o3',
      runOf(3, { orders: withStatus('Pending') }, { settles: [settle('moving')] }),
    ],
    ['there is no order', 'unknown', runOf(0)],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(judge(everySagaEnds, record)).toBe(expected);
  });
});
