import { describe, expect, it } from 'vitest';
import { boundedRedeliveries } from '../../src/invariants/bounded-redeliveries.ts';
import type { QueueState } from '../../src/model/evidence.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import { runOf } from '../helpers/run-record.ts';

const queue = (redelivered?: number | null, name = 'shop'): QueueState => ({
  name,
  ready: 0,
  unacked: 0,
  consumers: 1,
  ...(redelivered === undefined ? {} : { redelivered }),
});

/** A run that planted two messages and a row. */
function planted(
  queues: QueueState[] | null,
  queuesBefore: QueueState[] | null,
  parts: Partial<RunRecord> = {},
): RunRecord {
  const deeds = (['queue', 'queue', 'outbox'] as const).map((where) => ({
    atMs: 1,
    deed: { kind: 'poison-planted' as const, where, detail: 'bad' },
  }));
  return runOf(1, { queues }, { queuesBefore, deeds, ...parts });
}

describe('bounded-redeliveries', () => {
  const cases: [string, string, RunRecord][] = [
    ['nothing came again', 'held', planted([queue(0)], [queue(0)])],
    ['each came again as often as it may', 'held', planted([queue(120)], [queue(100)])],
    ['once more', 'broken: storm run', planted([queue(121)], [queue(100)])],
    ['they came again from two queues', 'broken: storm run', planted([queue(15), queue(6, 'b')], [queue(0)])],
    ['earlier runs had a storm', 'held', planted([queue(90_000)], [queue(90_000)])],
    ['the broker was restarted, and has counted few since', 'held', planted([queue(20)], [queue(90_000)])],
    [
      'the broker was restarted, and has counted many',
      'broken: storm run',
      planted([queue(21)], [queue(90_000)]),
    ],
    ['no management API', 'unknown', planted([queue()], [queue()])],
    ['the management API did not answer now', 'unknown', planted([queue(null)], [queue(0)])],
    ['the management API did not answer before', 'unknown', planted([queue(5)], [queue(null)])],
    ['the queues were not seen before', 'unknown', planted([queue(5)], null)],
    ['the broker never answered', 'unknown', planted(null, [queue(0)])],
    ['nothing was planted', 'unknown', planted([queue(0)], [queue(0)], { deeds: [] })],
  ];
  it.each(cases)('%s: %s', (_title, expected, record) => {
    const { verdict, findings } = boundedRedeliveries(10).judge(record);
    expect(verdict + findings.map(({ kind, orderId }) => `: ${kind} ${orderId}`).join('')).toBe(expected);
  });

  it('says how many there were', () => {
    const { lookedAt, reason } = boundedRedeliveries(10).judge(planted([queue(45)], [queue(2)]));
    expect(lookedAt).toBe('43 redeliveries beside 2 poison messages');
    expect(reason).toBe('10 for each are promised');
  });
});
