import { type MarkedProcess, markedProcesses } from './process-table.ts';
import { awaitEnd, familiesOf, killAll, leadersOf } from './signals.ts';
import type { StackDeps, StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import type { PartRecord, StackState } from './state-schema.ts';

const graceMs = 1000;

/**
 * Processes of this stack that no record knows: spawned by a shopctl that was killed before it could write, or left
 * by a state file that is gone. Linux only.
 */
export async function straysOf(
  state: StackState | undefined,
  paths: StackPaths,
  deps: StackHost,
): Promise<MarkedProcess[]> {
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

/**
 * Ends the strays of one part: those that were started with its environment, which names its ports or, for
 * PostgreSQL, is no other part's. To be called under the lock of the state, where every other process is on record.
 */
export async function endStraysOf(
  part: PartRecord,
  state: StackState,
  paths: StackPaths,
  deps: StackHost,
): Promise<void> {
  const launches = [part.launch, ...(part.companion === undefined ? [] : [part.companion.launch])];
  const wanted = launches.map(({ env }) => Object.entries(env).map(([name, value]) => `${name}=${value}`));
  const strays = (await straysOf(state, paths, deps)).filter(({ environment }) =>
    wanted.some((texts) => texts.every((text) => environment.includes(text))),
  );
  if (strays.length > 0) await killAll(strays, deps);
}
