import { describe, expect, it } from 'vitest';
import { type PlanOptions, planFrom } from '../../src/load/plan.ts';
import type { LoadPlan } from '../../src/model/attempt.ts';

const stage = (fromPerSecond: number, toPerSecond: number, durationMs: number) => ({
  fromPerSecond,
  toPerSecond,
  durationMs,
});

describe('planFrom', () => {
  it.each<[PlanOptions, LoadPlan]>([
    [{}, { model: 'closed', orders: 20, concurrency: 1, pauseMs: 0 }],
    [{ orders: '40' }, { model: 'closed', orders: 40, concurrency: 1, pauseMs: 0 }],
    [
      { orders: '1e6', concurrency: '32', pause: '200ms' },
      { model: 'closed', orders: 1_000_000, concurrency: 32, pauseMs: 200 },
    ],
    [
      { rate: '50', duration: '2s' },
      { model: 'open', stages: [stage(50, 50, 2000)], inFlightMax: 1000 },
    ],
    [
      { rate: '0.5/s', duration: '1m', inFlight: '7' },
      { model: 'open', stages: [stage(0.5, 0.5, 60_000)], inFlightMax: 7 },
    ],
    [
      { stages: '10/s:30s,10-50/s:1m, 0:5s,50/s-0:2s' },
      {
        model: 'open',
        stages: [stage(10, 10, 30_000), stage(10, 50, 60_000), stage(0, 0, 5000), stage(50, 0, 2000)],
        inFlightMax: 1000,
      },
    ],
  ])('makes of %j a plan', (options, expected) => {
    expect(planFrom(options)).toEqual(expected);
  });

  it.each<[PlanOptions, string]>([
    [{ orders: '0' }, 'orders "0" is below the least, 1'],
    [{ orders: '-5' }, 'orders "-5" is below the least, 1'],
    [{ orders: '1e9x' }, 'orders "1e9x" is not a whole number'],
    [{ orders: '' }, 'orders "" is not a whole number'],
    [{ orders: '2.5' }, 'orders "2.5" is not a whole number'],
    [{ orders: '0x10' }, 'orders "0x10" is not a whole number'],
    [{ orders: '1000001' }, 'orders "1000001" is over the limit of 1000000'],
    [{ concurrency: '0' }, '--concurrency "0" is below the least, 1'],
    [{ concurrency: '1001' }, '--concurrency "1001" is over the limit of 1000'],
    [{ pause: '200' }, '--pause "200" is not a duration such as 200ms, 2s or 1m'],
    [{ pause: '2h' }, '--pause "2h" is over the limit of 1 h'],
    [{ inFlight: '5' }, '--in-flight "5" is for --rate and --stages; use --concurrency here'],
    [{ rate: '50' }, '--rate "50" needs --duration, e.g. --duration 30s'],
    [{ duration: '30s' }, '--duration "30s" needs --rate, e.g. --rate 50'],
    [{ rate: 'fast', duration: '1s' }, '--rate "fast" is not a number of orders per second such as 50'],
    [{ rate: '-1', duration: '1s' }, '--rate "-1" is not a number of orders per second such as 50'],
    [{ rate: '10001', duration: '1s' }, '--rate "10001" is over the limit of 10000 per second'],
    [{ rate: '0', duration: '1s' }, '--rate: that is no order at all'],
    [{ rate: '1', duration: '0s' }, '--duration "0s" is below the least, 1 ms'],
    [{ rate: '1', duration: '25h' }, '--duration "25h" is over the limit of 24 h'],
    [{ rate: '1000', duration: '1h' }, '--rate: that is 3600000 orders, over the limit of 1000000'],
    [{ orders: '40', rate: '50', duration: '1s' }, 'orders "40" does not go with --rate'],
    [{ concurrency: '4', stages: '1:1s' }, '--concurrency "4" does not go with --stages'],
    [{ pause: '1s', rate: '5', duration: '1s' }, '--pause "1s" does not go with --rate'],
    [{ rate: '5', stages: '1:1s' }, '--rate "5" does not go with --stages, which has its own'],
    [{ stages: '' }, '--stages "" is not RATE:DURATION, such as 10/s:30s or 10-50/s:1m'],
    [{ stages: '10/s' }, '--stages "10/s" is not RATE:DURATION, such as 10/s:30s or 10-50/s:1m'],
    [{ stages: '1-2-3:1s' }, '--stages "1-2-3:1s" has more than two rates'],
    [{ stages: '10:fast' }, '--stages "fast" is not a duration such as 200ms, 2s or 1m'],
    [{ stages: '1:20h,1:20h' }, '--stages: that is longer than a day'],
  ])('refuses %j', (options, message) => {
    expect(() => planFrom(options)).toThrow(expect.objectContaining({ message, exitCode: 64 }));
  });

  it('lists all problems at once', () => {
    const options = { orders: '0', concurrency: 'many', pause: 'long' };
    expect(() => planFrom(options)).toThrow(
      [
        'orders "0" is below the least, 1',
        '--concurrency "many" is not a whole number',
        '--pause "long" is not a duration such as 200ms, 2s or 1m',
      ].join('\n'),
    );
  });
});
