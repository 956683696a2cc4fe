import { describe, expect, it } from 'vitest';
import { answersStayTrue } from '../../src/invariants/answers-stay-true.ts';
import { publishedAboutOnce } from '../../src/invariants/published-about-once.ts';
import { sentRowsCleaned } from '../../src/invariants/sent-rows-cleaned.ts';
import { takesOver } from '../../src/invariants/takes-over.ts';
import type { Attempt } from '../../src/model/attempt.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import type { Judgement } from '../../src/model/verdict.ts';
import { attempt, brokerWindow, runOf, runRecord, settle, wholeEvidence } from '../helpers/run-record.ts';

function inShort({ verdict, findings }: Judgement): string {
  return verdict + findings.map(({ kind, orderId }) => `: ${kind} ${orderId}`).join('');
}

describe('answers-stay-true', () => {
  const told503 = (n: number): Attempt => {
    const { orderId: _never, ...rest } = attempt(n, { outcome: 'unknown', result: 'HTTP 503' });
    return { ...rest, httpStatus: 503 };
  };
  const now = (n: number, status: string) => ({ orderId: `o${n}`, key: `run-${n}`, status });
  const first = [now(1, 'Confirmed')];
  const cases: [string, string, RunRecord][] = [
    ['all as they were told', 'held', runOf(2)],
    ['503, and no such order', 'held', runOf(1, {}, { attempts: [attempt(1), told503(2)] })],
    [
      '503, and the order is there all the same',
      'broken: ghost o2',
      runOf(2, {}, { attempts: [attempt(1), told503(2)] }),
    ],
    ['confirmed, and the order is gone', 'broken: lost o2', runOf(2, { orders: first })],
    [
      'confirmed, and cancelled since',
      'broken: lost o2',
      runOf(2, { orders: [...first, now(2, 'Cancelled')] }),
    ],
    [
      'confirmed, and cancelled by its customer',
      'held',
      runOf(
        2,
        { orders: [...first, now(2, 'Cancelled')] },
        {
          deeds: [
            { atMs: 1, deed: { kind: 'cancelled', orderId: 'o2', outcome: 'accepted', result: 'Cancelled' } },
          ],
        },
      ),
    ],
    [
      'an end that was left open may be any',
      'held',
      runOf(
        2,
        { orders: [...first, now(2, 'Cancelled')] },
        { attempts: [attempt(1), attempt(2, { result: 'Pending' })] },
      ),
    ],
    ['nobody was told anything', 'unknown', runOf(0)],
    ['the orders probe never answered', 'unknown', runOf(1, { orders: null })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(inShort(answersStayTrue.judge(record))).toBe(expected);
  });
});

describe('sent-rows-cleaned', () => {
  const whole = wholeEvidence(3);
  const outbox = (whole.outbox ?? []).slice(1);
  const cases: [string, string, RunRecord][] = [
    ['one is gone, and has shipped', 'held', runOf(3, { outbox })],
    ['none is gone', 'broken', runOf(3)],
    [
      'one is gone that never shipped',
      'broken: lost o1',
      runOf(3, { outbox, shipments: (whole.shipments ?? []).slice(1) }),
    ],
    ['there is no order', 'unknown', runOf(0)],
    ['the outbox never answered', 'unknown', runOf(3, { outbox: null })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    expect(inShort(sentRowsCleaned.judge(record))).toBe(expected);
  });
});

describe('takes-over', () => {
  const frozen = brokerWindow({ fault: { kind: 'paused', target: 'orders', instance: 2 } });
  const cases: [string, string, Partial<RunRecord>][] = [
    [
      'all arrived while it was frozen',
      'held',
      { faults: [frozen], settles: [settle('drained', 6000, 9000)] },
    ],
    [
      'all arrived only when it was back',
      'broken',
      { faults: [frozen], settles: [settle('still', 6000, 19_000), settle('drained', 24_000, 25_000)] },
    ],
    ['slowly', 'broken', { faults: [frozen], settles: [settle('drained', 6000, 18_000)] }],
    ['nobody could look', 'unknown', { faults: [frozen], settles: [settle('blind', 6000, 9000)] }],
    [
      'waited for afterwards alone',
      'unknown',
      { faults: [frozen], settles: [settle('drained', 24_000, 25_000)] },
    ],
    [
      'no instance, but the broker was away',
      'unknown',
      { faults: [brokerWindow()], settles: [settle('drained', 6000, 9000)] },
    ],
    [
      'the freeze was never seen',
      'unknown',
      {
        faults: [{ ...frozen, observedMs: undefined } as unknown as typeof frozen],
        settles: [settle('drained', 6000, 9000)],
      },
    ],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(takesOver(10_000).judge(runRecord(parts)).verdict).toBe(verdict);
  });
});

describe('published-about-once', () => {
  const seen = (...events: number[]) => ({
    deliveries: events.map((n) => ({ atMs: n, messageId: `e${n}`, type: 'order.confirmed' })),
  });
  const cases: [string, string, RunRecord][] = [
    ['each once', 'held', runOf(5, {}, seen(1, 2, 3, 4, 5))],
    ['one of five twice', 'held', runOf(5, {}, seen(1, 2, 3, 4, 5, 1))],
    ['two of five twice', 'broken', runOf(5, {}, seen(1, 2, 3, 4, 5, 1, 2))],
    ['another run’s do not count', 'held', runOf(2, {}, seen(1, 2, 8, 8, 9, 9))],
    ['nobody watched the wire', 'unknown', runOf(5)],
    ['the outbox never answered', 'unknown', runOf(5, { outbox: null }, seen(1))],
  ];
  it.each(cases)('%s: %s', (_title, verdict, record) => {
    expect(publishedAboutOnce(0.2).judge(record).verdict).toBe(verdict);
  });

  it('names the order of each event that was published too often, or the event where no order is known', () => {
    const of = (n: number, orderId?: string) => ({
      atMs: n,
      messageId: `e${n}`,
      type: 'order.confirmed',
      ...(orderId === undefined ? {} : { orderId }),
    });
    const deliveries = [of(1, 'o1'), of(1, 'o1'), of(1, 'o1'), of(2), of(2)];
    expect(publishedAboutOnce(0.2).judge(runOf(2, {}, { deliveries })).findings).toEqual([
      { kind: 'storm', orderId: 'o1', detail: 'event e1 was published 3 times' },
      { kind: 'storm', orderId: 'e2', detail: 'event e2 was published 2 times' },
    ]);
  });
});
