import { describe, expect, it } from 'vitest';
import { dueMs, ordersDue, scheduleMs } from '../../src/load/pacer.ts';
import type { RateStage } from '../../src/model/attempt.ts';

const stage = (fromPerSecond: number, toPerSecond: number, durationMs: number): RateStage => ({
  fromPerSecond,
  toPerSecond,
  durationMs,
});

function schedule(stages: readonly RateStage[]): number[] {
  const times: number[] = [];
  for (let at = dueMs(stages, 0); at !== undefined; at = dueMs(stages, times.length)) times.push(at);
  return times.map((at) => Math.round(at * 100) / 100);
}

describe('the schedule of', () => {
  it.each<[string, RateStage[], number[]]>([
    ['a constant rate', [stage(10, 10, 500)], [0, 100, 200, 300, 400]],
    ['a length that is no multiple of the gap', [stage(3, 3, 1000)], [0, 333.33, 666.67]],
    ['a rate below one a second', [stage(0.5, 0.5, 5000)], [0, 2000, 4000]],
    ['a ramp up from zero', [stage(0, 8, 1000)], [0, 500, 707.11, 866.03]],
    ['a ramp down to zero', [stage(8, 0, 1000)], [0, 133.97, 292.89, 500]],
    ['two stages', [stage(2, 2, 1000), stage(4, 4, 1000)], [0, 500, 1000, 1250, 1500, 1750]],
    ['a stage of rate zero in front', [stage(0, 0, 1000), stage(2, 2, 1000)], [1000, 1500]],
    ['a gap of rate zero', [stage(2, 2, 500), stage(0, 0, 1000), stage(2, 2, 500)], [0, 1500]],
    ['half an order carried on to the next stage', [stage(1, 1, 1500), stage(1, 1, 1500)], [0, 1000, 2000]],
    ['no time at all', [stage(10, 10, 0)], []],
    ['no stages', [], []],
  ])('%s', (_title, stages, expected) => {
    expect(schedule(stages)).toEqual(expected);
    expect(ordersDue({ model: 'open', stages, inFlightMax: 1 })).toBe(expected.length);
  });

  it('does not drift: the last order of an hour at 1000/s is due where arithmetic says', () => {
    const hour = [stage(1000, 1000, 3_600_000)];
    expect(dueMs(hour, 3_599_999)).toBeCloseTo(3_599_999, 6);
    expect(dueMs(hour, 3_600_000)).toBeUndefined();
  });

  it('ends a long ramp without losing or adding an order', () => {
    const ramp = [stage(0, 333, 60_000), stage(333, 0, 60_000)];
    const plan = { model: 'open', stages: ramp, inFlightMax: 1 } as const;
    expect(ordersDue(plan)).toBe(19_980);
    expect(scheduleMs(plan)).toBe(120_000);
    expect(dueMs(ramp, 19_979)).toBeLessThan(120_000);
    expect(dueMs(ramp, 19_980)).toBeUndefined();
  });
});
