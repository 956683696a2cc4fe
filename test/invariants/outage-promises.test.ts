import { describe, expect, it } from 'vitest';
import { boundedRetries } from '../../src/invariants/bounded-retries.ts';
import { eventsInOrder } from '../../src/invariants/events-in-order.ts';
import { failsFast } from '../../src/invariants/fails-fast.ts';
import { acceptedDuringOutage } from '../../src/invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../../src/invariants/recovers-within.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import {
  attempt,
  brokerWindow,
  event,
  refused,
  runRecord,
  settle,
  unanswered,
} from '../helpers/run-record.ts';

const at = (n: number, startedMs: number, latency = 20) =>
  attempt(n, { scheduledMs: startedMs, startedMs, endedMs: startedMs + latency });

describe('orders-accepted-during-outage', () => {
  const promise = acceptedDuringOutage({ share: 0.5, p95WithinMs: 1000 });
  const { orderId: _none, ...refusedInside } = { ...refused(2), startedMs: 7000 };
  const cases: [string, string, Partial<RunRecord>][] = [
    [
      'an order within the observed window was accepted',
      'held',
      { attempts: [at(1, 6000)], faults: [brokerWindow()] },
    ],
    [
      'only between injection and observation was one sent',
      'unknown',
      { attempts: [at(1, 5050)], faults: [brokerWindow()] },
    ],
    ['one was sent while it was healing', 'unknown', { attempts: [at(1, 21_000)], faults: [brokerWindow()] }],
    [
      'one was sent after the target had come back early',
      'unknown',
      { attempts: [at(1, 9000)], faults: [brokerWindow({ endedEarlyMs: 8000 })] },
    ],
    ['too many were refused', 'broken', { attempts: [refusedInside], faults: [brokerWindow()] }],
    [
      'just enough were accepted',
      'held',
      { attempts: [at(1, 6000), refusedInside], faults: [brokerWindow()] },
    ],
    ['they were accepted too slowly', 'broken', { attempts: [at(1, 6000, 1001)], faults: [brokerWindow()] }],
    ['nothing was broken', 'unknown', { attempts: [at(1, 6000)] }],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(promise.judge(runRecord(parts)).verdict).toBe(verdict);
  });

  it('names the orders that were accepted too slowly', () => {
    const attempts = [at(1, 6000), at(2, 6000, 1001)];
    const { findings } = promise.judge(runRecord({ attempts, faults: [brokerWindow()] }));
    expect(findings).toEqual([{ kind: 'hangs', orderId: 'o2', detail: 'Confirmed after 1001 ms' }]);
  });

  it('names the orders that were never answered, not those that were refused at once', () => {
    const silent = { ...unanswered(3), scheduledMs: 6000, startedMs: 6000, endedMs: 16_000 };
    const attempts = [refusedInside, silent];
    const { findings } = promise.judge(runRecord({ attempts, faults: [brokerWindow()] }));
    expect(findings).toEqual([{ kind: 'hangs', orderId: 'run-3', detail: 'no answer after 10000 ms' }]);
  });
});

