import type { Sample } from '../model/sample.ts';
import { cleanLine } from './clean-text.ts';
import { type Column, columnGap } from './draw-table.ts';
import { countText } from './timeline-lines.ts';

export type ColumnName =
  | 'mark'
  | 'time'
  | 'unsent'
  | 'all'
  | 'shipments'
  | 'inbox'
  | 'ready'
  | 'unacked'
  | 'orders'
  | 'event';

/** One row of the timeline by column; absent is blank. */
export type TimelineRow = Readonly<Partial<Record<ColumnName, string>>>;

export const columns: Readonly<Record<ColumnName, Column>> = {
  mark: { head: '' },
  time: { head: '\ntime' },
  unsent: { head: 'outbox\nunsent', align: 'right' },
  all: { head: '\nall', align: 'right' },
  shipments: { head: '\nshipments', align: 'right' },
  inbox: { head: '\ninbox', align: 'right' },
  ready: { head: 'queue\nready', align: 'right' },
  unacked: { head: '\nunacked', align: 'right' },
  orders: { head: 'orders\nby status' },
  event: { head: '\nevent' },
};

/** Where there is too little room these go, the first one first; the line form's four counts stay the longest. */
const leastImportant: readonly ColumnName[] = ['unacked', 'orders', 'ready', 'all', 'inbox'];

/** An event is worth at least this much room before a column has to go. */
const eventWidthMin = 30;

/** Counts of one sample. */
export function sampleCells(sample: Sample): TimelineRow {
  const { outbox, shipping, queue } = sample;
  return {
    unsent: countText(outbox, outbox?.unsent),
    all: countText(outbox, outbox?.all),
    shipments: countText(shipping, shipping?.shipments),
    inbox: countText(shipping, shipping?.inbox),
    ready: countText(queue, queue?.ready),
    unacked: countText(queue, queue?.unacked),
    orders: ordersText(sample.orders),
  };
}

// The statuses of the reference shop in the order of an order's life; other shops' follow by name.
const lifeOrder = ['Pending', 'Confirmed', 'Compensating', 'Cancelled'];

/** `45 Confirmed, 2 Cancelled`, always in the same order so that rows can be compared by eye. */
export function ordersText(orders: Sample['orders']): string {
  if (orders === undefined) return '-';
  if (orders === null) return '?';
  return sortedStatuses(Object.keys(orders))
    .filter((status) => orders[status] !== 0)
    .map((status) => `${orders[status]} ${cleanLine(status)}`)
    .join(', ');
}

export function sortedStatuses(statuses: Iterable<string>): string[] {
  const place = (status: string) =>
    lifeOrder.includes(status) ? lifeOrder.indexOf(status) : lifeOrder.length;
  return [...statuses].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

export interface FittedColumn extends Column {
  readonly name: ColumnName;
}

/**
 * Chooses the columns that fit: drops the least important ones, then cuts the events short.
 *
 * @param names what there is to show, in order
 * @param contentWidth widest content of each, without its head
 * @param available characters; undefined when nothing limits the width
 */
export function fitColumns(
  names: readonly ColumnName[],
  contentWidth: (name: ColumnName) => number,
  available: number | undefined,
): FittedColumn[] {
  const widthOf = (name: ColumnName) => Math.max(contentWidth(name), headWidth(columns[name].head));
  const eventWidth = widthOf('event');
  let kept = [...names];
  const room = () => (available ?? Number.POSITIVE_INFINITY) - fixedWidth(kept, widthOf);
  for (const name of leastImportant) {
    if (room() >= Math.min(eventWidth, eventWidthMin)) break;
    kept = kept.filter((each) => each !== name);
  }
  const left = Math.max(room(), 8);
  return kept.map((name) => {
    const cut = name === 'event' && left < eventWidth;
    return { name, ...columns[name], ...(cut ? { width: left } : {}) };
  });
}

function fixedWidth(names: readonly ColumnName[], widthOf: (name: ColumnName) => number): number {
  const others = names.filter((name) => name !== 'event');
  return others.reduce((sum, name) => sum + widthOf(name) + columnGap, 0);
}

function headWidth(head: string): number {
  return Math.max(...head.split('\n').map((line) => line.length));
}
