import { type Attempt, latencyMs } from '../model/attempt.ts';
import { summarizeLatency } from '../model/latency-summary.ts';
import type { Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { hangsOf } from './hangs.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** Which orders were turned away without asking the part that is away. */
export interface TurnedAway {
  /** The shop's word for it. */
  readonly reason: string;
  /** From when on that is due, as a clause: `once the breaker is open`. */
  readonly when: string;
  /** So many orders may have waited in vain before it is due; 0 when absent. */
  readonly waitsMax?: number;
  /** How long one of those may wait, in milliseconds; no limit when absent. */
  readonly waitWithinMs?: number;
}

const byOpenBreaker: TurnedAway = { reason: 'BrokenCircuit', when: 'once the breaker is open', waitsMax: 2 };

/**
 * A part that is known to be away is not asked: orders are turned away at once instead of waiting for their timeouts.
 * A shop that never learns it turns nobody away: there the orders that came after the first waits are the ones that hang.
 */
export function failsFast(p95WithinMs: number, turnedAway: TurnedAway = byOpenBreaker): Invariant {
  const { reason, when, waitWithinMs } = turnedAway;
  const before = waitWithinMs === undefined ? '' : `, and before that within ${waitWithinMs / 1000} s`;
  return {
    name: 'fails-fast',
    obligation: `${when}, 95 % of orders have their answer within ${p95WithinMs} ms${before}`,
    judge(record) {
      const during = attemptsDuringFaults(record);
      const due = dueToFailFast(during, p95WithinMs, turnedAway);
      const isDue = new Set(due);
      const waited = during.filter((attempt) => !isDue.has(attempt) && latencyMs(attempt) > p95WithinMs);
      const turned = due.filter((attempt) => attempt.reason === reason).length;
      const lookedAt = inWords(due, turned, waited);
      if ((summarizeLatency(due)?.p95Ms ?? 0) > p95WithinMs) {
        const why = turned === 0 ? `nobody was turned away with ${reason}` : 'turned away too slowly';
        return broken(lookedAt, hangsOf(due, p95WithinMs, record), why);
      }
      const hanging = waitWithinMs === undefined ? [] : hangsOf(waited, waitWithinMs, record);
      if (hanging.length > 0) return broken(lookedAt, hanging, 'the orders before that waited too long');
      return turned === 0 ? unknown(`no order was turned away with ${reason}`) : held(lookedAt);
    },
  };
}

/** `19 orders turned away, p50 14 ms, p95 18 ms; 1 before them waited, 6.0 s at the most`. */
function inWords(due: readonly Attempt[], turned: number, waited: readonly Attempt[]): string {
  const share = turned === due.length ? count(turned, 'order') : `${turned} of ${count(due.length, 'order')}`;
  const { p50Ms = 0, p95Ms = 0 } = summarizeLatency(due) ?? {};
  const answered = `${share} turned away, p50 ${Math.round(p50Ms)} ms, p95 ${Math.round(p95Ms)} ms`;
  if (waited.length === 0) return answered;
  const longestS = Math.max(...waited.map(latencyMs)) / 1000;
  return `${answered}; ${waited.length} before them waited, ${longestS.toFixed(1)} s at the most`;
}

/**
 * Those that were turned away at once, and those that came when it was plain that the part is away: an order before them
 * had been turned away, or enough had waited for the shop to know. The order whose own failure opens the breaker waits.
 */
function dueToFailFast(
  attempts: readonly Attempt[],
  withinMs: number,
  { reason, waitsMax = 0 }: TurnedAway,
): Attempt[] {
  if (waitsMax === 0) return [...attempts];
  const isSlow = (attempt: Attempt) => latencyMs(attempt) > withinMs;
  const turnedAway = attempts.filter((attempt) => attempt.reason === reason);
  const inVain = attempts.filter(
    (attempt) => attempt.reason !== reason && attempt.result !== 'Confirmed' && isSlow(attempt),
  );
  const knownFromMs = Math.min(nthEndMs(turnedAway, 1), nthEndMs(inVain, waitsMax));
  return attempts.filter(
    (attempt) => attempt.startedMs >= knownFromMs || (attempt.reason === reason && !isSlow(attempt)),
  );
}

function nthEndMs(attempts: readonly Attempt[], nth: number): number {
  const ends = attempts.map(({ endedMs }) => endedMs).sort((a, b) => a - b);
  return ends[nth - 1] ?? Number.POSITIVE_INFINITY;
}
