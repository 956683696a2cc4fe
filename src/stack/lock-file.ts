import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, ShopctlError } from '../errors.ts';
import type { PartIdentity } from './part.ts';
import { identityOf, isSameProcess } from './process-table.ts';
import type { StackHost } from './stack-deps.ts';

export interface LockOptions {
  /** Gives up after this long while another living process holds it. */
  readonly withinMs: number;
  /** What the holder does, for the message: `changes the stack`. */
  readonly doing: string;
  readonly signal?: AbortSignal;
}

const retryMs = 20;

/**
 * Runs `work` while holding the lock file `path`, which names its holder by pid and start time, so that the lock of a
 * killed shopctl is recognised and taken over.
 * @throws ShopctlError when another living process holds it for longer than `withinMs`
 */
export async function withLock<T>(
  path: string,
  options: LockOptions,
  deps: StackHost,
  work: () => Promise<T>,
): Promise<T> {
  const me = await identityOf(deps.pid, deps.platform);
  const text = JSON.stringify(me ?? { pid: deps.pid, startedAt: 'unknown' });
  const deadline = deps.clock.monotonic() + options.withinMs;
  await mkdir(dirname(path), { recursive: true });
  while (!(await tryCreate(path, text))) {
    const holder = await readHolder(path);
    if (await breakIfStale(path, holder, deps)) continue;
    if (deps.clock.monotonic() > deadline) throw heldError(path, holder, options);
    await deps.clock.sleep(retryMs, options.signal);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryCreate(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<PartIdentity | 'gone' | 'unreadable'> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (value !== null && typeof value === 'object' && 'pid' in value && 'startedAt' in value) {
      return { pid: Number(value.pid), startedAt: String(value.startedAt) };
    }
    return 'unreadable';
  } catch (error) {
    // An empty file is a holder between its create and its write, or one that died there.
    return codeOf(error) === 'ENOENT' ? 'gone' : 'unreadable';
  }
}

const unreadableSince = new Map<string, number>();

async function breakIfStale(
  path: string,
  holder: PartIdentity | 'gone' | 'unreadable',
  deps: StackHost,
): Promise<boolean> {
  if (holder === 'gone') return true;
  if (holder === 'unreadable') {
    const since = unreadableSince.get(path) ?? deps.clock.monotonic();
    unreadableSince.set(path, since);
    if (deps.clock.monotonic() - since < 2000) return false;
  } else if (await isSameProcess(holder, deps.platform)) {
    return false;
  }
  unreadableSince.delete(path);
  return takeAway(path, holder, deps);
}

/** Moved first and compared then, so that a lock which somebody else took over in between is put back, not lost. */
async function takeAway(path: string, stale: PartIdentity | 'unreadable', deps: StackHost): Promise<boolean> {
  const aside = `${path}.stale-${deps.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  const moved = await readHolder(aside);
  if (JSON.stringify(moved) !== JSON.stringify(stale)) await rename(aside, path);
  else await rm(aside, { force: true });
  return true;
}

function heldError(path: string, holder: unknown, options: LockOptions): ShopctlError {
  const who =
    holder !== null && typeof holder === 'object' && 'pid' in holder ? `pid ${holder.pid}` : 'unknown';
  return new ShopctlError({
    message: `another shopctl (${who}) ${options.doing}, and did not finish within ${options.withinMs / 1000} s`,
    hint: `wait for it, or end it; the lock is ${path}`,
  });
}
