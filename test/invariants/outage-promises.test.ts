import { describe, expect, it } from 'vitest';
import { acceptedDuringOutage } from '../../src/invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../../src/invariants/recovers-within.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import { attempt, brokerWindow, refused, runRecord, settle } from '../helpers/run-record.ts';

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
    ['nothing was broken', 'unknown', { settles: [settle('drained')] }],
  ];
  it.each(cases)('%s: %s', (_title, verdict, parts) => {
    expect(promise.judge(runRecord(parts)).verdict).toBe(verdict);
  });
});
