import { describe, expect, it } from 'vitest';
import { renderSummary } from '../../src/report/summary.ts';
import { brokerWindow, runRecord, settle } from '../helpers/run-record.ts';

const named = (name: string) => ({ scenario: { name, obligation: '' } });
const broken = {
  promise: 'no-lost-orders',
  obligation: '',
  verdict: 'broken',
  lookedAt: '',
  findings: [
    { kind: 'lost', orderId: 'o1', detail: '' },
    { kind: 'lost', orderId: 'o2', detail: '' },
    { kind: 'stuck', orderId: 'o3', detail: '' },
  ],
} as const;

describe('the summary of a series', () => {
  it('has scenario, verdict, slowest recovery, duration and findings, and what was skipped', () => {
    const table = renderSummary(
      [
        runRecord({
          ...named('broker-outage'),
          faults: [brokerWindow({ healedMs: 20_000 })],
          settles: [settle('drained', 22_000, 23_000)],
          end: { how: 'finished', atMs: 31_000, verdict: 'held' },
        }),
        runRecord({
          ...named('poison'),
          judged: [broken],
          end: { how: 'finished', atMs: 4000, verdict: 'broken' },
        }),
        runRecord({
          ...named('cancel'),
          end: { how: 'interrupted', atMs: 900, verdict: 'unknown', why: 'SIGINT' },
        }),
      ],
      [{ scenario: 'relay-race', why: 'the runtime cannot scale orders' }],
    );
    expect(table.split('\n').map((line) => line.trimEnd())).toEqual([
      'scenario       verdict  recovery    took  findings',
      '─'.repeat(73),
      'broker-outage  held          3 s    31 s',
      'poison         broken                4 s  2 lost, 1 stuck, no-lost-orders',
      'cancel         unknown            900 ms  SIGINT',
      'relay-race     skipped                    the runtime cannot scale orders',
    ]);
  });
});
