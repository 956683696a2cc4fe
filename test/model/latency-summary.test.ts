import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/model/attempt.ts';
import { percentile, summarize, summarizeLatency } from '../../src/model/latency-summary.ts';

function attempt(latency: number, rest: Partial<Attempt> = {}): Attempt {
  return {
    n: 1,
    load: 'load',
    key: 'r-1',
    scheduledMs: 1000,
    startedMs: 1005,
    endedMs: 1000 + latency,
    outcome: 'accepted',
    result: 'Confirmed',
    ...rest,
  };
}

describe('percentile by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
  it.each([
    [[7], 0.5, 7],
    [[7], 0.99, 7],
    [[1, 2], 0.5, 1],
    [[1, 2, 3], 0.5, 2],
    [[15, 20, 35, 40, 50], 0.3, 20],
    [[15, 20, 35, 40, 50], 0.4, 20],
    [[15, 20, 35, 40, 50], 1, 50],
    [twenty, 0.95, 19],
    [twenty, 0.99, 20],
    [twenty, 0, 1],
    [hundred, 0.07, 7],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('has no answer for no values', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });
});

describe('summarize', () => {
  it('gives no rows for no attempts', () => {
    expect(summarize([])).toEqual([]);
    expect(summarizeLatency([])).toBeUndefined();
  });

  it('counts latency from when the order was due, not from when it was sent', () => {
    expect(summarizeLatency([attempt(40, { startedMs: 1039 })])?.maxMs).toBe(40);
  });

  it('keeps results and reasons apart, accepted first, then by count', () => {
    const refused = { outcome: 'refused', result: 'not sent', reason: 'ECONNREFUSED' } as const;
    const broken = { outcome: 'accepted', result: 'Compensating', reason: 'BrokenCircuit' } as const;
    const timedOut = { outcome: 'accepted', result: 'Compensating', reason: 'TimeoutRejected' } as const;
    const rows = summarize([
      attempt(5, refused),
      attempt(6, refused),
      attempt(7, refused),
      attempt(25, broken),
      attempt(6000, timedOut),
      attempt(30, broken),
      attempt(9, { outcome: 'unknown', result: 'no answer' }),
    ]);
    expect(rows.map(({ result, reason, count, maxMs }) => [result, reason, count, maxMs])).toEqual([
      ['Compensating', 'BrokenCircuit', 2, 30],
      ['Compensating', 'TimeoutRejected', 1, 6000],
      ['not sent', 'ECONNREFUSED', 3, 7],
      ['no answer', undefined, 1, 9],
    ]);
  });

  it('fills every figure of a row', () => {
    const rows = summarize([10, 20, 30, 140].map((latency) => attempt(latency)));
    expect(rows).toEqual([
      {
        result: 'Confirmed',
        outcome: 'accepted',
        count: 4,
        avgMs: 50,
        p50Ms: 20,
        p95Ms: 140,
        p99Ms: 140,
        maxMs: 140,
      },
    ]);
  });
});
