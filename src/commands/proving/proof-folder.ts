import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../proof/assemble.ts';
import { stackDeps, withLock } from '../../wiring/stack.ts';
import type { CommandContext } from '../context.ts';

/** Where proofs keep their results and journals, and their stacks while they run. */
export function proofFolder({ settings }: CommandContext): string {
  return join(settings.stateDir, 'prove');
}

/** The results of all proofs. */
export function resultsPath(context: CommandContext): string {
  return join(proofFolder(context), 'results.ndjson');
}

/** The journals of the runs that results rest on. */
export function runsFolder(context: CommandContext): string {
  return join(proofFolder(context), 'runs');
}

/** State folder of the stack of one job. */
export function jobFolder(context: CommandContext, job: number): string {
  return join(proofFolder(context), `job-${job}`);
}

/** The state folders of jobs that are there: of a proof that is at work, or was killed. */
export function jobFolders(context: CommandContext): string[] {
  const folder = proofFolder(context);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => /^job-\d+$/.test(entry))
    .map((entry) => join(folder, entry));
}

/**
 * Two proofs of one state folder would end each other's stacks.
 * @throws ShopctlError (exit 3) when another shopctl is at it
 */
export function provingAlone<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  const lock = { withinMs: 500, doing: 'proves with this state folder' };
  return withLock(join(proofFolder(context), 'prove.lock'), lock, stackDeps(context), work);
}

/** Journals are kept as long as a result rests on them; those of interrupted runs and of other code go. */
export function dropOtherRuns(context: CommandContext, results: Results): void {
  const runs = runsFolder(context);
  if (!existsSync(runs)) return;
  const kept = new Set([...results.values()].map(({ runId }) => runId));
  for (const runId of readdirSync(runs).filter((entry) => !kept.has(entry))) {
    rmSync(join(runs, runId), { recursive: true, force: true });
  }
}
