import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import { withLock } from './lock-file.ts';
import type { StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import { type StackState, stackStateSchema, stateVersion } from './state-schema.ts';

/**
 * Reads the state file; undefined when there is none.
 * @throws ShopctlError when it cannot be read as a state of this version. It is never overwritten then: it may be all
 * that tells which processes run.
 */
export async function readStackState(paths: StackPaths): Promise<StackState | undefined> {
  let text: string;
  try {
    text = await readFile(paths.stateFile, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw unreadable(paths, messageOf(error), error);
  }
  return parseStackState(text, paths);
}

function parseStackState(text: string, paths: StackPaths): StackState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(paths, text === '' ? 'it is empty' : messageOf(error), error);
  }
  const version =
    value !== null && typeof value === 'object' && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > stateVersion) {
    throw new ShopctlError({
      message: `${paths.stateFile} was written by a newer shopctl (version ${version}, this one knows ${stateVersion})`,
      hint: 'use that shopctl, or `shopctl down --purge` to move the file aside and begin anew',
    });
  }
  const parsed = stackStateSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unreadable(paths, `${issue?.path.join('.') || 'the file'}: ${issue?.message}`, parsed.error);
}

function unreadable(paths: StackPaths, why: string, cause: unknown): ShopctlError {
  return new ShopctlError({
    message: `the stack's state file ${paths.stateFile} cannot be read: ${why}`,
    hint: '`shopctl down --purge` stops what it still finds, moves the file aside and deletes the data',
    cause,
  });
}

/** Writes the state so that a reader, or a crash at any moment, sees the old or the new one, never a half. */
export async function writeStackState(paths: StackPaths, state: StackState): Promise<void> {
  await mkdir(paths.root, { recursive: true });
  const temporary = `${paths.stateFile}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(state, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, paths.stateFile);
  const folder = await open(dirname(paths.stateFile), 'r');
  await folder.sync().catch(() => undefined);
  await folder.close();
}

/**
 * Reads, changes and writes the state while no other shopctl process can. What `change` returns is returned; what it
 * does to its argument is written, also when it throws after a change.
 */
export async function updateStackState<T>(
  paths: StackPaths,
  deps: StackHost,
  change: (state: StackState) => Promise<T> | T,
): Promise<T> {
  const lock = { withinMs: 10_000, doing: 'is writing the state file' };
  return withLock(paths.stateLock, lock, deps, async () => {
    const state = await readStackState(paths);
    if (state === undefined) throw noStack(paths);
    const before = JSON.stringify(state);
    try {
      return await change(state);
    } finally {
      if (JSON.stringify(state) !== before) await writeStackState(paths, state);
    }
  });
}

/** The error for every command that needs a stack where there is none. */
export function noStack(paths: StackPaths): ShopctlError {
  return new ShopctlError({
    message: `there is no stack in ${paths.stateDir}`,
    hint: 'start it: shopctl up',
    isFinal: true,
  });
}

/** The error for whoever would start parts of a stack that was stopped as a whole, e.g. a check that heals. */
export function stackIsDown(paths: StackPaths): ShopctlError {
  return new ShopctlError({
    message: `the stack of ${paths.stateDir} was stopped by shopctl down`,
    hint: 'shopctl up starts it, data kept',
    isFinal: true,
  });
}

/** Moves an unreadable state file out of the folder that a purge deletes; returns where it is now. */
export async function moveStateAside(paths: StackPaths, nowMs: number): Promise<string> {
  const aside = join(
    paths.stateDir,
    `stack.json.broken-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`,
  );
  await rename(paths.stateFile, aside);
  await rm(`${paths.stateFile}.new`, { force: true });
  return aside;
}
