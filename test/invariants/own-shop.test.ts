import { describe, expect, it } from 'vitest';
import { duplicateAbsorbed } from '../../src/invariants/duplicate-absorbed.ts';
import { inboxMatchesOutbox } from '../../src/invariants/inbox-matches-outbox.ts';
import { moneyConserved } from '../../src/invariants/money-conserved.ts';
import { noDoubleShipments } from '../../src/invariants/no-double-shipments.ts';
import { noGhostShipments } from '../../src/invariants/no-ghost-shipments.ts';
import { noLostOrders } from '../../src/invariants/no-lost-orders.ts';
import { outboxDrained } from '../../src/invariants/outbox-drained.ts';
import { stockConserved } from '../../src/invariants/stock-conserved.ts';
import { worksAgain } from '../../src/invariants/works-again.ts';
import type { Evidence, EvidenceShape } from '../../src/model/evidence.ts';
import { judgeAll, partLeftOut } from '../../src/model/verdict.ts';
import { attempt, event, runRecord, unanswered, wholeEvidence } from '../helpers/run-record.ts';

const shape: EvidenceShape = {
  effectsPerOrder: 1,
  inboxRowsPerEvent: 1,
  inboxKnowsEvents: true,
  outbox: { marksSent: true, keepsSent: true, knowsOrders: true },
};

/** Two confirmed orders of somebody's shop, with what its evidence has otherwise. */
function shopRecord(evidence: Evidence, outcome: 'drained' | 'still' = 'still') {
  const settles = [{ startedMs: 500, endedMs: 9000, withinMs: 8500, outcome }];
  return runRecord({
    attempts: [attempt(1), attempt(2)],
    settles,
    evidence: { ...wholeEvidence(2), shape, ...evidence },
  });
}

const shipment = (n: number, which = 1) => ({ shipmentId: `s${n}.${which}`, orderId: `o${n}` });
const unlinked = { ...shape, outbox: { ...shape.outbox, knowsOrders: false } };
const queue = (ready: number, consumers: number) => [{ name: 'parcels', ready, unacked: 0, consumers }];

describe('an order of somebody’s shop that did not arrive', () => {
  it.each<[string, Evidence, string, string]>([
    [
      'waits where nobody consumes, and who is gone is named',
      { inbox: [{ eventId: 'e1' }], queues: queue(1, 0), parts: [{ name: 'shipping', state: 'stopped' }] },
      'stuck',
      'its event was sent, and 1 wait in parcels; nobody consumes there; shipping is stopped',
    ],
    [
      'was given up',
      { inbox: [{ eventId: 'e1' }], outbox: [event(1), event(2, { state: 'given-up' })] },
      'given up',
      'the outbox has given its event up',
    ],
    [
      'is unsent in an outbox that does not say which order it is of',
      {
        shape: unlinked,
        inbox: [{ eventId: 'e1' }],
        outbox: [event(1, { orderId: '' }), event(2, { orderId: '', state: 'unsent' })],
      },
      'stuck',
      '1 event still unsent in the outbox, which does not say whose',
    ],
    [
      'is gone from an outbox that deletes what it has sent',
      { shape: { ...shape, outbox: { ...shape.outbox, keepsSent: false } }, outbox: [], queues: [] },
      'lost',
      'its event is in no outbox, no queue and no inbox',
    ],
    [
      'is somewhere, in a log that nothing is marked in',
      {
        shape: { ...shape, outbox: { ...shape.outbox, marksSent: false } },
        inbox: [{ eventId: 'e1' }],
        outbox: [event(1, { state: 'unmarked' }), event(2, { state: 'unmarked' })],
        queues: queue(3, 1),
      },
      'stuck',
      'its event is in the outbox, which does not say whether it was sent, and 3 wait in parcels; 1 consume there',
    ],
    [
      'waits in an outbox that shows numbers alone',
      { shape: { ...shape, outboxCounts: { unsent: 4 } }, outbox: undefined as never },
      'stuck',
      '4 events still unsent in the outbox, which does not say whose',
    ],
  ])('%s', (_title, evidence, kind, detail) => {
    const { verdict, findings } = noLostOrders.judge(shopRecord({ shipments: [shipment(1)], ...evidence }));
    expect([verdict, findings]).toEqual(['broken', [{ kind, orderId: 'o2', detail }]]);
  });

  it('has one of its two effects', () => {
    const two = { ...shape, effectsPerOrder: 2 };
    const shipments = [shipment(1), shipment(1, 2), shipment(2)];
    const record = shopRecord({ shape: two, shipments });
    expect(noLostOrders.judge(record).findings[0]?.detail).toMatch(/^1 of 2 effects; /);
    expect(noDoubleShipments.judge(record).verdict).toBe('held');
    const three = shopRecord({ shape: two, shipments: [...shipments, shipment(1, 3)] });
    expect(noDoubleShipments.judge(three).findings).toMatchObject([{ kind: 'duplicated', orderId: 'o1' }]);
  });
});

