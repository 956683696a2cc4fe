import { stripVTControlCharacters } from 'node:util';
import type { RunRecord } from '../model/run-record.ts';
import { clockOf } from './clock-time.ts';
import { drawTable } from './draw-table.ts';
import { plainStyle, type Style } from './style.ts';
import { type ElidedEntry, elideUnchanged, type TimelineEntry, timelineOf } from './timeline.ts';
import { type ColumnName, columns, fitColumns, sampleCells, type TimelineRow } from './timeline-columns.ts';
import type { TimelineEvent } from './timeline-events.ts';
import { loadLines } from './timeline-lines.ts';
import { windowMarks } from './window-marks.ts';

export interface TableOptions {
  readonly style?: Style | undefined;
  /** IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
  /** Width to keep to, in characters; without it nothing is dropped or cut. */
  readonly columns?: number | undefined;
}

interface TimedRow {
  readonly atMs: number;
  readonly row: TimelineRow;
}

/**
 * The timeline as a table: a row for each change and each event, unchanged ones gathered, and a gutter beside the rows
 * during which a fault was observed. Lines without a final line break; empty where nothing happened.
 */
export function renderTimelineTable(record: RunRecord, options: TableOptions = {}): string {
  const style = options.style ?? plainStyle;
  const clock = clockOf(record, options.timeZone);
  const draw: RowDrawing = { clock, style };
  const entries = elideUnchanged(timelineOf(record), (sample) => JSON.stringify(sampleCells(sample)));
  const timed = entries.flatMap((entry) => rowsOf(entry, draw));
  if (timed.length === 0) return '';
  const marks = windowMarks(record.faults, record.end.atMs, style);
  const gutters = marks.gutters(timed.map(({ atMs }) => atMs));
  const rows = timed.map(({ row }, index): TimelineRow => ({ ...row, mark: gutters[index] ?? '' }));

  const shown = Object.keys(columns) as ColumnName[];
  const names = marks.width === 0 ? shown.filter((name) => name !== 'mark') : shown;
  const fitted = fitColumns(names, widestOf(rows), options.columns);
  const cells = rows.map((row) => fitted.map(({ name }) => row[name] ?? ''));
  return drawTable(fitted, cells, style);
}

interface RowDrawing {
  readonly clock: (atMs: number) => string;
  readonly style: Style;
}

function rowsOf(entry: TimelineEntry | ElidedEntry, draw: RowDrawing): TimedRow[] {
  const { atMs } = entry;
  const time = draw.clock(atMs);
  switch (entry.kind) {
    case 'sample':
      return [{ atMs, row: { time, ...sampleCells(entry.sample) } }];
    case 'event':
      return [{ atMs, row: { time, event: eventText(entry, draw.style) } }];
    case 'load':
      return loadLines(entry.load, entry.attempts).map((line, index) => ({
        atMs,
        row: { time: index === 0 ? time : '', event: line },
      }));
    case 'elided':
      return elidedRows(entry, draw);
  }
}

// One row left out would be replaced by one row that says so.
function elidedRows(entry: ElidedEntry, draw: RowDrawing): TimedRow[] {
  const [only] = entry.samples;
  if (entry.samples.length === 1 && only !== undefined) return rowsOf(only, draw);
  const { style } = draw;
  const row = {
    time: style.dim(style.glyphs.elided),
    event: style.dim(`${entry.samples.length} rows unchanged`),
  };
  return [{ atMs: entry.atMs, row }];
}

function eventText(event: TimelineEvent, style: Style): string {
  const text = event.of === 'fault' ? style.fault(event.text) : event.text;
  return event.note === undefined ? text : `${text} ${style.dim(`(${event.note})`)}`;
}

function widestOf(rows: readonly TimelineRow[]): (name: ColumnName) => number {
  return (name) =>
    rows.reduce((widest, row) => Math.max(widest, stripVTControlCharacters(row[name] ?? '').length), 0);
}