describe('recovers-within', () => {
  const promise = recoversWithin(5000);
  const cases: [string, string, Partial<RunRecord>][] = [
    ['drained in time', 'held', { faults: [brokerWindow()], settles: [settle('drained', 24_000, 28_900)] }],
    [
      'drained too late',
      'broken',
      { faults: [brokerWindow()], settles: [settle('drained', 24_000, 29_100)] },
    ],
    [
      'never drained, still moving',
      'unknown',
      { faults: [brokerWindow()], settles: [settle('moving', 24_000, 54_000)] },
    ],
    [
      'never drained, standing still',
      'broken',
      { faults: [brokerWindow()], settles: [settle('still', 24_000, 54_000)] },
    ],
    [
      'drained before the fault only',
      'unknown',
      { faults: [brokerWindow()], settles: [settle('drained', 1000, 2000)] },
    ],
    [
      'drained in a second wait, too late',
      'broken',
      {
        faults: [brokerWindow()],
        settles: [settle('moving', 24_000, 28_000), settle('drained', 28_000, 34_000)],
      },
    ],
    [
      'waited for only after other work, and then drained at once',
      'unknown',
      { faults: [brokerWindow()], settles: [settle('drained', 33_000, 33_500)] },
    ],
    [
      'waited for late, and it still took too long',
      'broken',
      { faults: [brokerWindow()], settles: [settle('drained', 33_000, 39_000)] },
    ],
    [
      'came back early, and all had arrived soon after that',
      'held',
      { faults: [brokerWindow({ endedEarlyMs: 19_000 })], settles: [settle('drained', 19_500, 23_000)] },
    ],
    [
      'came back early, and the wait began after the planned end',
      'unknown',
      { faults: [brokerWindow({ endedEarlyMs: 9000 })], settles: [settle('drained', 24_000, 24_500)] },
    ],
    ['nothing was broken', 'unknown', { settles: [settle('drained')] }],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(promise.judge(runRecord(parts)).verdict).toBe(verdict);
  });
});

describe('fails-fast', () => {
  const promise = failsFast(250);
  const turnedAway = (n: number, latency: number, startedMs = 6000) => ({
    ...at(n, startedMs, latency),
    reason: 'BrokenCircuit',
  });
  const waited = (n: number, startedMs: number) => ({
    ...at(n, startedMs, 1500),
    result: 'Compensating',
    reason: 'TimeoutRejected',
  });
  const cases: [string, string, Partial<RunRecord>][] = [
    ['turned away at once', 'held', { attempts: [turnedAway(1, 25)], faults: [brokerWindow()] }],
    [
      'turned away after a timeout, though one before it had been turned away',
      'broken',
      { attempts: [turnedAway(1, 1300), turnedAway(2, 1300, 7300)], faults: [brokerWindow()] },
    ],
    [
      'the failure of one order opened the breaker, and the next were turned away at once',
      'held',
      { attempts: [turnedAway(1, 1300), turnedAway(2, 25, 7300)], faults: [brokerWindow()] },
    ],
    ['the breaker never opened', 'unknown', { attempts: [at(1, 6000, 25)], faults: [brokerWindow()] }],
    ['no fault held', 'unknown', { attempts: [turnedAway(1, 25)] }],
    [
      'two waited for their timeouts, and from then on nobody',
      'held',
      { attempts: [waited(1, 6000), waited(2, 7000), turnedAway(3, 25, 9000)], faults: [brokerWindow()] },
    ],
    [
      'those that came while others still waited may wait as well',
      'unknown',
      { attempts: [waited(1, 6000), waited(2, 6100), waited(3, 6200)], faults: [brokerWindow()] },
    ],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(promise.judge(runRecord(parts)).verdict).toBe(verdict);
  });

  it('names the orders that waited when the shop had to know, by their keys where it has none of them', () => {
    const { orderId: _never, ...silent } = {
      ...waited(4, 9000),
      outcome: 'unknown',
      result: 'no answer',
    } as const;
    const attempts = [waited(1, 6000), waited(2, 7000), waited(3, 8500), silent];
    const judgement = promise.judge(runRecord({ attempts, faults: [brokerWindow()] }));
    expect(judgement).toMatchObject({
      verdict: 'broken',
      reason: 'nobody was turned away with BrokenCircuit',
    });
    expect(judgement.findings).toEqual([
      { kind: 'hangs', orderId: 'o3', detail: 'Compensating (TimeoutRejected) after 1500 ms' },
      { kind: 'hangs', orderId: 'run-4', detail: 'no answer (TimeoutRejected) after 1500 ms' },
    ]);
  });

  describe('with a limit for those who find out', () => {
    const strict = failsFast(250, {
      reason: 'BrokenCircuit',
      when: 'once the breaker is open',
      waitsMax: 1,
      waitWithinMs: 2000,
    });
    const judged = (attempts: RunRecord['attempts']) =>
      strict.judge(runRecord({ attempts, faults: [brokerWindow()] }));

    it('says how long they waited', () => {
      expect(judged([waited(1, 6000), turnedAway(2, 25, 8000)])).toMatchObject({
        verdict: 'held',
        lookedAt: '1 order turned away, p50 25 ms, p95 25 ms; 1 before them waited, 1.5 s at the most',
      });
    });

    it('is broken by one that waited longer, and by a second one that waited', () => {
      const tooLong = { ...waited(1, 6000), endedMs: 8500 };
      expect(judged([tooLong, turnedAway(2, 25, 9000)])).toMatchObject({
        verdict: 'broken',
        reason: 'the orders before that waited too long',
        findings: [{ kind: 'hangs', orderId: 'o1' }],
      });
      expect(judged([waited(1, 6000), waited(2, 7600), turnedAway(3, 25, 9200)])).toMatchObject({
        verdict: 'broken',
        findings: [{ kind: 'hangs', orderId: 'o2' }],
      });
    });
  });
});

