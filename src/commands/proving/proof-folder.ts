import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import type { Results } from '../../proof/assemble.ts';
import { stackDeps, withLock } from '../../wiring.ts';
import type { CommandContext } from '../context.ts';
import { TrialStack } from './trial-stack.ts';

/** Where proofs keep their results and journals, and their stacks while they run. */
export function proofFolder({ settings }: CommandContext): string {
  return join(settings.stateDir, 'prove');
}

/**
 * Two proofs of one state folder would end each other's stacks.
 * @throws ShopctlError (exit 3) when another shopctl is at it
 */
export function provingAlone<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  const lock = { withinMs: 500, doing: 'proves with this state folder' };
  return withLock(join(proofFolder(context), 'prove.lock'), lock, stackDeps(context), work);
}

/** Ends the stacks that a killed proof left, and keeps the journals of their runs. To be called while proving alone. */
export async function endLeftStacks(context: CommandContext): Promise<void> {
  const folder = proofFolder(context);
  for (const stateDir of jobFolders(folder)) {
    context.output.say(`ending what an earlier proof left in ${stateDir}`);
    const own = { ...context, settings: { ...context.settings, stateDir } };
    await new TrialStack(own, join(folder, 'runs')).end();
  }
}

/** Journals are kept as long as a result rests on them; those of interrupted runs and of other code go. */
export function dropOtherRuns(folder: string, results: Results): void {
  const runs = join(folder, 'runs');
  if (!existsSync(runs)) return;
  const kept = new Set([...results.values()].map(({ runId }) => runId));
  for (const runId of readdirSync(runs).filter((entry) => !kept.has(entry))) {
    rmSync(join(runs, runId), { recursive: true, force: true });
  }
}

/** The same for whoever stops everything; the stacks of a proof that is at work are left alone, and that is said. */
export async function endStacksOfDeadProofs(context: CommandContext): Promise<void> {
  if (jobFolders(proofFolder(context)).length === 0) return;
  let alone = false;
  try {
    await provingAlone(context, () => {
      alone = true;
      return endLeftStacks(context);
    });
  } catch (error) {
    if (alone) throw error;
    context.output.complain(`${messageOf(error)}; its stacks are left alone`);
  }
}

function jobFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => /^job-\d+$/.test(entry))
    .map((entry) => join(folder, entry));
}
