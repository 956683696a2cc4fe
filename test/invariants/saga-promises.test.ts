import { describe, expect, it } from 'vitest';
import { eventWithOrder } from '../../src/invariants/event-with-order.ts';
import { nothingHalfDone } from '../../src/invariants/nothing-half-done.ts';
import { refundedOnce } from '../../src/invariants/refunded-once.ts';
import { unroutablePasses } from '../../src/invariants/unroutable-passes.ts';
import { worksAgain } from '../../src/invariants/works-again.ts';
import type { Evidence, OutboxRow } from '../../src/model/evidence.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import {
  attempt,
  brokerWindow,
  event,
  refused,
  runOf,
  runRecord,
  settle,
  wholeEvidence,
} from '../helpers/run-record.ts';

const { orders, charges } = wholeEvidence(2);
const secondIs = (status: string) => [...(orders ?? []).slice(0, 1), { orderId: 'o2', key: 'run-2', status }];
const refundOf = (amountCents: number) => ({ orderId: 'o2', amountCents });
const cancelledEvent = (n: number, parts: Partial<OutboxRow> = {}): OutboxRow =>
  event(n, { eventId: `c${n}`, seq: n + 10, type: 'order.cancelled', ships: false, ...parts });
const cancelDeed = {
  atMs: 1,
  deed: { kind: 'cancelled', orderId: 'o2', outcome: 'accepted', result: 'Cancelled' },
};

const named = (found: readonly { kind: string; orderId: string }[]) =>
  found.map(({ kind, orderId }) => `${kind} ${orderId}`);

describe('refunded-once', () => {
  const cancelled = { orders: secondIs('Cancelled') };
  const cases: [string, string, string[], Partial<Evidence>][] = [
    ['cancelled, charged and refunded', 'held', [], { ...cancelled, refunds: [refundOf(500)] }],
    ['not refunded', 'broken', ['kept money o2'], cancelled],
    ['refunded in part', 'broken', ['kept money o2'], { ...cancelled, refunds: [refundOf(300)] }],
    [
      'refunded twice',
      'broken',
      ['duplicated o2'],
      { ...cancelled, refunds: [refundOf(500), refundOf(500)] },
    ],
    ['refunded more than it paid', 'broken', ['duplicated o2'], { ...cancelled, refunds: [refundOf(900)] }],
    ['cancelled and never charged', 'unknown', [], { ...cancelled, charges: charges?.slice(0, 1) ?? [] }],
    ['nothing was cancelled', 'unknown', [], {}],
    ['the refunds probe never answered', 'unknown', [], { ...cancelled, refunds: null }],
  ];
  it.each(cases)('%s: %s %j', (_title, verdict, findings, evidence) => {
    const judgement = refundedOnce.judge(runOf(2, evidence));
    expect([judgement.verdict, named(judgement.findings)]).toEqual([verdict, findings]);
  });
});

describe('event-with-order', () => {
  const cases: [string, string, string[], Partial<Evidence>, Partial<RunRecord>?][] = [
    ['an event for each confirmed order', 'held', [], {}],
    ['a cancelled order without one', 'held', [], { orders: secondIs('Cancelled'), outbox: [event(1)] }],
    ['confirmed, and no event', 'broken', ['lost o2'], { outbox: [event(1)] }],
    ['cancelled, with an event', 'broken', ['ghost o2'], { orders: secondIs('Cancelled') }],
    [
      'cancelled by its customer, after its event',
      'held',
      [],
      { orders: secondIs('Cancelled'), outbox: [event(1), event(2), cancelledEvent(2)] },
      { deeds: [cancelDeed as RunRecord['deeds'][number]] },
    ],
    [
      'two events',
      'broken',
      ['duplicated o2'],
      { outbox: [event(1), event(2), event(2, { eventId: 'e9' })] },
    ],
    ['an event of no order', 'broken', ['ghost o3'], { outbox: [event(1), event(2), event(3)] }],
    ['a saga that goes on is not judged', 'held', [], { orders: secondIs('Pending'), outbox: [event(1)] }],
    ['no order has ended', 'unknown', [], { orders: [] }],
    ['the outbox did not answer', 'unknown', [], { outbox: null }],
    ['too early to tell', 'unknown', ['lost o2'], { outbox: [event(1)] }, { settles: [settle('moving')] }],
  ];
  it.each(cases)('%s: %s %j', (_title, verdict, findings, evidence, parts = {}) => {
    const judgement = eventWithOrder.judge(runOf(2, evidence, parts));
    expect([judgement.verdict, named(judgement.findings)]).toEqual([verdict, findings]);
  });
});

