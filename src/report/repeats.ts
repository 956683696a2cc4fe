import { formatDuration } from '../model/duration.ts';
import { groupBy } from '../model/group-by.ts';
import { percentile } from '../model/latency-summary.ts';
import { recoveryTimesOf } from '../model/recovery.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Verdict } from '../model/verdict.ts';
import { cleanLine } from './clean-text.ts';
import { plainStyle, type Style } from './style.ts';

/** A scenario that was run several times: whether it always ended the same, and how long the shop took to recover. */
export interface Repeats {
  readonly scenario: string;
  readonly runs: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Over the recoveries of all runs that ended; absent when none did. */
  readonly recovery?: RecoverySpread;
  /** Where verdicts differ: the runs that were not held. A check that is broken each time is no flake. */
  readonly flakes: readonly Flake[];
}

export interface RecoverySpread {
  readonly count: number;
  readonly minMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

export interface Flake {
  readonly runId: string;
  readonly verdict: Verdict;
  /** The promises that were not held; empty where the run did not get that far. */
  readonly promises: readonly string[];
}

/** The scenarios that occur more than once among the runs. */
export function repeatsOf(records: readonly RunRecord[]): Repeats[] {
  const named = records.filter(({ scenario }) => scenario !== undefined);
  return [...groupBy(named, ({ scenario }) => scenario?.name ?? '')]
    .filter(([, runs]) => runs.length > 1)
    .map(([scenario, runs]) => repeatsOfOne(scenario, runs));
}

function repeatsOfOne(scenario: string, records: readonly RunRecord[]): Repeats {
  const verdicts = { held: 0, broken: 0, unknown: 0 };
  for (const { end } of records) verdicts[end.verdict] += 1;
  const recovery = spreadOf(records.flatMap(recoveryTimesOf));
  const differ = Object.values(verdicts).filter((count) => count > 0).length > 1;
  const flakes = differ ? records.filter(({ end }) => end.verdict !== 'held').map(flakeOf) : [];
  return {
    scenario,
    runs: records.length,
    verdicts,
    ...(recovery === undefined ? {} : { recovery }),
    flakes,
  };
}

function spreadOf(times: readonly number[]): RecoverySpread | undefined {
  if (times.length === 0) return undefined;
  const ascending = [...times].sort((a, b) => a - b);
  return {
    count: ascending.length,
    minMs: percentile(ascending, 0),
    p50Ms: percentile(ascending, 0.5),
    p95Ms: percentile(ascending, 0.95),
    maxMs: percentile(ascending, 1),
  };
}

function flakeOf({ runId, end, judged }: RunRecord): Flake {
  const promises = judged.filter(({ verdict }) => verdict !== 'held').map(({ promise }) => promise);
  return { runId, verdict: end.verdict, promises };
}

/** `9 held, 1 broken`. */
export function describeVerdicts({ verdicts }: Repeats): string {
  const known: readonly Verdict[] = ['held', 'broken', 'unknown'];
  return known
    .flatMap((verdict) => (verdicts[verdict] > 0 ? `${verdicts[verdict]} ${verdict}` : []))
    .join(', ');
}

/** `min 0.7 s, p50 0.8 s, p95 1.2 s, max 1.2 s, of 10`. */
export function describeSpread({ minMs, p50Ms, p95Ms, maxMs, count }: RecoverySpread): string {
  const figures = [
    ['min', minMs],
    ['p50', p50Ms],
    ['p95', p95Ms],
    ['max', maxMs],
  ] as const;
  return `${figures.map(([name, ms]) => `${name} ${formatDuration(ms)}`).join(', ')}, of ${count}`;
}

/** `broken: no-lost-orders, outbox-drained`. */
export function describeFlake({ verdict, promises }: Flake): string {
  return promises.length === 0 ? verdict : `${verdict}: ${promises.map(cleanLine).join(', ')}`;
}

/** Summary of repeated checks for a terminal; empty when nothing was repeated. Lines without a final line break. */
export function renderRepeats(records: readonly RunRecord[], style: Style = plainStyle): string {
  return repeatsOf(records)
    .map((repeats) => repeatLines(repeats, style).join('\n'))
    .join('\n\n');
}

function repeatLines(repeats: Repeats, style: Style): string[] {
  const { scenario, runs, recovery, flakes } = repeats;
  const facts = [
    ...(recovery === undefined ? [] : [['recovery', describeSpread(recovery)]]),
    ...flakes.map((flake) => ['flake', `${cleanLine(flake.runId)} ${describeFlake(flake)}`]),
  ];
  return [
    `${style.bold(`${cleanLine(scenario)}, ${runs} runs`)}: ${describeVerdicts(repeats)}`,
    ...facts.map(([name = '', text = '']) => `  ${style.dim(name.padEnd('recovery'.length))}  ${text}`),
  ];
}
