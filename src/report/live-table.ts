import type { Sample } from '../model/sample.ts';
import { cleanLine } from './clean-text.ts';
import { drawTable } from './draw-table.ts';
import { plainStyle, type Style } from './style.ts';
import {
  type ColumnName,
  type FittedColumn,
  fitColumns,
  sampleCells,
  type TimelineRow,
} from './timeline-columns.ts';

export interface LiveTableOptions {
  readonly style?: Style | undefined;
  /** Width to keep to, in characters. */
  readonly columns?: number | undefined;
}

/** The timeline table while it happens: the head once, then line by line, each as it comes. */
export interface LiveTable {
  readonly head: () => string;
  /** `at` is the time of day as `clockTime` gives it. */
  readonly sample: (sample: Sample, at: string) => string;
  readonly event: (text: string, at: string) => string;
}

/** Nobody knows the widest number to come: room for seven digits, and for two statuses in words. */
const liveWidth: Readonly<Record<Exclude<ColumnName, 'mark'>, number>> = {
  time: 8,
  unsent: 7,
  all: 7,
  shipments: 9,
  inbox: 7,
  ready: 7,
  unacked: 7,
  orders: 30,
  // Takes all the room there is left.
  event: Number.POSITIVE_INFINITY,
};

const names = Object.keys(liveWidth) as (keyof typeof liveWidth)[];

/** The same columns as the table of a whole run, in widths that hold from the first row on. */
export function createLiveTable(options: LiveTableOptions = {}): LiveTable {
  const style = options.style ?? plainStyle;
  const widthOf = (name: ColumnName) => (name === 'mark' ? 0 : liveWidth[name]);
  const columns = fitColumns(names, widthOf, options.columns).map(
    (column): FittedColumn => (column.name === 'event' ? column : { ...column, width: widthOf(column.name) }),
  );
  const headless = columns.map((column) => ({ ...column, head: '' }));
  const line = (row: TimelineRow) => drawTable(headless, [columns.map(({ name }) => row[name] ?? '')], style);
  return {
    head: () => drawTable(columns, [], style),
    sample: (sample, at) => line({ time: at, ...sampleCells(sample) }),
    event: (text, at) => line({ time: at, event: cleanLine(text) }),
  };
}

/** The part of a sample that a live row shows, to tell whether there is anything new to print. */
export function liveRowOf(sample: Sample): string {
  return JSON.stringify(sampleCells(sample));
}
