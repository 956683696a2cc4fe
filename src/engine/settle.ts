import type { Clock } from '../host.ts';
import type { Settle } from '../model/run-record.ts';
import type { Journal, Progress, RunProgress, RunScope, ShopProbes } from './ports.ts';

export interface SettleOptions {
  readonly probes: ShopProbes;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly scope: RunScope;
  /** Orders that were accepted as confirmed and so must ship. */
  readonly mustShip: number;
  readonly withinMs: number;
  /** Ends when nothing has changed for so long; absent: the whole time is waited. */
  readonly stillForMs?: number | undefined;
  readonly progress: Progress;
}

/** A wait that is over sooner is not worth a line. */
const sayAfterMs = 1000;
const lookEveryMs = 100;
const probeWithinMs = 2000;
/** Longer than most relays wait between two tries. */
const stayAfterMs = 5000;

/**
 * Waits until everything of this run has arrived: nothing unsent, every saga at an end, every confirmed order shipped.
 * Ends early when it has; at the limit says whether counts were still moving. What it found goes to the journal.
 */
export async function settle(options: SettleOptions, signal: AbortSignal): Promise<Settle> {
  const { probes, journal, clock, scope, withinMs } = options;
  const startedMs = journal.elapsedMs();
  const deadline = clock.monotonic() + withinMs;
  const motion = watchMotion(withinMs);
  let said = false;
  for (;;) {
    signal.throwIfAborted();
    const progress = await probes.progress(scope, probeWithinMs);
    motion.see(progress, clock.monotonic());
    if (progress !== null && hasArrived(progress, options.mustShip)) {
      if (progress.unsent === 0) return close(journal, { startedMs, withinMs, outcome: 'drained' });
      // What stays in an outbox when all has arrived is no reason to wait on, once it is sure to stay.
      if (motion.stoodStillFor(stayAfterMs, clock.monotonic())) {
        const arrivedMs = Math.max(startedMs, journal.elapsedMs() - stayAfterMs);
        return close(journal, { startedMs, withinMs, outcome: 'drained' }, arrivedMs);
      }
    }
    if (!said && journal.elapsedMs() - startedMs > sayAfterMs) {
      said = true;
      options.progress.say(`waiting up to ${withinMs / 1000} s until everything has arrived`);
    }
    const now = clock.monotonic();
    if (now >= deadline || motion.stoodStillFor(options.stillForMs, now)) {
      return close(journal, { startedMs, withinMs, outcome: motion.outcome(now) });
    }
    await clock.sleep(lookEveryMs, signal);
  }
}

/** @param endedMs when it had all arrived, where that was sure only later */
function close(journal: Journal, settle: Omit<Settle, 'endedMs'>, endedMs = journal.elapsedMs()): Settle {
  const whole = { ...settle, endedMs };
  journal.record({ type: 'settled', settle: whole });
  return whole;
}

function hasArrived(progress: RunProgress, mustShip: number): boolean {
  return (
    (progress.unsent === 0 || progress.unsentMayStay === true) &&
    progress.openSagas === 0 &&
    // Shipments of cancelled orders must not stand in for those that confirmed ones still wait for.
    progress.shippedOrders >= Math.max(progress.confirmedOrders, progress.confirmedEvents ?? 0) &&
    progress.confirmedOrders >= mustShip
  );
}

/** Remembers when the progress last changed. */
function watchMotion(withinMs: number) {
  // Nothing changed for this long: it stands still. Longer than any retry pause of the shop (2 s at the most).
  const stillAfterMs = Math.min(5000, withinMs / 2);
  let last: string | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    see(progress: RunProgress | null, now: number): void {
      if (progress === null) return;
      const text = JSON.stringify(progress);
      if (text !== last) changedAt = now;
      last = text;
      answeredAt = now;
    },
    stoodStillFor(ms: number | undefined, now: number): boolean {
      // As of an answer just now: of a shop that is silent nobody knows whether it moves.
      return ms !== undefined && now - changedAt >= ms && now - answeredAt < 1000;
    },
    outcome(now: number): 'moving' | 'still' | 'blind' {
      // One answer long ago does not make a silence a standstill.
      if (now - answeredAt > stillAfterMs) return 'blind';
      return now - changedAt > stillAfterMs ? 'still' : 'moving';
    },
  };
}
