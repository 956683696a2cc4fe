import { rm, stat } from 'node:fs/promises';
import { ShopctlError } from '../errors.ts';
import { withLock } from './lock-file.ts';
import type { PartIdentity } from './part.ts';
import { inspectRecord, partControl } from './part-control.ts';
import { releasePorts } from './port-claims.ts';
import { awaitCollected, familiesOf, leadersOf } from './signals.ts';
import type { StackDeps } from './stack-deps.ts';
import { explainingFiles } from './stack-errors.ts';
import { type StackPaths, stackPaths } from './stack-paths.ts';
import { moveStateAside, readStackState, updateStackState } from './stack-state.ts';
import type { PartRecord, StackState } from './state-schema.ts';
import { endStrays, straysOf } from './strays.ts';

export interface DownOptions {
  readonly stateDir: string;
  /** Deletes the data too. */
  readonly purge?: boolean;
  /** For each part to end by itself, before SIGKILL. Default 15 s. */
  readonly withinMs?: number;
}

export interface DownReport {
  /** Parts that ran and were ended. */
  readonly stopped: readonly string[];
  /** Data folders that were deleted. */
  readonly purged: readonly string[];
  /** Where an unreadable state file was moved to. */
  readonly movedAside?: string;
}

/** `up` and `down` exclude each other; whoever comes second waits for the first this long. */
export const workLock = { withinMs: 120_000, doing: 'is starting or stopping this stack' };

/**
 * Stops the stack: services, then the broker, then PostgreSQL, each gracefully, and verifies that nothing survives.
 * Harmless when there is nothing to stop.
 * @throws ShopctlError when something cannot be ended, or the state file cannot be read and `purge` was not given
 */
export async function down(options: DownOptions, deps: StackDeps): Promise<DownReport> {
  const paths = stackPaths(options.stateDir);
  if (!(await isThere(paths.root)) && !(await isThere(paths.outside))) {
    await endStrays(undefined, paths, deps);
    return { stopped: [], purged: [] };
  }
  return explainingFiles(paths, () =>
    withLock(paths.workLock, workLock, deps, () => stopAndPurge(paths, options, deps)),
  );
}

async function stopAndPurge(paths: StackPaths, options: DownOptions, deps: StackDeps): Promise<DownReport> {
  const { state, movedAside } = await readOrMoveAside(paths, options, deps);
  // Before anything is stopped: a check that heals meanwhile must not start parts again behind this.
  if (state !== undefined) {
    await updateStackState(paths, deps, (now) => {
      now.down = true;
    });
  }
  const processes = await familiesOf((state?.parts ?? []).flatMap(leadersOf), deps);
  const stopped =
    state === undefined ? [] : await stopParts(state, state.parts, paths, options.withinMs ?? 15_000, deps);
  await endStrays(state, paths, deps);
  await verifyNothingLives(state, paths, deps);
  await awaitCollected(processes, deps);
  await releasePorts(paths);
  const purged = options.purge ? await purge(paths, state, deps) : [];
  return { stopped, purged, ...(movedAside !== undefined && { movedAside }) };
}

async function readOrMoveAside(
  paths: StackPaths,
  options: DownOptions,
  deps: StackDeps,
): Promise<{ state: StackState | undefined; movedAside?: string }> {
  try {
    return { state: await readStackState(paths) };
  } catch (error) {
    if (!options.purge || !(error instanceof ShopctlError)) throw error;
    const movedAside = await moveStateAside(paths, deps.clock.now());
    deps.say(`the state file could not be read; it is now ${movedAside}`);
    return { state: undefined, movedAside };
  }
}

/** Stops the given parts in the order in which they lean on each other. Returns the names of those that ran. */
export async function stopParts(
  state: StackState,
  parts: readonly PartRecord[],
  paths: StackPaths,
  withinMs: number,
  deps: StackDeps,
): Promise<string[]> {
  const stopped: string[] = [];
  for (const kind of ['service', 'broker', 'postgres'] as const) {
    const ofKind = parts.filter((part) => part.kind === kind);
    await Promise.all(
      ofKind.map(async (part) => {
        const wasAlive = (await familiesOf(leadersOf(part), deps)).length > 0;
        if (wasAlive) deps.say(`stopping ${part.name}`);
        if (wasAlive || part.identity !== undefined)
          await partControl(part.name, paths, deps).stop({ withinMs });
        if (wasAlive) stopped.push(part.name);
      }),
    );
  }
  return state.parts.map((part) => part.name).filter((name) => stopped.includes(name));
}

async function verifyNothingLives(
  state: StackState | undefined,
  paths: StackPaths,
  deps: StackDeps,
): Promise<void> {
  const leaders = (state?.parts ?? []).flatMap(leadersOf);
  const alive: PartIdentity[] = [
    ...(await familiesOf(leaders, deps)),
    ...(await straysOf(undefined, paths, deps)),
  ];
  for (const part of (await readStackState(paths))?.parts ?? []) {
    const { identity } = await inspectRecord(part, deps);
    if (identity !== undefined) alive.push(identity);
  }
  if (alive.length === 0) return;
  throw new ShopctlError({
    message: `still running: pid ${[...new Set(alive.map((row) => row.pid))].join(', ')}`,
    hint: 'repeat `shopctl down`; see them with `ps`',
  });
}

async function purge(paths: StackPaths, state: StackState | undefined, deps: StackDeps): Promise<string[]> {
  const purged: string[] = [];
  for (const folder of new Set([paths.root, paths.outside, state?.outside ?? paths.outside])) {
    if (!(await isThere(folder))) continue;
    await rm(folder, { recursive: true, force: true });
    purged.push(folder);
  }
  deps.say(`deleted ${purged.join(' and ')}`);
  return purged;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
