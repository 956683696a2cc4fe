import { describe, expect, it } from 'vitest';
import { defaultFaultLimits, holdFault } from '../../src/engine/fault-scope.ts';
import type { FaultHandle, FaultTimes } from '../../src/engine/ports.ts';
import { stopped } from '../../src/model/fault.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { MemoryJournal } from '../helpers/memory-journal.ts';

/** Holds a fault for 10 s on a runtime that keeps a record. @returns the fault's window */
async function windowOf(record: (clock: FakeClock) => Promise<FaultTimes>) {
  const clock = new FakeClock();
  const journal = new MemoryJournal(clock);
  let isDown = false;
  const handle: FaultHandle = {
    fault: stopped('broker'),
    identity: 'fake broker',
    prior: {},
    inject: async () => {
      await clock.sleep(700);
      isDown = true;
      await clock.sleep(300);
    },
    tookEffect: async () => isDown,
    heal: async () => {
      isDown = false;
    },
    isWell: async () => !isDown,
    when: () => record(clock),
  };
  const context = { journal, clock, progress: { say: () => {} }, limits: defaultFaultLimits };
  await holdFault(handle, context, new AbortController().signal, () => clock.sleep(10_000));
  return journal.fold().faults[0];
}

const openedAt = Date.parse('2026-03-01T02:14:00Z');

describe('a fault on a runtime that keeps a record of its own', () => {
  it('began when the record says, not when somebody looked', async () => {
    const window = await windowOf(async () => ({ beganAt: openedAt + 700 }));
    expect(window).toMatchObject({ injectedMs: 1000, observedMs: 700, healingMs: 11_000 });
    expect(window?.endedEarlyMs).toBeUndefined();
  });

  it('ended early when the target was back for a moment between two looks', async () => {
    const window = await windowOf(async () => ({ beganAt: openedAt + 700, endedAt: openedAt + 4321 }));
    expect(window).toMatchObject({ observedMs: 700, endedEarlyMs: 4321 });
  });

  it.each([
    ['cannot be read', async () => Promise.reject(new Error('no engine'))],
    ['does not come', (clock: FakeClock) => clock.sleep(60_000).then(() => ({}))],
  ])('is what was seen where the record %s', async (_title, record) => {
    const window = await windowOf(record);
    expect(window?.observedMs).toBeGreaterThanOrEqual(1000);
    expect(window?.endedEarlyMs).toBeUndefined();
    expect(window?.healedMs).toBeDefined();
  });
});
