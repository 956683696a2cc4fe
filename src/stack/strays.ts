import type { PartIdentity } from './part.ts';
import { leadersOf } from './part-control.ts';
import { markedProcesses } from './process-table.ts';
import { awaitEnd, familiesOf, killAll } from './signals.ts';
import type { StackDeps } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import type { StackState } from './state-schema.ts';

const graceMs = 1000;

/**
 * Processes of this stack that no record knows: spawned by a shopctl that was killed before it could write, or left
 * by a state file that is gone. Linux only.
 */
export async function straysOf(
  state: StackState | undefined,
  paths: StackPaths,
  deps: StackDeps,
): Promise<PartIdentity[]> {
  const marked = await markedProcesses(`SHOPCTL_STACK=${paths.stackId}`, deps.platform);
  if (marked.length === 0) return [];
  const known = await familiesOf((state?.parts ?? []).flatMap(leadersOf), deps);
  return marked.filter((row) => !known.some((k) => k.pid === row.pid && k.startedAt === row.startedAt));
}

/** Ends the strays; returns how many there were. */
export async function endStrays(
  state: StackState | undefined,
  paths: StackPaths,
  deps: StackDeps,
): Promise<number> {
  const found = await straysOf(state, paths, deps);
  // A child of a broker that has just ended needs a moment to notice that its parent is gone.
  if (found.length === 0 || (await awaitEnd(found, graceMs, deps))) return 0;
  const strays = await straysOf(state, paths, deps);
  if (strays.length > 0) {
    deps.say(`ending ${strays.length} process(es) that an interrupted shopctl left behind`);
    await killAll(strays, deps);
  }
  return strays.length;
}
