import { setTimeout as sleep } from 'node:timers/promises';

export interface Wait {
  readonly what: string;
  readonly everyMs: number;
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/**
 * Looks until something is true.
 * @returns when it was first seen to be true, by `performance.now()`
 * @throws Error when it did not become true in time; the signal's reason
 */
export async function whenTrue(look: () => Promise<boolean>, wait: Wait): Promise<number> {
  const { what, everyMs, withinMs, signal } = wait;
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    if (await look()) return performance.now();
    await sleep(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  throw new Error(`waited ${withinMs / 1000} s for ${what}`);
}
