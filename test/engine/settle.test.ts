import { describe, expect, it } from 'vitest';
import type { Journal, RunProgress, ShopProbes } from '../../src/engine/ports.ts';
import { settle } from '../../src/engine/settle.ts';
import { FakeClock } from '../helpers/fake-clock.ts';

const arrived: RunProgress = { unsent: 0, openSagas: 0, confirmedOrders: 10, shippedOrders: 10 };

/** Waits for orders of which the shop shows one reading after the other, the last one again and again. */
async function outcomeOf(readings: readonly (RunProgress | null)[], mustShip = 10) {
  const clock = new FakeClock();
  let look = 0;
  const progress = async () => readings[Math.min(look++, readings.length - 1)] ?? null;
  const journal = { elapsedMs: () => clock.monotonic(), record: () => {} } as unknown as Journal;
  const { outcome } = await settle(
    {
      probes: { progress } as unknown as ShopProbes,
      journal,
      clock,
      scope: { runId: 'run', baseline: { marks: {} } },
      mustShip,
      withinMs: 20_000,
      progress: { say: () => {} },
    },
    new AbortController().signal,
  );
  return outcome;
}

describe('settle', () => {
  const cases: [string, string, (RunProgress | null)[]][] = [
    ['everything has arrived', 'drained', [arrived]],
    ['it arrives while it is waited for', 'drained', [{ ...arrived, unsent: 3 }, arrived]],
    ['a probe that does not answer once is asked again', 'drained', [null, arrived]],
    ['an event stays unsent', 'still', [{ ...arrived, unsent: 1 }]],
    ['a saga stays open', 'still', [{ ...arrived, openSagas: 1 }]],
    ['a confirmed order does not ship', 'still', [{ ...arrived, shippedOrders: 9 }]],
    ['the shop holds fewer orders than it confirmed', 'still', [{ ...arrived, confirmedOrders: 9 }]],
    [
      'shipments of orders cancelled since do not stand in for missing ones',
      'still',
      [{ ...arrived, confirmedEvents: 14, shippedOrders: 12 }],
    ],
    ['no probe ever answers', 'blind', [null]],
  ];
  it.each(cases)('%s: %s', async (_title, outcome, readings) => {
    expect(await outcomeOf(readings)).toBe(outcome);
  });

  it('says that counts still moved at the limit', async () => {
    const moving = Array.from({ length: 300 }, (_, i) => ({ ...arrived, openSagas: 300 - i }));
    expect(await outcomeOf(moving)).toBe('moving');
  });
});
