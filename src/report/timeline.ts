import type { Attempt } from '../model/attempt.ts';
import { groupBy } from '../model/group-by.ts';
import type { LoadWindow, RunRecord } from '../model/run-record.ts';
import type { Sample } from '../model/sample.ts';
import { eventsOf, type TimelineEvent } from './timeline-events.ts';

/** What a timeline shows, in the order in which it happened. */
export type TimelineEntry = SampleEntry | TimelineEvent | LoadEntry;

export interface SampleEntry {
  readonly kind: 'sample';
  readonly atMs: number;
  readonly sample: Sample;
}

/** A load that ended, or that the end of the run cut short. */
export interface LoadEntry {
  readonly kind: 'load';
  readonly atMs: number;
  readonly load: LoadWindow;
  readonly attempts: readonly Attempt[];
}

/** Samples that showed nothing new. */
export interface ElidedEntry {
  readonly kind: 'elided';
  readonly atMs: number;
  readonly samples: readonly SampleEntry[];
}

/** An unchanged row is shown again after this long, so that one sees that somebody was still looking. */
export const unchangedPeriodMs = 10_000;

// What happened at the same millisecond: the cause before what was seen of it, and conclusions after that.
const rank = { fault: 0, remark: 1, load: 2, sample: 3, settle: 4, end: 5 } as const;

/** Samples, events and loads of a run as one sequence. */
export function timelineOf(record: RunRecord): TimelineEntry[] {
  const samples = record.samples.map(
    (sample): SampleEntry => ({ kind: 'sample', atMs: sample.atMs, sample }),
  );
  const entries: TimelineEntry[] = [...samples, ...eventsOf(record), ...loadsOf(record)];
  return entries.sort((a, b) => a.atMs - b.atMs || rankOf(a) - rankOf(b));
}

function rankOf(entry: TimelineEntry): number {
  return rank[entry.kind === 'event' ? entry.of : entry.kind];
}

/** Every load with its attempts; one that never ended is placed at the end of the run. */
export function loadsOf(record: RunRecord): LoadEntry[] {
  const attempts = groupBy(record.attempts, (attempt) => attempt.load);
  return record.loads.map((load) => ({
    kind: 'load',
    atMs: load.endedMs ?? record.end.atMs,
    load,
    attempts: attempts.get(load.name) ?? [],
  }));
}

/**
 * Says of each row in turn whether it is worth showing: it differs from the row shown last, or that one was shown a
 * period ago. For live output, where nobody knows what comes next.
 */
export function unchangedFilter(periodMs = unchangedPeriodMs): (row: string, atMs: number) => boolean {
  let shown: { readonly row: string; readonly atMs: number } | undefined;
  return (row, atMs) => {
    if (shown !== undefined && shown.row === row && atMs - shown.atMs < periodMs) return false;
    shown = { row, atMs };
    return true;
  };
}

/**
 * Gathers samples whose row shows nothing new. The last sample always stays: it is how the run ended.
 *
 * @param rowOf the part of a sample that is shown
 */
export function elideUnchanged(
  entries: readonly TimelineEntry[],
  rowOf: (sample: Sample) => string,
  periodMs = unchangedPeriodMs,
): (TimelineEntry | ElidedEntry)[] {
  const isNews = unchangedFilter(periodMs);
  const last = entries.findLast((entry) => entry.kind === 'sample');
  const kept: (TimelineEntry | ElidedEntry)[] = [];
  let elided: SampleEntry[] = [];
  const flush = () => {
    const [first] = elided;
    if (first !== undefined) kept.push({ kind: 'elided', atMs: first.atMs, samples: elided });
    elided = [];
  };
  for (const entry of entries) {
    if (entry.kind === 'sample' && !isNews(rowOf(entry.sample), entry.atMs) && entry !== last) {
      elided.push(entry);
      continue;
    }
    flush();
    kept.push(entry);
  }
  return kept;
}