describe('bounded-retries', () => {
  const promise = boundedRetries(0.5);
  const two = [attempt(1), attempt(2)];
  const cases: [string, string, Partial<RunRecord>][] = [
    ['one retry for two orders', 'held', { attempts: two, evidence: { paymentRetries: 1 } }],
    ['two retries for two orders', 'broken', { attempts: two, evidence: { paymentRetries: 2 } }],
    ['no order was sent', 'unknown', { evidence: { paymentRetries: 0 } }],
    ['the count did not answer', 'unknown', { attempts: two, evidence: { paymentRetries: null } }],
    ['this shop does not count them', 'unknown', { attempts: two, evidence: {} }],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(promise.judge(runRecord(parts)).verdict).toBe(verdict);
  });

  it('finds a storm under the id of the run, as no single order can be named', () => {
    const { findings } = promise.judge(runRecord({ attempts: two, evidence: { paymentRetries: 9 } }));
    expect(findings).toEqual([{ kind: 'storm', orderId: 'run', detail: '9 retries for 2 orders' }]);
  });
});

describe('events-in-order', () => {
  const cancelled = { type: 'order.cancelled', ships: false };
  const events = (confirmedAt: number, cancelledAt: number) => [
    event(1, { sentAtMs: confirmedAt }),
    event(1, { eventId: 'e9', seq: 9, sentAtMs: cancelledAt, ...cancelled }),
  ];
  const wire = (...messageIds: string[]) => ({
    evidence: { outbox: events(100, 100) },
    deliveries: messageIds.map((messageId, atMs) => ({ atMs, messageId, type: 'order' })),
  });
  const cases: [string, string, Partial<RunRecord>][] = [
    ['confirmed, then cancelled', 'held', { evidence: { outbox: events(100, 200) } }],
    ['both in one batch', 'held', { evidence: { outbox: events(100, 100) } }],
    ['both in one batch, seen in order on the wire', 'held', wire('e1', 'e9')],
    ['both in one batch, which was published backwards', 'broken', wire('e9', 'e1')],
    ['a batch that was repeated as a whole', 'held', wire('e1', 'e9', 'e1', 'e9')],
    ['only one of them was seen', 'held', wire('e9')],
    ['cancelled overtook confirmed', 'broken', { evidence: { outbox: events(200, 100) } }],
    ['no order has two events', 'unknown', { evidence: { outbox: [event(1, { sentAtMs: 100 })] } }],
    ['the outbox did not answer', 'unknown', { evidence: { outbox: null } }],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(eventsInOrder.judge(runRecord(parts)).verdict).toBe(verdict);
  });

  it('says for how many orders the wire was seen', () => {
    const { lookedAt } = eventsInOrder.judge(runRecord(wire('e1', 'e9')));
    expect(lookedAt).toBe('1 order with several events, those of 1 seen on the wire');
  });
});
