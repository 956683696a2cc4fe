import { type Attempt, type AttemptOutcome, latencyMs } from './attempt.ts';

/** Latencies of some attempts in milliseconds, unrounded; renderers choose the digits. */
export interface LatencySummary {
  readonly count: number;
  readonly avgMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** One row of the load table: all attempts that ended with the same result for the same reason. */
export interface ResultRow extends LatencySummary {
  readonly result: string;
  readonly reason?: string;
  readonly outcome: AttemptOutcome;
}

const outcomeRank: Readonly<Record<AttemptOutcome, number>> = { accepted: 0, refused: 1, unknown: 2 };

/**
 * Rows of the load table, apart for each outcome, result and reason: a refusal in 25 ms and an answer in 6 s averaged
 * together describe no order at all. Accepted first, then by count, then by name, so that equal runs print equally.
 */
export function summarize(attempts: Iterable<Attempt>): ResultRow[] {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const id = JSON.stringify([attempt.outcome, attempt.result, attempt.reason ?? null]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [attempt]);
    else group.push(attempt);
  }
  return [...groups.values()].map(rowOf).sort(byOutcomeThenCount);
}

/** Summary of any attempts together, whatever their results; undefined when there are none. */
export function summarizeLatency(attempts: Iterable<Attempt>): LatencySummary | undefined {
  const latencies = Float64Array.from(attempts, latencyMs).sort();
  if (latencies.length === 0) return undefined;
  let sum = 0;
  for (const latency of latencies) sum += latency;
  return {
    count: latencies.length,
    avgMs: sum / latencies.length,
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    p99Ms: percentile(latencies, 0.99),
    maxMs: percentile(latencies, 1),
  };
}

/**
 * Nearest rank: the smallest value that at least `share` (0 to 1) of all values do not exceed, so it is always a latency
 * that some order really had.
 *
 * @param ascending sorted values
 * @throws RangeError when there are none
 */
export function percentile(ascending: ArrayLike<number>, share: number): number {
  // The small subtraction keeps 0.07 * 100 = 7.000000000000001 from asking for rank 8.
  const rank = Math.max(1, Math.ceil(share * ascending.length - 1e-9));
  const value = ascending[rank - 1];
  if (value === undefined) throw new RangeError(`no value at rank ${rank} of ${ascending.length}`);
  return value;
}

function rowOf(group: readonly Attempt[]): ResultRow {
  const [first] = group;
  const summary = summarizeLatency(group);
  if (first === undefined || summary === undefined) throw new RangeError('a group has at least one attempt');
  const { result, reason, outcome } = first;
  return { result, ...(reason === undefined ? {} : { reason }), outcome, ...summary };
}

function byOutcomeThenCount(a: ResultRow, b: ResultRow): number {
  return (
    Number(a.outcome !== 'accepted') - Number(b.outcome !== 'accepted') ||
    b.count - a.count ||
    outcomeRank[a.outcome] - outcomeRank[b.outcome] ||
    compareText(a.result, b.result) ||
    compareText(a.reason ?? '', b.reason ?? '')
  );
}

// Not localeCompare: the order must not depend on the machine's locale.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
