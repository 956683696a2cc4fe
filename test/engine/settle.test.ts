import { describe, expect, it } from 'vitest';
import type { RunProgress } from '../../src/engine/ports.ts';
import { settle } from '../../src/engine/settle.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { FakeShop } from '../helpers/fake-shop.ts';

const arrived: RunProgress = { unsent: 0, shippedOrders: 2, openSagas: 0, confirmedOrders: 2 };
const waiting: RunProgress = { ...arrived, unsent: 1, shippedOrders: 1 };

/** Waits 20 s for a shop that answers as told, by the time that has passed. */
async function outcomeOf(answer: (elapsedMs: number) => RunProgress | null, mustShip = 2): Promise<string> {
  const clock = new FakeClock();
  const probes = { ...new FakeShop(clock).probes, progress: async () => answer(clock.monotonic()) };
  const journal = {
    runId: 'run',
    elapsedMs: () => clock.monotonic(),
    record: () => {},
    commit: async () => {},
  };
  const scope = { runId: 'run', baseline: { marks: {} } };
  const options = { probes, journal, clock, scope, mustShip, withinMs: 20_000, progress: { say: () => {} } };
  return (await settle(options, new AbortController().signal)).outcome;
}

describe('waiting until everything has arrived', () => {
  it.each<[string, string, (elapsedMs: number) => RunProgress | null]>([
    ['all is there', 'drained', () => arrived],
    ['all comes in time', 'drained', (ms) => (ms < 15_000 ? waiting : arrived)],
    ['nothing moves any more', 'still', () => waiting],
    ['it still moves at the limit', 'moving', (ms) => ({ ...waiting, unsent: Math.ceil(30_000 - ms) })],
    ['a saga stays open, or a refund due', 'still', () => ({ ...arrived, openSagas: 1 })],
    [
      'shipments of orders cancelled since do not stand in for missing ones',
      'still',
      () => ({ ...arrived, confirmedEvents: 4, shippedOrders: 3 }),
    ],
    ['a probe that was silent once is asked again', 'drained', (ms) => (ms < 1000 ? null : arrived)],
    ['no probe ever answers', 'blind', () => null],
    ['one answer came, then silence', 'blind', (ms) => (ms < 1000 ? waiting : null)],
  ])('%s: %s', async (_title, outcome, answer) => {
    expect(await outcomeOf(answer)).toBe(outcome);
  });

  it('does not take a shop that lost an order for one where all has arrived', async () => {
    expect(await outcomeOf(() => arrived, 3)).toBe('still');
  });
});
