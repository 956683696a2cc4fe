import { messageOf, ShopctlError } from '../errors.ts';
import type { Area, Health, Observation } from '../model/checkup.ts';

/** What was seen of one thing; a text alone is well. */
export type Seen = string | Omit<Observation, 'area' | 'name'>;

/** One thing to look at. */
export interface Check {
  readonly area: Area;
  readonly name: string;
  /** What it means when the look fails; a problem unless it says something else. */
  readonly whenFailed?: Health;
  /** What to do when the look fails and its error has no hint of its own; of what is skipped, why it may be missing. */
  readonly advice: string;
  /** @throws ShopctlError with what is wrong and what to do; whatever else it throws is told in its own words */
  look(): Promise<Seen>;
}

/** Sleeps, and gives up when the signal says so. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Looks at everything at once, so that the whole takes as long as the slowest. Never rejects: what does not answer within
 * the limit is told as that, and nobody waits for it.
 *
 * @param withinMs for each of the checks
 */
export async function examine(
  checks: readonly Check[],
  withinMs: number,
  sleep: Sleep,
): Promise<Observation[]> {
  return await Promise.all(checks.map((check) => observe(check, withinMs, sleep)));
}

async function observe(check: Check, withinMs: number, sleep: Sleep): Promise<Observation> {
  const { area, name, advice, whenFailed = 'problem' } = check;
  const done = new AbortController();
  const limit = sleep(withinMs, done.signal).then(() => {
    throw new ShopctlError({ message: `no answer within ${withinMs / 1000} s` });
  });
  // Once the look is over, nobody listens to the limit any more.
  limit.catch(() => {});
  try {
    const seen = await Promise.race([check.look(), limit]);
    return { area, name, ...(typeof seen === 'string' ? { health: 'ok', says: seen } : seen) };
  } catch (error) {
    const hint = error instanceof ShopctlError ? error.hint : undefined;
    // A problem's list, such as that of a tool's last lines, is one line here.
    const says = error instanceof ShopctlError ? error.message.replace(/\s*\n\s*/g, '; ') : messageOf(error);
    // What nobody needs is no errand either.
    if (whenFailed === 'skipped') return { area, name, health: 'skipped', says: `${says} (${advice})` };
    return { area, name, health: whenFailed, says, advice: hint ?? advice };
  } finally {
    done.abort();
  }
}
