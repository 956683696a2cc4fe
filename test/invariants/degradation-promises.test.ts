import { describe, expect, it } from 'vitest';
import { boundedRetries } from '../../src/invariants/bounded-retries.ts';
import { catalogueServed } from '../../src/invariants/catalogue-served.ts';
import { failsFast } from '../../src/invariants/fails-fast.ts';
import { confirmedDuringFault } from '../../src/invariants/orders-confirmed-during-fault.ts';
import { saysWhy, saysWhyInTurn } from '../../src/invariants/says-why.ts';
import type { Attempt } from '../../src/model/attempt.ts';
import type { ReadCatalogue } from '../../src/model/deed.ts';
import type { DoneDeed, RunRecord } from '../../src/model/run-record.ts';
import { attempt, brokerWindow, runRecord } from '../helpers/run-record.ts';

const faults = [brokerWindow()];
/** An attempt while the fault was seen to hold. */
const inside = (n: number, parts: Partial<Attempt> = {}): Attempt => {
  const startedMs = 6000 + n;
  return attempt(n, { scheduledMs: startedMs, startedMs, endedMs: startedMs + 20, ...parts });
};
const because = (n: number, reason: string): Attempt => inside(n, { result: 'Compensating', reason });
const during = (...attempts: Attempt[]) => runRecord({ attempts, faults });

describe('orders-confirmed-during-fault', () => {
  const promise = confirmedDuringFault({ share: 0.5, p95WithinMs: 1000 });
  const cases: [string, string, RunRecord][] = [
    ['just enough were confirmed', 'held', during(inside(1), because(2, 'HttpError 503'))],
    ['accepted is not confirmed', 'broken', during(because(1, 'HttpError 503'))],
    ['confirmed too slowly', 'broken', during(inside(1, { endedMs: 8000 }))],
    ['none was sent while it held', 'unknown', during(attempt(1))],
  ];
  it.each(cases)('%s: %s', (_title, verdict, record) => {
    expect(promise.judge(record).verdict).toBe(verdict);
  });

  it('names the orders that were confirmed too slowly', () => {
    const { findings } = promise.judge(during(inside(1), inside(2, { endedMs: 8000 })));
    expect(findings).toEqual([{ kind: 'hangs', orderId: 'o2', detail: 'Confirmed after 1998 ms' }]);
  });
});

describe('says-why', () => {
  const promise = saysWhy(['HttpError 503', 'TimeoutRejected']);
  const cases: [string, string, string, RunRecord][] = [
    ['all were confirmed', 'held', '1 order, all of them confirmed', during(inside(1))],
    ['each has its reason', 'held', '1 TimeoutRejected', during(inside(1), because(2, 'TimeoutRejected'))],
    ['another reason', 'broken', '1 order', during(because(1, 'Unexpected'))],
    ['no reason at all', 'broken', '1 order', during(inside(1, { result: 'Cancelled' }))],
    ['none was sent while it held', 'unknown', 'nothing', during(attempt(1))],
  ];
  it.each(cases)('%s: %s, %s', (_title, verdict, lookedAt, record) => {
    expect(promise.judge(record)).toMatchObject({ verdict, lookedAt });
  });
});

describe('says-why in turn', () => {
  const promise = saysWhyInTurn(['TimeoutRejected', 'BrokenCircuit']);
  const [slow, fast] = [
    (n: number) => because(n, 'TimeoutRejected'),
    (n: number) => because(n, 'BrokenCircuit'),
  ];
  const cases: [string, string, string | undefined, RunRecord][] = [
    ['timeouts first, then the open breaker', 'held', undefined, during(slow(1), fast(2), fast(3))],
    ['sent in turn, answered otherwise', 'held', undefined, during(fast(3), slow(1), fast(2))],
    ['the breaker was open from the beginning', 'broken', 'never seen: TimeoutRejected', during(fast(1))],
    ['it never opened', 'broken', 'never seen: BrokenCircuit', during(slow(1), slow(2))],
    [
      'it closed and opened again',
      'broken',
      'the reasons did not come in this turn',
      during(slow(1), fast(2), slow(3)),
    ],
    ['all were confirmed', 'unknown', 'every order was confirmed while the fault held', during(inside(1))],
  ];
  it.each(cases)('%s: %s', (_title, verdict, reason, record) => {
    const judgement = promise.judge(record);
    expect([judgement.verdict, judgement.reason]).toEqual([verdict, reason]);
  });
});

describe('fails-fast for a reason of its own', () => {
  const promise = failsFast(250, { reason: 'InventoryUnavailable', when: 'while inventory is away' });
  it.each<[string, RunRecord]>([
    ['held', during(because(1, 'InventoryUnavailable'))],
    ['unknown', during(because(1, 'BrokenCircuit'))],
    ['broken', during(because(1, 'InventoryUnavailable'), inside(2, { endedMs: 8000, result: 'Cancelled' }))],
  ])('%s', (verdict, record) => {
    expect(promise.judge(record).verdict).toBe(verdict);
  });

  it('says when it is due', () => {
    expect(promise.obligation).toMatch(/^while inventory is away, 95 % of orders/);
  });
});

describe('bounded-retries', () => {
  it('counts the orders sent while a fault held, not those beside it', () => {
    const record = { ...during(attempt(1), attempt(2), inside(3)), evidence: { paymentRetries: 1 } };
    expect(boundedRetries(0.5).judge(record)).toMatchObject({
      verdict: 'broken',
      lookedAt: '1 retry for 1 order',
    });
  });
});

describe('catalogue-served', () => {
  const read = (atMs: number, parts: Partial<ReadCatalogue> = {}): DoneDeed => ({
    atMs,
    deed: { kind: 'catalogue-read', httpStatus: 200, products: 5, stale: false, latencyMs: 3, ...parts },
  });
  const [before, while_, after] = [500, 6000, 30_000];
  const stale = { stale: true };
  const cases: [string, string, DoneDeed[]][] = [
    [
      'stale while the fault holds, fresh around it',
      'held',
      [read(before), read(while_, stale), read(after)],
    ],
    ['not marked stale', 'broken', [read(while_)]],
    ['not served', 'broken', [read(while_, { ...stale, httpStatus: 503 })]],
    ['served empty', 'broken', [read(while_, { ...stale, products: 0 })]],
    ['still stale afterwards', 'broken', [read(while_, stale), read(after, stale)]],
    ['not served before', 'broken', [read(before, { httpStatus: 0 }), read(while_, stale)]],
    ['in the middle of the healing either is right', 'held', [read(while_, stale), read(22_000, stale)]],
    ['nobody looked while it held', 'unknown', [read(before), read(after)]],
  ];
  it.each(cases)('%s: %s', (_title, verdict, deeds) => {
    expect(catalogueServed.judge(runRecord({ deeds, faults })).verdict).toBe(verdict);
  });
});
