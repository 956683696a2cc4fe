import { describe, expect, it } from 'vitest';
import { isDue } from '../../src/commands/heal-when-due.ts';
import type { AppliedFault } from '../../src/engine/run-store.ts';
import { stopped } from '../../src/model/fault.ts';

const healDueAt = 1_000_000;

function fault(ownerAlive: boolean, injected: boolean): AppliedFault {
  const window = { id: 'f1', fault: stopped('broker'), identity: 'it', prior: {}, intendedMs: 0 };
  return {
    runId: 'run',
    command: 'chaos broker-stop',
    ownerAlive,
    healDueAt,
    window: injected ? { ...window, injectedMs: 3 } : window,
  };
}

describe('the healer that --for leaves behind', () => {
  it.each<[title: string, ownerAlive: boolean, injected: boolean, afterMs: number, due: boolean]>([
    ['waits for the time when shopctl was killed', false, true, -1, false],
    ['heals on time when shopctl was killed', false, true, 0, true],
    ['heals what may be half done when shopctl was killed', false, false, 0, true],
    ['leaves the whole limit for healing to a shopctl at work', true, true, 60_000, false],
    ['heals when a shopctl at work did not come to an end with it', true, true, 70_000, true],
    ['never heals what a shopctl at work is about to break', true, false, 600_000, false],
  ])('%s', (_title, ownerAlive, injected, afterMs, due) => {
    expect(isDue(fault(ownerAlive, injected), healDueAt + afterMs)).toBe(due);
  });
});
