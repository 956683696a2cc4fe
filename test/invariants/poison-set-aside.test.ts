import { describe, expect, it } from 'vitest';
import { outboxDrained } from '../../src/invariants/outbox-drained.ts';
import { poisonSetAside } from '../../src/invariants/poison-set-aside.ts';
import type { OutboxRow, QueueState } from '../../src/model/evidence.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import { event, runOf } from '../helpers/run-record.ts';

const dead = (ready: number): QueueState[] => [{ name: 'shop.dead', ready, unacked: 0, consumers: 0 }];

/** A run that planted two messages and a row. */
function planted(queues: QueueState[] | null, rows: OutboxRow[], parts: Partial<RunRecord> = {}): RunRecord {
  const inQueue = { kind: 'poison-planted' as const, where: 'queue' as const, detail: 'a bad message' };
  const inOutbox = { ...inQueue, where: 'outbox' as const, id: 'e9' };
  return runOf(
    1,
    { queues, outbox: [event(1), ...rows] },
    {
      queuesBefore: dead(5),
      deeds: [inQueue, inQueue, inOutbox].map((deed) => ({ atMs: 1, deed })),
      ...parts,
    },
  );
}

const row = (state: OutboxRow['state']) => [event(9, { state, ships: false })];

describe('poison-set-aside', () => {
  const cases: [string, string, RunRecord][] = [
    ['two dead letters more than before, and the row parked', 'held', planted(dead(7), row('given-up'))],
    ['the messages go round for ever', 'broken', planted(dead(5), row('given-up'))],
    ['one more than was planted is dead', 'broken', planted(dead(8), row('given-up'))],
    ['the row is tried for ever', 'broken: stuck o9', planted(dead(7), row('unsent'))],
    ['the row is called sent', 'broken: stuck o9', planted(dead(7), row('sent'))],
    ['the row is gone', 'broken: lost e9', planted(dead(7), [])],
    ['nothing was planted', 'unknown', planted(dead(7), [], { deeds: [] })],
    [
      'dead letters were not counted before',
      'unknown',
      planted(dead(7), row('given-up'), { queuesBefore: null }),
    ],
    ['the broker never answered', 'unknown', planted(null, row('given-up'))],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    const { verdict, findings } = poisonSetAside.judge(record);
    expect(verdict + findings.map(({ kind, orderId }) => `: ${kind} ${orderId}`).join('')).toBe(expected);
  });
});

describe('outbox-drained beside a planted row', () => {
  it('does not ask for the row that can never leave, and for all others', () => {
    expect(outboxDrained.judge(planted(dead(7), row('given-up'))).verdict).toBe('held');
    const stuck = planted(dead(7), [...row('given-up'), event(2, { state: 'unsent' })]);
    expect(outboxDrained.judge(stuck)).toMatchObject({ verdict: 'broken', findings: [{ orderId: 'o2' }] });
  });
});
