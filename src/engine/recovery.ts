import { messageOf } from '../errors.ts';
import type { Clock } from '../host.ts';
import { describeFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import { defaultFaultLimits, healFault } from './fault-scope.ts';
import type { Journal, Progress, Runtime } from './ports.ts';
import type { AppliedFault, RunStore, UnreadableRun } from './run-store.ts';

export interface RecoveryDeps {
  readonly store: RunStore;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly progress: Progress;
}

export interface Recovered {
  readonly applied: AppliedFault;
  /** Why it could not be healed; absent when it was. */
  readonly failure?: string;
}

/**
 * Heals faults of earlier runs from what their journals hold, newest first, and writes the healing there. One that
 * cannot be healed does not keep the others from being tried.
 */
export async function healApplied(faults: readonly AppliedFault[], deps: RecoveryDeps): Promise<Recovered[]> {
  const healed: Recovered[] = [];
  for (const applied of faults) {
    try {
      await healOne(applied, deps);
      healed.push({ applied });
    } catch (error) {
      healed.push({ applied, failure: messageOf(error) });
    }
  }
  return healed;
}

async function healOne(applied: AppliedFault, deps: RecoveryDeps): Promise<void> {
  const { fault, identity, prior, id } = applied.window;
  const handle = await deps.runtime.reopen(fault, identity, prior);
  const journal = journalOfEarlierRun(applied.runId, deps.store, deps.clock);
  await healFault(id, handle, { ...deps, journal, limits: defaultFaultLimits });
}

/** The journal of a run that another shopctl opened: every fact goes straight to disk. */
function journalOfEarlierRun(runId: string, store: RunStore, clock: Clock): Journal {
  const openedAt = Date.parse(store.record(runId).openedAt);
  return {
    runId,
    elapsedMs: () => clock.now() - openedAt,
    record: (fact) => void store.append(runId, [fact]),
    commit: (fact) => store.append(runId, [fact]),
  };
}

/**
 * Makes a target run again, whoever stopped it, and closes the faults that the journals still hold for it.
 * @returns the faults this ended
 */
export async function bringBack(target: TargetName, deps: RecoveryDeps): Promise<Recovered[]> {
  const applied = await deps.store.appliedFaults();
  const own = applied.filter(
    ({ window }) => window.fault.target === target && isProcessFault(window.fault.kind),
  );
  await deps.runtime.restore(target);
  return healApplied(own, deps);
}

function isProcessFault(kind: string): boolean {
  return ['stopped', 'killed', 'paused', 'hung'].includes(kind);
}

/**
 * The stack was stopped as a whole: what was applied to it is neither broken nor healed any more, and nobody must start
 * parts of a stopped stack because of it.
 */
export async function dropApplied(store: RunStore, why: string): Promise<void> {
  for (const { runId, window } of await store.appliedFaults()) {
    await store.append(runId, [{ type: 'fault-dropped', id: window.id, why }]);
  }
}

/** What is still broken, and by which command, in one line. */
export function describeApplied({ window, command, runId, ownerAlive }: AppliedFault): string {
  const by = ownerAlive ? `by shopctl ${command}, still running` : `by shopctl ${command}`;
  return `${describeFault(window.fault)} ${by} (run ${runId})`;
}

/** What became of a fault that was to be healed, in one line. */
export function healedLine({ applied, failure }: Recovered): string {
  return failure === undefined
    ? `healed: ${describeApplied(applied)}`
    : `not healed: ${describeApplied(applied)}: ${failure}`;
}

/** That nobody knows what a run broke, and what to do about it, in one line. */
export function describeUnreadable({ runId, folder, why }: UnreadableRun): string {
  return `what run ${runId} broke is not known: ${why}; once shopctl status shows a whole shop, delete ${folder}`;
}
