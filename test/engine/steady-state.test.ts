import { describe, expect, it } from 'vitest';
import { awaitSteadyState } from '../../src/engine/steady-state.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { FakeShop } from '../helpers/fake-shop.ts';

const never = new AbortController().signal;

function shop() {
  const clock = new FakeClock();
  const fake = new FakeShop(clock);
  const sent: number[] = [];
  fake.troubles.onOrder = (n) => sent.push(n);
  const ails = (withinMs = 5000, signal = never) =>
    awaitSteadyState({ runtime: fake.runtime, load: fake.load, clock }, 'between', withinMs, signal);
  return { clock, fake, sent, ails };
}

describe('awaiting the steady state', () => {
  it('is over at once where every part runs and an order is confirmed', async () => {
    const { clock, sent, ails } = shop();
    expect(await ails()).toBeUndefined();
    expect(sent).toEqual([1]);
    expect(clock.monotonic()).toBeLessThan(1000);
  });

  it('waits for a shop that still turns orders away', async () => {
    const { fake, sent, ails } = shop();
    fake.troubles.refuses = (n) => n < 3;
    expect(await ails()).toBeUndefined();
    expect(sent).toEqual([1, 2, 3]);
  });

  it('names the parts that do not run, and sends no order to such a shop', async () => {
    const { fake, sent, ails } = shop();
    fake.states.set('payments', 'paused');
    fake.states.set('broker', 'stopped');
    expect(await ails()).toBe('broker is stopped, payments is paused');
    expect(sent).toEqual([]);
  });

  it('says what an order is answered with when the time is over', async () => {
    const { fake, ails } = shop();
    fake.troubles.refuses = () => true;
    expect(await ails(2000)).toBe('an order is answered with HTTP 422');
  });

  it('ends with the signal', async () => {
    const { ails } = shop();
    await expect(ails(5000, AbortSignal.abort(new Error('Ctrl-C')))).rejects.toThrow('Ctrl-C');
  });
});
