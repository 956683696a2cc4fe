import { latencyMs } from '../../model/attempt.ts';
import type { RunRecord } from '../../model/run-record.ts';
import type { Sample } from '../../model/sample.ts';
import { cleanLine } from '../clean-text.ts';
import type { ResultGroup } from './latency-chart.ts';
import { frame, plotWidth, timeScale } from './scales.ts';
import { panelsOf, type Series } from './series.ts';

/** What the script needs to tell the values under the cursor; the charts themselves are drawn already. */
export interface ChartData {
  readonly openedAtMs: number;
  readonly timeZone: string;
  readonly frame: { readonly left: number; readonly plotWidth: number; readonly width: number };
  readonly toMs: number;
  readonly counts: readonly string[];
  /** Time and counts, `null` for "not answered"; a row holds until the next. */
  readonly samples: readonly (readonly (number | null)[])[];
  readonly results: readonly string[];
  /** Orders by column, in the order of time: ten thousand of them fit into a few hundred kilobytes. */
  readonly orders: OrderColumns;
}

interface OrderColumns {
  readonly n: number[];
  readonly atMs: number[];
  readonly ms: number[];
  readonly result: number[];
  readonly id: (string | 0)[];
}

/** Gathers the data of one run's charts. */
export function chartData(record: RunRecord, groups: readonly ResultGroup[], timeZone: string): ChartData {
  const series = toldSeries(record.samples);
  return {
    openedAtMs: Date.parse(record.openedAt),
    timeZone,
    frame: { left: frame.left, plotWidth, width: frame.width },
    toMs: timeScale(record.end.atMs).toMs,
    counts: series.map(({ name }) => cleanLine(name)),
    samples: changedRows(record.samples, series),
    results: groups.map(({ name }) => name),
    orders: orderColumns(groups),
  };
}

/** The counts in the order of the timeline table, those included that would only crowd the chart. */
function toldSeries(samples: readonly Sample[]): Told[] {
  const drawn = panelsOf(samples).flatMap((panel) => panel.series);
  const named = (name: string) => drawn.filter((series) => series.name === name);
  const whole: Told = { name: 'outbox all', countOf: ({ outbox }) => (outbox ? outbox.all : outbox) };
  const unacked: Told = { name: 'queue unacked', countOf: ({ queue }) => (queue ? queue.unacked : queue) };
  const first = [...named('outbox unsent'), whole, ...named('shipments'), ...named('inbox')];
  const all = [...first, ...named('queue ready'), unacked];
  return [...all, ...drawn.filter((series) => !all.includes(series))].filter(({ countOf }) =>
    samples.some((sample) => countOf(sample) !== undefined),
  );
}

type Told = Pick<Series, 'name' | 'countOf'>;

function changedRows(samples: readonly Sample[], series: readonly Told[]): (number | null)[][] {
  const rows: (number | null)[][] = [];
  let shown = '';
  for (const sample of samples) {
    const counts = series.map(({ countOf }) => countOf(sample) ?? null);
    const row = counts.join();
    if (row === shown) continue;
    shown = row;
    rows.push([Math.round(sample.atMs), ...counts]);
  }
  return rows;
}

function orderColumns(groups: readonly ResultGroup[]): OrderColumns {
  const columns: OrderColumns = { n: [], atMs: [], ms: [], result: [], id: [] };
  const drawn = groups.flatMap(({ attempts }, result) => attempts.map((attempt) => ({ attempt, result })));
  drawn.sort((a, b) => a.attempt.scheduledMs - b.attempt.scheduledMs);
  for (const { attempt, result } of drawn) {
    columns.n.push(attempt.n);
    columns.atMs.push(Math.round(attempt.scheduledMs));
    columns.ms.push(Math.round(latencyMs(attempt) * 10) / 10);
    columns.result.push(result);
    columns.id.push(attempt.orderId === undefined ? 0 : cleanLine(attempt.orderId));
  }
  return columns;
}
