import type { Attempt } from '../model/attempt.ts';
import { type ResultRow, summarize } from '../model/latency-summary.ts';
import type { LoadWindow, RunRecord } from '../model/run-record.ts';
import type { Sample } from '../model/sample.ts';
import { cleanLine } from './clean-text.ts';
import { clockOf } from './clock-time.ts';
import { type ElidedEntry, elideUnchanged, type TimelineEntry, timelineOf } from './timeline.ts';

export interface LineOptions {
  /** IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
}

/**
 * The whole timeline in line form:
 *
 *     02:14:17 broker stopped
 *     Confirmed 5 orders, avg 133 ms
 *     02:14:19 outbox: 5 | 45 | shipping: 40 | 40
 *
 * Lines without a final line break. Others parse this form: nothing may be added to it.
 */
export function renderTimelineLines(record: RunRecord, options: LineOptions = {}): string {
  const clock = clockOf(record, options.timeZone);
  return elideUnchanged(timelineOf(record), countsText)
    .flatMap((entry) => linesOf(entry, clock))
    .join('\n');
}

function linesOf(entry: TimelineEntry | ElidedEntry, clock: (atMs: number) => string): string[] {
  switch (entry.kind) {
    case 'sample':
      return [sampleLine(entry.sample, clock(entry.atMs))];
    case 'event':
      return entry.of === 'settle' ? [] : [eventLine(entry.text, clock(entry.atMs))];
    case 'load':
      return loadLines(entry.load, entry.attempts);
    case 'elided':
      return [];
  }
}

/** `02:14:19 outbox: 5 | 45 | shipping: 40 | 40`; `at` is the time of day as `clockTime` gives it. */
export function sampleLine(sample: Sample, at: string): string {
  return `${at} ${countsText(sample)}`;
}

/** The counts alone, which are also what makes a line differ from the one before. */
export function countsText(sample: Sample): string {
  const { outbox, shipping } = sample;
  const sent = `${countText(outbox, outbox?.unsent)} | ${countText(outbox, outbox?.all)}`;
  const shipped = `${countText(shipping, shipping?.shipments)} | ${countText(shipping, shipping?.inbox)}`;
  return `outbox: ${sent} | shipping: ${shipped}`;
}

/** `?` for a probe that did not answer, never 0; `-` for a part that this shop does not have. */
export function countText(part: object | null | undefined, count: number | null | undefined): string {
  if (part === undefined) return '-';
  if (part === null || count === null) return '?';
  return count === undefined ? '-' : String(count);
}

/** `02:14:17 broker stopped`. */
export function eventLine(text: string, at: string): string {
  return `${at} ${cleanLine(text)}`;
}

/** One line for each result: `Confirmed 5 orders, avg 133 ms`, `Compensating (BrokenCircuit) 19 orders, avg 25 ms`. */
export function loadLines(load: LoadWindow, attempts: readonly Attempt[]): string[] {
  const lines = summarize(attempts).map(resultLine);
  if (lines.length > 0) return lines;
  return load.endedMs === undefined ? [] : ['no order was sent'];
}

function resultLine(row: ResultRow): string {
  return `${resultName(row)} ${orderCount(row.count)}, avg ${Math.round(row.avgMs)} ms`;
}

/** A result with its reason: `Compensating (BrokenCircuit)`. */
export function resultName(row: Pick<ResultRow, 'result' | 'reason'>): string {
  const reason = row.reason === undefined ? '' : cleanLine(row.reason);
  return reason === '' ? cleanLine(row.result) : `${cleanLine(row.result)} (${reason})`;
}

/** `1 order`, `45 orders`. */
export function orderCount(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}
