import { describe, expect, it } from 'vitest';
import type { RunProgress } from '../../src/engine/ports.ts';
import { settle } from '../../src/engine/settle.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { FakeShop } from '../helpers/fake-shop.ts';

const arrived: RunProgress = { unsent: 0, shippedOrders: 2, openSagas: 0, confirmedOrders: 2 };
const waiting: RunProgress = { ...arrived, unsent: 1, shippedOrders: 1 };

type Answer = (elapsedMs: number) => RunProgress | null;

/** Waits 20 s for a shop that answers as told, by the time that has passed. */
async function outcomeOf(answer: Answer, mustShip = 2): Promise<string> {
  return (await waitFor(answer, { mustShip })).outcome;
}

async function waitFor(answer: Answer, wait: { mustShip: number; stillForMs?: number }) {
  const clock = new FakeClock();
  const probes = { ...new FakeShop(clock).probes, progress: async () => answer(clock.monotonic()) };
  const journal = {
    runId: 'run',
    elapsedMs: () => clock.monotonic(),
    record: () => {},
    commit: async () => {},
  };
  const scope = { runId: 'run', baseline: { marks: {} } };
  const options = { probes, journal, clock, scope, withinMs: 20_000, progress: { say: () => {} } };
  return settle({ ...options, ...wait }, new AbortController().signal);
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

  it('ends a wait for what is stuck already when nothing has moved for a while', async () => {
    const moves = (ms: number) => (ms < 3000 ? waiting : { ...waiting, unsent: 0 });
    const { outcome, endedMs } = await waitFor(moves, { mustShip: 2, stillForMs: 6000 });
    expect([outcome, Math.round(endedMs / 1000)]).toEqual(['still', 9]);
  });

  it('does not wait for rows that stay unsent in health, and counts from when all had arrived', async () => {
    const leftovers = { ...arrived, unsent: 4, unsentMayStay: true };
    const { outcome, endedMs } = await waitFor((ms) => (ms < 3000 ? waiting : leftovers), { mustShip: 2 });
    expect([outcome, Math.round(endedMs / 1000)]).toEqual(['drained', 3]);
  });

  it('waits for rows that are still being sent', async () => {
    const sending = (ms: number) => ({ ...arrived, unsent: Math.ceil(8 - ms / 1000), unsentMayStay: true });
    const { outcome, endedMs } = await waitFor((ms) => (ms < 8000 ? sending(ms) : arrived), { mustShip: 2 });
    expect([outcome, Math.round(endedMs / 1000)]).toEqual(['drained', 8]);
  });

  it('does not take silence for standing still', async () => {
    expect(
      await waitFor((ms) => (ms < 1000 ? waiting : null), { mustShip: 2, stillForMs: 6000 }),
    ).toMatchObject({
      outcome: 'blind',
      endedMs: 20_000,
    });
  });

  it('does not take a shop that lost an order for one where all has arrived', async () => {
    expect(await outcomeOf(() => arrived, 3)).toBe('still');
  });
});
