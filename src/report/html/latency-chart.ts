import { type Attempt, latencyMs } from '../../model/attempt.ts';
import type { ResultRow } from '../../model/latency-summary.ts';
import type { RunRecord } from '../../model/run-record.ts';
import { resultName } from '../timeline-lines.ts';
import { faultShades, timeAxis, valueTick } from './chart-parts.ts';
import { type Markup, markup } from './markup.ts';
import { frame, px, timeScale } from './scales.ts';

/** More dots than this are thinned out evenly within each result, and the chart says so. */
const dotsMax = 20_000;

const plot = { top: 12, height: 260 } as const;

/** The attempts of one result, as the chart and its filter show them. */
export interface ResultGroup {
  readonly row: ResultRow;
  readonly name: string;
  readonly className: string;
  readonly attempts: readonly Attempt[];
}

/** Colours there are for results; the shape says the outcome, whatever the colour. */
const resultColors = 6;

/**
 * Groups attempts as the result table does, in its order.
 *
 * @param found orders with a finding, which are drawn however many there are
 */
export function resultGroups(
  rows: readonly ResultRow[],
  attempts: readonly Attempt[],
  found: ReadonlySet<string>,
): ResultGroup[] {
  const idOf = (of: Pick<ResultRow, 'outcome' | 'result' | 'reason'>) =>
    JSON.stringify([of.outcome, of.result, of.reason ?? null]);
  const byId = new Map<string, Attempt[]>(rows.map((row) => [idOf(row), []]));
  for (const attempt of attempts) byId.get(idOf(attempt))?.push(attempt);
  const stride = Math.ceil(attempts.length / dotsMax);
  return rows.map((row, index) => {
    const all = byId.get(idOf(row)) ?? [];
    const shown = all.filter(({ orderId = '' }, place) => place % stride === 0 || found.has(orderId));
    return { row, name: resultName(row), className: `r-${index % resultColors}`, attempts: shown };
  });
}

/** Maps a latency to y, logarithmically: 25 ms and 6 s are both of interest. */
export interface LatencyScale {
  readonly minMs: number;
  readonly maxMs: number;
}

export function latencyScale(attempts: readonly Attempt[]): LatencyScale {
  let least = Number.POSITIVE_INFINITY;
  let most = 1;
  for (const attempt of attempts) {
    const ms = Math.max(latencyMs(attempt), 1);
    least = Math.min(least, ms);
    most = Math.max(most, ms);
  }
  const minMs = 10 ** Math.floor(Math.log10(Math.min(least, most)));
  return { minMs, maxMs: Math.max(10 ** Math.ceil(Math.log10(most)), minMs * 10) };
}

/**
 * Latency of each order over the time at which it was due: a dot for an accepted one, a cross for a refused one, a
 * diamond for an unknown one. A ring marks orders with a finding. One path for each result, however many orders.
 */
export function latencyChart(
  record: RunRecord,
  groups: readonly ResultGroup[],
  found: ReadonlySet<string>,
  clock: (atMs: number) => string,
): Markup {
  const scale = timeScale(record.end.atMs);
  const latencies = latencyScale(record.attempts);
  const bottom = plot.top + plot.height;
  const y = yOf(latencies);
  const place = (attempt: Attempt) => ({ x: scale.x(attempt.scheduledMs), y: y(latencyMs(attempt)) });
  const paths = groups.map(
    ({ row, className, attempts }, index) =>
      markup`<path class="dots ${row.outcome} ${className}" data-result="${index}" d="${attempts.map((each) => shapes[row.outcome](place(each))).join('')}"/>`,
  );
  const rings = groups.map(({ attempts }, index) => {
    const ringed = attempts.filter(({ orderId }) => orderId !== undefined && found.has(orderId));
    if (ringed.length === 0) return undefined;
    const d = ringed.map((each) => ring(place(each))).join('');
    return markup`<path class="rings" data-result="${index}" d="${d}" aria-hidden="true"/>`;
  });
  return markup`<svg class="plot" viewBox="0 0 ${frame.width} ${bottom + 26}" role="img" tabindex="0" aria-label="${summaryOf(record, groups)}" data-chart="latency" data-top="${plot.top}" data-bottom="${bottom}" data-min="${latencies.minMs}" data-max="${latencies.maxMs}">
${faultShades(record, scale, plot.top, bottom)}
${latencyTicks(latencies).map((ms) => valueTick(tickText(ms), y(ms)))}
${timeAxis(scale, Date.parse(record.openedAt), clock, plot.top, bottom)}
${paths}
${rings}
<path class="cursor" d="" aria-hidden="true"/>
</svg>`;
}

function yOf({ minMs, maxMs }: LatencyScale): (ms: number) => number {
  const decades = Math.log10(maxMs / minMs);
  return (ms) => plot.top + plot.height * (1 - Math.log10(Math.max(ms, minMs) / minMs) / decades);
}

function latencyTicks({ minMs, maxMs }: LatencyScale): number[] {
  const ticks: number[] = [];
  // Two decades or fewer have room for their halves, too.
  const fine = maxMs / minMs <= 100 ? [1, 2, 5] : [1];
  for (let power = minMs; power <= maxMs; power *= 10) ticks.push(...fine.map((factor) => factor * power));
  return ticks.filter((tick) => tick <= maxMs);
}

function tickText(ms: number): string {
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const shapes: Readonly<Record<Attempt['outcome'], (point: Point) => string>> = {
  // With round line caps a line of no length is a dot, which is the shortest way to write one.
  accepted: ({ x, y }) => `M${px(x)} ${px(y)}h0`,
  refused: ({ x, y }) => `M${px(x - 3)} ${px(y - 3)}l6 6m0-6l-6 6`,
  unknown: ({ x, y }) => `M${px(x)} ${px(y - 4)}l4 4l-4 4l-4-4z`,
};

function ring({ x, y }: Point): string {
  return `M${px(x - 7)} ${px(y)}a7 7 0 1 0 14 0a7 7 0 1 0-14 0`;
}

function summaryOf(record: RunRecord, groups: readonly ResultGroup[]): string {
  const results = groups.map(({ row, name }) => `${row.count} ${name}, slowest ${Math.round(row.maxMs)} ms`);
  return `Latency of ${record.attempts.length} orders. ${results.join('; ')}.`;
}

/** A shape as it is in the chart, for the filter. */
export function shapeSample(group: ResultGroup): Markup {
  const { outcome } = group.row;
  return markup`<svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path class="dots ${outcome} ${group.className}" d="${shapes[outcome]({ x: 7, y: 7 })}"/></svg>`;
}

/** How to read the chart, where it does not go without saying. */
export function latencyCaption(record: RunRecord, hasFindings: boolean): string | undefined {
  const stride = Math.ceil(record.attempts.length / dotsMax);
  const outcomes = new Set(record.attempts.map(({ outcome }) => outcome));
  const parts = [
    ...(outcomes.has('refused') ? ['A cross is a refused order.'] : []),
    ...(outcomes.has('unknown') ? ['A diamond is an order whose end its client does not know.'] : []),
    ...(hasFindings ? ['A ring marks an order with a finding.'] : []),
    ...(stride > 1 ? [`One order in ${stride} is drawn; the tables count all.`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
