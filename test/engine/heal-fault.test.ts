import { describe, expect, it } from 'vitest';
import { defaultFaultLimits, healFault } from '../../src/engine/fault-scope.ts';
import type { FaultHandle } from '../../src/engine/ports.ts';
import { ShopctlError } from '../../src/errors.ts';
import { stopped } from '../../src/model/fault.ts';
import type { JournalFact } from '../../src/model/journal-event.ts';
import { FakeClock } from '../helpers/fake-clock.ts';

/** Heals a fault whose every try fails with this error. */
async function healFailingWith(error: Error) {
  const clock = new FakeClock();
  const facts: JournalFact[] = [];
  let tries = 0;
  const handle: FaultHandle = {
    fault: stopped('broker'),
    identity: 'fake broker',
    prior: {},
    inject: async () => {},
    tookEffect: async () => true,
    heal: async () => {
      tries += 1;
      throw error;
    },
    isWell: async () => false,
  };
  const commit = async (fact: JournalFact) => void facts.push(fact);
  const journal = { runId: 'run', elapsedMs: () => clock.monotonic(), record: () => {}, commit };
  const begun = clock.monotonic();
  const failure: unknown = await healFault('f1', handle, {
    journal,
    clock,
    progress: { say: () => {} },
    limits: defaultFaultLimits,
  }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { failure, tries, facts, tookMs: clock.monotonic() - begun };
}

describe('healing that fails', () => {
  it('is tried for as long as there is time', async () => {
    const { failure, tries, tookMs } = await healFailingWith(new Error('port 5672 is taken'));
    expect(failure).toMatchObject({
      message: expect.stringContaining('within 60000 ms: port 5672 is taken'),
    });
    expect(tries).toBeGreaterThan(10);
    expect(tookMs).toBeGreaterThanOrEqual(60_000);
  });

  it('is over at once when trying again cannot help, and says what can', async () => {
    const refusal = new ShopctlError({
      message: 'the stack was stopped by shopctl down',
      hint: 'shopctl up starts it',
      isFinal: true,
    });
    const { failure, tries, facts, tookMs } = await healFailingWith(refusal);
    expect(failure).toMatchObject({
      message: 'broker could not be healed: the stack was stopped by shopctl down',
      hint: 'shopctl up starts it',
    });
    expect(tries).toBe(1);
    expect(tookMs).toBe(0);
    expect(facts.map(({ type }) => type)).toEqual(['fault-healing', 'fault-failed']);
  });
});
