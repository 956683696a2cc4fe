import type { Attempt, LoadTotals } from '../model/attempt.ts';
import { formatDuration } from '../model/duration.ts';
import { type ResultRow, summarize } from '../model/latency-summary.ts';
import type { RunRecord } from '../model/run-record.ts';
import { cleanLine } from './clean-text.ts';
import { type Column, drawTable } from './draw-table.ts';
import { plainStyle, type Style } from './style.ts';
import { loadsOf } from './timeline.ts';
import { orderCount } from './timeline-lines.ts';

export interface ResultTableOptions {
  readonly style?: Style | undefined;
}

const right = 'right';
const columns: readonly Column[] = [
  { head: 'result', width: 24 },
  { head: 'reason', width: 24 },
  { head: 'orders', align: right },
  { head: 'avg ms', align: right },
  { head: 'p50 ms', align: right },
  { head: 'p95 ms', align: right },
  { head: 'p99 ms', align: right },
  { head: 'max ms', align: right },
];

/**
 * The load table: a row for each result and its reason, latencies in ms as the orders' users saw them, and below it the
 * total with the wall time. Lines without a final line break.
 *
 * @param totals absent where the load was cut short
 */
export function renderResultTable(
  attempts: readonly Attempt[],
  totals: LoadTotals | undefined,
  options: ResultTableOptions = {},
): string {
  const style = options.style ?? plainStyle;
  const rows = summarize(attempts);
  const hasReasons = rows.some((row) => row.reason !== undefined);
  const shown = hasReasons ? columns : columns.filter((column) => column.head !== 'reason');
  const cells = rows.map((row) => resultCells(row, hasReasons, style));
  const total = totals === undefined ? cutShortLine(attempts) : totalLine(totals);
  const lines = rows.length === 0 ? [] : [drawTable(fitNames(shown, rows), cells, style)];
  return [...lines, style.bold(total)].join('\n');
}

/** The result tables of all loads of a run, each under its name. */
export function renderResultTables(record: RunRecord, options: ResultTableOptions = {}): string {
  const style = options.style ?? plainStyle;
  return loadsOf(record)
    .map(({ load, attempts }) => {
      const title = style.dim(cleanLine(load.name));
      return `${title}\n${renderResultTable(attempts, load.totals, options)}`;
    })
    .join('\n\n');
}

/**
 * `20 orders in 10.8 s, 1.9 orders/s`, and what there is to explain: which of them were not accepted, and how many were
 * dropped because too many were unanswered.
 */
export function totalLine(totals: LoadTotals): string {
  const { scheduled, started, dropped, accepted, refused, unknown, wallMs } = totals;
  const rate = wallMs > 0 ? [`${rateText((started * 1000) / wallMs)} orders/s`] : [];
  const apart =
    refused + unknown === 0 ? [] : [`${accepted} accepted, ${refused} refused, ${unknown} unknown`];
  const lost = dropped === 0 ? [] : [`${dropped} of ${scheduled} scheduled dropped`];
  return [`${orderCount(started)} in ${formatDuration(wallMs)}`, ...rate, ...apart, ...lost].join(', ');
}

function cutShortLine(attempts: readonly Attempt[]): string {
  return `${orderCount(attempts.length)} until the load was cut short`;
}

/** Two significant digits below 10, whole numbers above. */
export function rateText(perSecond: number): string {
  return perSecond < 10 ? String(Number(perSecond.toPrecision(2))) : String(Math.round(perSecond));
}

function resultCells(row: ResultRow, hasReasons: boolean, style: Style): string[] {
  const verdict = { accepted: 'held', refused: 'broken', unknown: 'unknown' } as const;
  const result = style.verdict[verdict[row.outcome]](cleanLine(row.result));
  const reason = hasReasons ? [cleanLine(row.reason ?? '')] : [];
  return [result, ...reason, String(row.count), ...latencyCells(row)];
}

/** avg, p50, p95, p99 and max in ms: whole ones, and one decimal below 10 ms, where it still says something. */
export function latencyCells(row: ResultRow): string[] {
  return [row.avgMs, row.p50Ms, row.p95Ms, row.p99Ms, row.maxMs].map((ms) =>
    ms < 10 ? ms.toFixed(1) : String(Math.round(ms)),
  );
}

// A column's width is a limit here, not a measure: short names take only their room.
function fitNames(shown: readonly Column[], rows: readonly ResultRow[]): Column[] {
  const longest = { result: longestOf(rows, 'result'), reason: longestOf(rows, 'reason') };
  return shown.map((column) => {
    const { width, ...free } = column;
    if (width === undefined || (column.head !== 'result' && column.head !== 'reason')) return column;
    return longest[column.head] <= width ? free : column;
  });
}

function longestOf(rows: readonly ResultRow[], name: 'result' | 'reason'): number {
  return Math.max(...rows.map((row) => cleanLine(row[name] ?? '').length));
}
