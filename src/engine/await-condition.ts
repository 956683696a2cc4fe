import type { Clock } from '../host.ts';

export interface WaitLimits {
  readonly withinMs: number;
  readonly everyMs: number;
}

/**
 * Asks `holds` until it says true. A look that throws counts as false: it is asked again, the deadline decides.
 * @returns whether it held within the limit
 */
export async function awaitCondition(
  holds: () => Promise<boolean>,
  limits: WaitLimits,
  clock: Clock,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = clock.monotonic() + limits.withinMs;
  for (;;) {
    signal?.throwIfAborted();
    const held = await holds().catch(() => false);
    if (held) return true;
    const left = deadline - clock.monotonic();
    if (left <= 0) return false;
    await clock.sleep(Math.min(limits.everyMs, left), signal);
  }
}

/**
 * Rejects with `late()` when `work` takes longer than `withinMs`; the work itself is not stopped.
 */
export async function withDeadline<T>(
  work: Promise<T>,
  withinMs: number,
  clock: Clock,
  late: () => Error,
): Promise<T> {
  const timer = new AbortController();
  const expired = clock.sleep(withinMs, timer.signal).then(
    () => {
      throw late();
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([work, expired]);
  } finally {
    timer.abort();
  }
}

/** Waits for work and gives what it threw, or undefined. Work in the background must not reject before it is awaited. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
