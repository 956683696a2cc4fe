import type { Clock } from '../host.ts';
import type { Sample } from '../model/sample.ts';
import type { Journal, RunScope, ShopProbes } from './ports.ts';

export interface PollOptions {
  readonly probes: ShopProbes;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly scope: RunScope;
  readonly onSample?: (sample: Sample) => void;
}

/**
 * Looks at the shop at a fixed cadence until the signal is aborted. A probe that does not answer in time shows as
 * `null` and never delays the next look: each look is due at a multiple of the period, and a look ends before it.
 */
export async function pollUntil(signal: AbortSignal, options: PollOptions): Promise<void> {
  const { clock, everyMs } = options;
  const start = clock.monotonic();
  while (!signal.aborted) {
    await takeSample(options);
    // The next multiple of the period: a machine that was asleep skips the looks it missed.
    const elapsed = clock.monotonic() - start;
    const nextAt = (Math.floor(elapsed / everyMs) + 1) * everyMs;
    await clock.sleep(nextAt - elapsed, signal).catch(() => {});
  }
}

/** One look now, journalled. */
export async function takeSample(options: PollOptions): Promise<Sample> {
  const { probes, journal, scope, everyMs, onSample } = options;
  const atMs = Math.round(journal.elapsedMs());
  const seen = await probes.sample(scope, Math.max(100, everyMs * 0.9));
  const sample = { atMs, ...seen };
  journal.record({ type: 'sample', sample });
  onSample?.(sample);
  return sample;
}
