import { expect, it } from 'vitest';
import { leaveApplied } from '../../src/commands/chaos.ts';
import { defaultFaultLimits } from '../../src/engine/fault-scope.ts';
import type { FaultHandle } from '../../src/engine/ports.ts';
import { stopped } from '../../src/model/fault.ts';
import { FakeClock } from '../helpers/fake-clock.ts';

it('a fault that cannot be applied ends with why, also when healing it fails as well', async () => {
  const clock = new FakeClock();
  const said: string[] = [];
  const handle: FaultHandle = {
    fault: stopped('broker'),
    identity: 'fake broker',
    prior: {},
    inject: () => Promise.reject(new Error('no permission to signal it')),
    tookEffect: async () => false,
    heal: () => Promise.reject(new Error('its port is taken')),
    isWell: async () => false,
  };
  const journal = { runId: 'run', elapsedMs: () => 0, record: () => {}, commit: async () => {} };
  const progress = { say: (text: string) => void said.push(text) };
  const context = { journal, clock, progress, limits: defaultFaultLimits };
  await expect(leaveApplied(handle, context, new AbortController().signal)).rejects.toThrow(
    'no permission to signal it',
  );
  expect(said).toEqual([expect.stringContaining('could not be healed within 60000 ms: its port is taken')]);
});
