import { describe, expect, it } from 'vitest';
import { consumersBack } from '../../src/invariants/consumers-back.ts';
import { duplicateAbsorbed } from '../../src/invariants/duplicate-absorbed.ts';
import { eventsQueued } from '../../src/invariants/events-queued.ts';
import { relayBatches } from '../../src/invariants/relay-batches.ts';
import type { QueueState } from '../../src/model/evidence.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import type { QueueCount } from '../../src/model/sample.ts';
import { runOf, runRecord, wholeEvidence } from '../helpers/run-record.ts';

const seen = (...events: number[]) =>
  events.map((n) => ({ atMs: n, messageId: `e${n}`, type: 'order.confirmed', orderId: `o${n}` }));

describe('duplicate-absorbed', () => {
  const whole = wholeEvidence(2);
  const twice = { deliveries: seen(1, 2, 1) };
  const cases: [string, string, RunRecord][] = [
    ['one event came twice and shipped once', 'held', runOf(2, {}, twice)],
    ['nothing came twice', 'unknown', runOf(2, {}, { deliveries: seen(1, 2) })],
    ['nobody watched the wire', 'unknown', runOf(2)],
    ['what came twice was another run’s', 'unknown', runOf(2, {}, { deliveries: seen(1, 9, 9) })],
    [
      'it shipped twice',
      'broken: duplicated o1',
      runOf(2, { shipments: [...(whole.shipments ?? []), { shipmentId: 's9', orderId: 'o1' }] }, twice),
    ],
    [
      'it never shipped',
      'broken: lost o1',
      runOf(2, { shipments: (whole.shipments ?? []).filter(({ orderId }) => orderId !== 'o1') }, twice),
    ],
    [
      'it shipped and is not in the inbox',
      'broken: lost o1',
      runOf(2, { inbox: [{ eventId: 'e2' }] }, twice),
    ],
    ['the inbox never answered', 'unknown', runOf(2, { inbox: null }, twice)],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    const { verdict, findings } = duplicateAbsorbed.judge(record);
    const found = findings.map(({ kind, orderId }) => `: ${kind} ${orderId}`);
    expect(verdict + found.join('')).toBe(expected);
  });

  it('names the event by its message id', () => {
    const { lookedAt } = duplicateAbsorbed.judge(runOf(2, {}, twice));
    expect(lookedAt).toBe('3 deliveries of 2 events: e1 came 2 times');
  });
});

describe('consumers-back', () => {
  const queue = (consumers: number, name = 'shop'): QueueState => ({ name, ready: 0, unacked: 0, consumers });
  const cases: [string, string, readonly QueueState[] | null][] = [
    ['somebody consumes', 'held', [queue(1)]],
    ['nobody needs to consume dead letters', 'held', [queue(1), queue(0, 'shop.dead')]],
    ['the queue is deserted', 'broken', [queue(0)]],
    ['one of two is deserted', 'broken', [queue(1), queue(0, 'other')]],
    ['only dead letters are left', 'unknown', [queue(0, 'shop.dead')]],
    ['the broker never answered', 'unknown', null],
  ];
  it.each(cases)('%s: %s', (_title, verdict, queues) => {
    expect(consumersBack.judge(runOf(1, { queues })).verdict).toBe(verdict);
  });
});

describe('relay-batches', () => {
  const rounds = (...sent: number[]): Partial<RunRecord> => ({
    deeds: sent.map((n) => ({ atMs: 1, deed: { kind: 'relay-stepped' as const, limit: 2, sent: n } })),
  });
  const cases: [string, string, Partial<RunRecord>][] = [
    ['as promised', 'held', rounds(2, 1, 0)],
    ['a batch over its limit', 'broken', rounds(3, 0, 0)],
    ['the held relay sent by itself', 'broken', rounds(0, 0, 0)],
    ['a round too many', 'broken', rounds(2, 1, 0, 0)],
    ['cut short', 'unknown', rounds(2, 1)],
    ['no round', 'unknown', {}],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(relayBatches([2, 1, 0]).judge(runRecord(parts)).verdict).toBe(verdict);
  });
});

describe('events-queued', () => {
  const looks = (...ready: (number | null)[]): Partial<RunRecord> => ({
    samples: ready.map((n, atMs) => {
      const queue: QueueCount | null = n === null ? null : { ready: n, unacked: 0, consumers: 0 };
      return { atMs, queue };
    }),
  });
  const cases: [string, string, Partial<RunRecord>][] = [
    ['all three were seen', 'held', looks(0, 2, 3, 0)],
    ['one is missing', 'broken', looks(0, 2, 0)],
    ['one too many', 'broken', looks(0, 4)],
    ['a look without an answer says nothing', 'held', looks(null, 3)],
    ['no look had an answer', 'unknown', looks(null, null)],
    ['this shop shows no queue', 'unknown', { samples: [{ atMs: 1 }] }],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(eventsQueued(3).judge(runRecord(parts)).verdict).toBe(verdict);
  });
});
