import type { Sample } from '../../model/sample.ts';
import { sortedStatuses } from '../timeline-columns.ts';

/** One count over time. `null`: asked and not answered; undefined: this shop has no such part. */
export interface Series {
  readonly name: string;
  readonly className: string;
  readonly countOf: (sample: Sample) => number | null | undefined;
}

/** Series that are read against each other, so on one scale. */
export interface Panel {
  readonly title: string;
  readonly height: number;
  readonly series: readonly Series[];
}

/** A count of a part that may not have answered, or not exist. */
function countIn<Part extends object>(
  part: Part | null | undefined,
  count: (part: Part) => number | null | undefined,
): number | null | undefined {
  return part === null ? null : part && count(part);
}

/** The panels of the timeline chart; series of which this run has no sample are left out. */
export function panelsOf(samples: readonly Sample[]): Panel[] {
  const present = (series: readonly Series[]) =>
    series.filter(({ countOf }) => samples.some((sample) => countOf(sample) !== undefined));
  return [
    { title: 'waiting', height: 110, series: present(waiting) },
    { title: 'arrived', height: 130, series: present(arrived) },
    { title: 'orders by status', height: 110, series: statusSeries(samples) },
  ].filter(({ series }) => series.length > 0);
}

const waiting: readonly Series[] = [
  {
    name: 'queue ready',
    className: 's-queue',
    countOf: ({ queue }) => countIn(queue, ({ ready }) => ready),
  },
  {
    name: 'outbox unsent',
    className: 's-unsent',
    countOf: ({ outbox }) => countIn(outbox, ({ unsent }) => unsent),
  },
];

const arrived: readonly Series[] = [
  {
    name: 'inbox',
    className: 's-inbox',
    countOf: ({ shipping }) => countIn(shipping, ({ inbox }) => inbox),
  },
  {
    name: 'shipments',
    className: 's-shipments',
    countOf: ({ shipping }) => countIn(shipping, ({ shipments }) => shipments),
  },
];

/** Colours there are for statuses; further ones begin again. */
const statusColors = 5;

function statusSeries(samples: readonly Sample[]): Series[] {
  const statuses = new Set(samples.flatMap(({ orders }) => Object.keys(orders ?? {})));
  return sortedStatuses(statuses).map((status, index) => ({
    name: status,
    className: `s-status-${index % statusColors}`,
    countOf: ({ orders }) => countIn(orders, (counts) => counts[status] ?? 0),
  }));
}