describe('unroutable-passes', () => {
  const cases: [string, string, string[], readonly OutboxRow[] | null][] = [
    [
      'it went out, and so did the one behind it',
      'held',
      [],
      [event(1), cancelledEvent(1, { seq: 2 }), event(3)],
    ],
    [
      'it sticks, and all behind it',
      'broken',
      ['stuck o1', 'stuck o3'],
      [event(1), cancelledEvent(1, { seq: 2, state: 'unsent' }), event(3, { state: 'unsent' })],
    ],
    [
      'it was given up',
      'broken',
      ['given up o1'],
      [event(1), cancelledEvent(1, { seq: 2, state: 'given-up' }), event(3)],
    ],
    ['nothing came behind it', 'unknown', [], [event(1), cancelledEvent(1, { seq: 2 })]],
    ['every event had a queue', 'unknown', [], [event(1), event(2)]],
    ['the outbox did not answer', 'unknown', [], null],
  ];
  it.each(cases)('%s: %s %j', (_title, verdict, findings, outbox) => {
    const judgement = unroutablePasses.judge(runOf(3, { outbox }));
    expect([judgement.verdict, named(judgement.findings)]).toEqual([verdict, findings]);
  });
});

describe('nothing-half-done', () => {
  const window = brokerWindow({ observedMs: 0, healingMs: 1000 });
  const { orderId: _never, ...turnedAway } = refused(2);
  const away = { ...turnedAway, reason: 'InventoryUnavailable' };
  const attempts = [attempt(1), away];
  const { reservations } = wholeEvidence(2);
  const first = wholeEvidence(1);
  const cases: [string, string, string[], Partial<Evidence>][] = [
    ['the refused order is nowhere', 'held', [], first],
    ['it is there, cancelled, and took nothing', 'held', [], { ...first, orders: secondIs('Cancelled') }],
    ['it was confirmed after all', 'broken', ['ghost o2'], { ...first, orders: secondIs('Confirmed') }],
    [
      'stock was taken for it',
      'broken',
      ['leaked stock o2'],
      { ...first, orders: secondIs('Cancelled'), reservations },
    ],
    ['it was charged', 'broken', ['kept money o2'], { ...first, orders: secondIs('Cancelled'), charges }],
    [
      'it was shipped',
      'broken',
      ['ghost o2'],
      { ...first, orders: secondIs('Cancelled'), shipments: wholeEvidence(2).shipments },
    ],
    ['the charges probe never answered', 'unknown', [], { ...first, charges: null }],
  ];
  it.each(cases)('%s: %s %j', (_title, verdict, findings, evidence) => {
    const judgement = nothingHalfDone('InventoryUnavailable').judge(
      runOf(1, evidence, { attempts, faults: [window] }),
    );
    expect([judgement.verdict, named(judgement.findings)]).toEqual([verdict, findings]);
  });

  it('is unknown where no order was refused for that reason', () => {
    const record = runOf(1, first, { attempts, faults: [window] });
    expect(nothingHalfDone('OutOfStock').judge(record).verdict).toBe('unknown');
  });
});

describe('works-again', () => {
  const probe = (n: number, parts = {}) => attempt(n, { load: 'probe', ...parts });
  const cases: [string, string, string | undefined, Partial<RunRecord>, Partial<Evidence>?][] = [
    ['probe orders confirmed and shipped', 'held', undefined, { attempts: [attempt(1), probe(2)] }],
    [
      'a probe order that is not confirmed',
      'broken',
      'not confirmed: run-2 Compensating (BrokenCircuit)',
      { attempts: [attempt(1), probe(2, { result: 'Compensating', reason: 'BrokenCircuit' })] },
    ],
    [
      'a probe order that did not ship',
      'broken',
      'confirmed, but not shipped: run-2',
      { attempts: [attempt(1), probe(2)] },
      { shipments: wholeEvidence(1).shipments },
    ],
    ['no probe order', 'unknown', 'no probe order was sent', { attempts: [attempt(1)] }],
    [
      'the shipments probe never answered',
      'unknown',
      'the probe for shipments did not answer',
      { attempts: [probe(2)] },
      { shipments: null },
    ],
  ];
  it.each(cases)('%s: %s', (_title, verdict, reason, parts, evidence = {}) => {
    const judgement = worksAgain.judge(runOf(2, evidence, parts));
    expect([judgement.verdict, judgement.reason]).toEqual([verdict, reason]);
  });

  it.each<[string, string[], Partial<RunRecord>, Partial<Evidence>]>([
    [
      'an order that was begun, and goes no further',
      ['stuck o2'],
      { attempts: [probe(2, { result: 'Compensating', reason: 'BrokenCircuit' })] },
      { orders: secondIs('Compensating') },
    ],
    [
      'an order that was turned away',
      ['given up run-9'],
      { attempts: [{ ...refused(9), load: 'probe', result: 'HTTP 503', reason: 'InventoryUnavailable' }] },
      {},
    ],
    ['an order that never shipped', ['lost o2'], { attempts: [probe(2)] }, { shipments: [], inbox: [] }],
  ])('names %s', (_title, findings, parts, evidence) => {
    expect(named(worksAgain.judge(runOf(2, { queues: [], ...evidence }, parts)).findings)).toEqual(findings);
  });

  it('is unknown where the run ended before the shop was asked', () => {
    expect(worksAgain.judge(runRecord({ attempts: [probe(1)] })).verdict).toBe('unknown');
  });
});
