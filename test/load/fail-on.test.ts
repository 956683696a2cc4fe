import { describe, expect, it } from 'vitest';
import { describeGate, judgeGates, parseFailOn } from '../../src/load/fail-on.ts';
import type { Attempt, AttemptOutcome, LoadTotals } from '../../src/model/attempt.ts';

function attempts(outcome: AttemptOutcome, latencies: readonly number[]): Attempt[] {
  return latencies.map((latency, index) => ({
    n: index + 1,
    load: 'load',
    key: `r-${index + 1}`,
    scheduledMs: 0,
    startedMs: 0,
    endedMs: latency,
    outcome,
    result: 'any',
  }));
}

/** 40 accepted in 100 ms, 8 refused in 1 ms, 2 unknown after 5 s, 50 dropped; 10 s in all. */
const sample = [
  ...attempts(
    'accepted',
    Array.from({ length: 40 }, () => 100),
  ),
  ...attempts(
    'refused',
    Array.from({ length: 8 }, () => 1),
  ),
  ...attempts('unknown', [5000, 5000]),
];
const totals: LoadTotals = {
  scheduled: 100,
  started: 50,
  dropped: 50,
  accepted: 40,
  refused: 8,
  unknown: 2,
  wallMs: 10_000,
};
const nothing: LoadTotals = {
  scheduled: 0,
  started: 0,
  dropped: 0,
  accepted: 0,
  refused: 0,
  unknown: 0,
  wallMs: 0,
};

function fired(expression: string): string[] {
  const results = judgeGates(parseFailOn(expression), sample, totals);
  return results.filter((result) => result.fired).map(describeGate);
}

describe('--fail-on', () => {
  it.each<[string, string[]]>([
    ['p95 > 200', []],
    ['p99 > 200', ['p99 > 200: it was 5000 ms']],
    ['p50>99', ['p50>99: it was 100 ms']],
    ['p50 > 100', []],
    ['p50 >= 100', ['p50 >= 100: it was 100 ms']],
    ['max > 4.9s', ['max > 4.9s: it was 5000 ms']],
    ['max > 1m', []],
    ['avg > 333', ['avg > 333: it was 333.3 ms']],
    ['refused > 8', []],
    ['refused > 7', ['refused > 7: it was 8']],
    ['refused == 8', ['refused == 8: it was 8']],
    ['refused = 9', []],
    ['refused != 8', []],
    ['unknown > 4%', []],
    ['unknown >= 4 %', ['unknown >= 4 %: it was 4 %']],
    ['dropped > 49%', ['dropped > 49%: it was 50 %']],
    ['accepted < 40', []],
    ['accepted <= 40', ['accepted <= 40: it was 40']],
    ['rate < 4', []],
    ['rate < 4.1/s', ['rate < 4.1/s: it was 4 orders/s']],
    ['p50 > 99, refused > 99 || unknown > 1', ['p50 > 99: it was 100 ms', 'unknown > 1: it was 2']],
  ])('%j', (expression, expected) => {
    expect(fired(expression)).toEqual(expected);
  });

  it.each([
    'p95 > 200',
    'p95 < 200',
    'refused > 0',
    'accepted == 0',
    'unknown > 1%',
    'rate < 1',
    'dropped > 5%',
  ])('%s fires when nothing was sent', (expression) => {
    const [result] = judgeGates(parseFailOn(expression), [], nothing);
    expect(result?.fired).toBe(true);
    expect(describeGate(result!)).toBe(`${expression}: no sample`);
  });

  it('takes no latency from refusals, so that a shop that is down passes no latency gate', () => {
    const refused = { ...nothing, scheduled: 3, started: 3, refused: 3, wallMs: 10 };
    const [result] = judgeGates(parseFailOn('p95 > 200'), attempts('refused', [1, 1, 1]), refused);
    expect(result).toMatchObject({ fired: true, actual: undefined });
  });

  const names = 'avg, p50, p95, p99, max, scheduled, started, dropped, accepted, refused, unknown, rate';
  const signs = '>, >=, <, <=, == or !=';
  it.each([
    ['', `expected one of ${names} at character 1, where it ends`],
    ['p96 > 200', `expected one of ${names} at character 1, where there is "p96 > 200"`],
    ['> 200', `expected one of ${names} at character 1, where there is "> 200"`],
    ['p95', `expected ${signs} at character 4, where it ends`],
    ['p95 200', `expected ${signs} at character 5, where there is "200"`],
    ['p95 >', 'expected milliseconds or a duration, such as 200 or 1.5s at character 6, where it ends'],
    [
      'p95 >> 200',
      'expected milliseconds or a duration, such as 200 or 1.5s at character 6, where there is "> 200"',
    ],
    [
      'refused > 0, p95 > soon',
      'expected milliseconds or a duration, such as 200 or 1.5s at character 20, where there is "soon"',
    ],
    ['refused > 1s', 'expected a number or a share, such as 0 or 1% at character 11, where there is "1s"'],
    ['rate < 5%', 'expected orders per second, such as 50 at character 8, where there is "5%"'],
    ['refused > 0,', `expected one of ${names} at character 13, where it ends`],
    [
      'refused > 0 | unknown > 0',
      'expected a number or a share, such as 0 or 1% at character 11, where there is "0 | unknown > 0"',
    ],
  ])('refuses %j and says where', (expression, problem) => {
    expect(() => parseFailOn(expression)).toThrow(
      expect.objectContaining({
        message: `--fail-on ${JSON.stringify(expression)}: ${problem}`,
        exitCode: 64,
      }),
    );
  });
});