describe('a row that stays in the outbox', () => {
  const unsent = [event(1), event(2, { state: 'unsent' })];
  it.each<[string, Evidence, string, string]>([
    [
      'though its order has arrived is said, and no harm',
      { outbox: unsent },
      'held',
      '2 outbox rows, 1 of them still unsent, though what they tell has arrived',
    ],
    [
      'though it was given up and arrived, too',
      { outbox: [event(1), event(2, { state: 'given-up' })] },
      'held',
      '2 outbox rows, 1 of them given up, though what they tell has arrived',
    ],
    [
      'and whose order is nowhere is stuck',
      { outbox: unsent, shipments: [shipment(1)], inbox: [{ eventId: 'e1' }] },
      'broken',
      '2 outbox rows',
    ],
    [
      'of nobody knows which order is no harm where all have arrived',
      {
        shape: unlinked,
        inbox: [],
        outbox: [event(1, { orderId: '' }), event(2, { orderId: '', state: 'unsent' })],
      },
      'held',
      '2 outbox rows, 1 of them still unsent, though what they tell has arrived',
    ],
    [
      'of nobody knows which order is one where some have not',
      {
        shape: unlinked,
        shipments: [shipment(1)],
        inbox: [],
        outbox: [event(2, { orderId: '', state: 'unsent' })],
      },
      'broken',
      '1 outbox row',
    ],
  ])('%s', (_title, evidence, verdict, lookedAt) => {
    expect(outboxDrained.judge(shopRecord(evidence))).toMatchObject({ verdict, lookedAt });
  });

  it('in the reference shop is stuck all the same: its relay marks each', () => {
    const { shape: _, ...evidence } = shopRecord({ outbox: unsent }).evidence ?? {};
    expect(outboxDrained.judge({ ...shopRecord({}), evidence }).verdict).toBe('broken');
  });

  it('of an outbox of numbers breaks nothing when all has arrived', () => {
    const counts = { shape: { ...shape, outboxCounts: { unsent: 4, givenUp: 1 } } };
    expect(outboxDrained.judge(shopRecord(counts, 'drained')).verdict).toBe('held');
    expect(outboxDrained.judge(shopRecord(counts)).verdict).toBe('broken');
  });
});

describe('an inbox with a row for each of two handlers', () => {
  const two = { ...shape, inboxRowsPerEvent: 2 };
  it('has received an event with both', () => {
    const rows = ['e1', 'e1', 'e2'].map((eventId) => ({ eventId }));
    expect(inboxMatchesOutbox.judge(shopRecord({ shape: two, inbox: rows })).findings).toMatchObject([
      { kind: 'lost', detail: 'event e2 was sent and is not in the inbox' },
    ]);
  });
});

describe('what a shop does not show', () => {
  const { orders: _o, ...withoutOrders } = wholeEvidence(2);
  const { inbox: _i, stock: _s, refunds: _r, ...withoutMore } = wholeEvidence(2);

  it('is left out, and said so; what is there is judged', () => {
    const all = [noLostOrders, moneyConserved, stockConserved, inboxMatchesOutbox];
    const { shipments } = wholeEvidence(2);
    const evidence = { shape, shipments };
    const { promises, leftOut } = partLeftOut(judgeAll(all, { ...shopRecord({}), evidence }));
    expect(promises.map(({ promise, verdict }) => [promise, verdict])).toEqual([['no-lost-orders', 'held']]);
    expect(leftOut).toEqual([
      { promise: 'money-conserved', reason: 'this shop shows no orders and no charges' },
      { promise: 'stock-conserved', reason: 'this shop shows no orders and no reservations' },
      { promise: 'inbox-matches-outbox', reason: 'this shop shows no outbox and no inbox' },
    ]);
  });

  it('is not judged in a promise that can do without', () => {
    const record = { ...shopRecord({}), evidence: { ...withoutMore, shape } };
    for (const promise of [moneyConserved, stockConserved])
      expect(promise.judge(record).verdict).toBe('held');
    const orderless = { ...shopRecord({}), evidence: { ...withoutOrders, shape } };
    expect(noGhostShipments.judge(orderless).verdict).toBe('held');
    const answered = { ...orderless, attempts: [...orderless.attempts, unanswered(3)] };
    expect(noLostOrders.judge(answered)).toMatchObject({
      verdict: 'held',
      lookedAt: expect.stringContaining('1 unanswered, which a shop that shows no orders cannot look up'),
    });
  });

  it('because its probe failed is unknown, with the reason', () => {
    const record = shopRecord({
      shipments: null,
      failures: { shipments: 'probe shipments at db: too late' },
    });
    expect(noLostOrders.judge(record)).toMatchObject({
      verdict: 'unknown',
      reason: 'probe shipments at db: too late',
    });
    expect(worksAgain.judge({ ...record, attempts: [attempt(1, { load: 'probe' })] }).verdict).toBe(
      'unknown',
    );
  });

  it('because effects are not kept, or events not matched, or nothing marked', () => {
    const none = shopRecord({ shape: { ...shape, effectsPerOrder: 0 } });
    for (const promise of [noDoubleShipments, duplicateAbsorbed])
      expect(promise.judge(none).leftOut).toBe(true);
    expect(noLostOrders.judge(none).verdict).toBe('held');
    expect(
      inboxMatchesOutbox.judge(shopRecord({ shape: { ...shape, inboxKnowsEvents: false } })).leftOut,
    ).toBe(true);
    const unmarked = { ...shape, outbox: { ...shape.outbox, marksSent: false } };
    expect(outboxDrained.judge(shopRecord({ shape: unmarked })).leftOut).toBe(true);
  });
});
