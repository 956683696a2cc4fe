import { formatDuration } from '../../model/duration.ts';
import { describeFault } from '../../model/fault.ts';
import type { RunRecord } from '../../model/run-record.ts';
import type { Sample } from '../../model/sample.ts';
import { cleanLine } from '../clean-text.ts';
import { describeSettle, observedWindow } from '../timeline-events.ts';
import { orderCount } from '../timeline-lines.ts';
import { faultShades, timeAxis, valueTick } from './chart-parts.ts';
import { lane, type Span } from './lanes.ts';
import { type Markup, markup } from './markup.ts';
import { countTicks, frame, px, type TimeScale, timeScale } from './scales.ts';
import { type Panel, panelsOf, type Series } from './series.ts';
import { spreadLabels } from './spread-labels.ts';

const laneGap = 6;
const panelGap = 40;

/**
 * The timeline as one SVG: loads, observed faults and waits as bars on top, below them what was waiting, what had
 * arrived, and the orders by status, all on one time axis. Nothing of it needs a script.
 *
 * @returns undefined where there is nothing to draw
 */
export function timelineChart(record: RunRecord, clock: (atMs: number) => string): Markup | undefined {
  if (record.samples.length === 0) return undefined;
  const scale = timeScale(record.end.atMs);
  const lanes = drawLanes(record, scale);
  const top = lanes.height + 12;
  const panels = drawPanels(panelsOf(record.samples), record.samples, top, scale);
  const bottom = panels.bottom;
  const height = bottom + 26;
  const openedAt = Date.parse(record.openedAt);
  return markup`<svg class="plot" viewBox="0 0 ${frame.width} ${height}" role="img" tabindex="0" aria-label="${summaryOf(record, clock)}" data-chart="timeline" data-top="0" data-bottom="${bottom}">
${faultShades(record, scale, 0, bottom)}
${timeAxis(scale, openedAt, clock, top, bottom)}
${lanes.drawing}
${panels.drawing}
<path class="cursor" d="" aria-hidden="true"/>
</svg>`;
}

function summaryOf(record: RunRecord, clock: (atMs: number) => string): string {
  const last = record.samples.at(-1);
  const values = panelsOf(record.samples)
    .flatMap(({ series }) => series)
    .map(({ name, countOf }) => `${name} ${(last && countOf(last)) ?? 'unknown'}`);
  return `Counts from ${clock(0)} to ${clock(record.end.atMs)}. At the end: ${values.join(', ')}.`;
}

function drawLanes(record: RunRecord, scale: TimeScale): { height: number; drawing: Markup } {
  const kinds: [string, string, Span[]][] = [
    ['load', 'load', loadSpans(record)],
    ['fault', 'fault', faultSpans(record)],
    ['drain', 'settle', settleSpans(record)],
  ];
  let height = 4;
  const drawings = kinds.map(([name, className, spans]) => {
    const drawn = lane(name, className, spans, height, scale);
    if (drawn.height > 0) height += drawn.height + laneGap;
    return drawn.drawing;
  });
  return { height, drawing: markup`${drawings}` };
}

function loadSpans(record: RunRecord): Span[] {
  return record.loads.map(({ name, startedMs, endedMs, totals }) => {
    const count = totals === undefined ? 'cut short' : orderCount(totals.started);
    return { fromMs: startedMs, toMs: endedMs ?? record.end.atMs, label: `${cleanLine(name)}, ${count}` };
  });
}

function faultSpans(record: RunRecord): Span[] {
  return record.faults.flatMap((window) => {
    const observed = observedWindow(window, record.end.atMs);
    if (observed === undefined) return [];
    const { fromMs, toMs, open } = observed;
    const length = open ? 'not seen healed' : formatDuration(toMs - fromMs);
    return [{ fromMs, toMs, label: `${describeFault(window.fault)}, ${length}` }];
  });
}

function settleSpans(record: RunRecord): Span[] {
  return record.settles.map((settle) => ({
    fromMs: settle.startedMs,
    toMs: settle.endedMs,
    label: describeSettle(settle),
  }));
}

function drawPanels(panels: readonly Panel[], samples: readonly Sample[], top: number, scale: TimeScale) {
  let bottom = top;
  const drawings = panels.map((panel) => {
    const panelTop = bottom + panelGap;
    bottom = panelTop + panel.height;
    return drawPanel(panel, samples, panelTop, scale);
  });
  return { bottom, drawing: markup`${drawings}` };
}

function drawPanel(
  { title, height, series }: Panel,
  samples: readonly Sample[],
  top: number,
  scale: TimeScale,
): Markup {
  const bottom = top + height;
  const values = samples.flatMap((sample) => series.map(({ countOf }) => countOf(sample) ?? 0));
  const ticks = countTicks(values.reduce((most, value) => Math.max(most, value), 0));
  const max = ticks.at(-1) ?? 1;
  const y = (value: number) => bottom - (value / max) * height;
  const lines = series.map(
    ({ className, countOf }) =>
      markup`<path class="line ${className}" d="${stepPath(samples, countOf, scale, y)}"/>`,
  );
  return markup`<g><text class="panel-title" x="${frame.left}" y="${top - 10}">${title}</text>
${ticks.map((tick) => valueTick(String(tick), y(tick)))}
${lines}
${unansweredMarks(series, samples, scale, bottom)}
${endLabels(series, samples, y, top, bottom)}</g>`;
}

/** A count holds until the next look at it; where nobody answered there is no line. */
export function stepPath(
  samples: readonly Sample[],
  countOf: Series['countOf'],
  scale: TimeScale,
  y: (value: number) => number,
): string {
  let path = '';
  let previous: number | undefined;
  let lastX = '';
  for (const sample of samples) {
    const value = countOf(sample) ?? undefined;
    const x = px(scale.x(sample.atMs));
    if (value === undefined) {
      if (previous !== undefined) path += `H${lastX}`;
    } else if (previous === undefined) path += `M${x} ${px(y(value))}h0`;
    else if (value !== previous) path += `H${x}V${px(y(value))}`;
    previous = value;
    lastX = x;
  }
  return previous === undefined ? path : `${path}H${lastX}`;
}

// A `?` in the middle of each stretch of samples in which a probe of this panel did not answer.
function unansweredMarks(
  series: readonly Series[],
  samples: readonly Sample[],
  scale: TimeScale,
  bottom: number,
): Markup {
  const marks: number[] = [];
  let stretch: number[] = [];
  const flush = () => {
    const [first] = stretch;
    const last = stretch.at(-1);
    if (first !== undefined && last !== undefined) marks.push((first + last) / 2);
    stretch = [];
  };
  for (const sample of samples) {
    if (series.some(({ countOf }) => countOf(sample) === null)) stretch.push(scale.x(sample.atMs));
    else flush();
  }
  flush();
  return markup`${marks.map((x) => markup`<text class="unanswered" x="${px(x)}" y="${bottom - 5}" text-anchor="middle">?</text>`)}`;
}

/** Each line's name and last value at its end, instead of a legend. */
function endLabels(
  series: readonly Series[],
  samples: readonly Sample[],
  y: (value: number) => number,
  top: number,
  bottom: number,
): Markup {
  const lasts = series.map(({ countOf }) => samples.findLast((sample) => countOf(sample) !== undefined));
  const values = series.map(({ countOf }, index) => {
    const last = lasts[index];
    return last === undefined ? undefined : (countOf(last) ?? undefined);
  });
  const wanted = values.map((value) => y(value ?? 0));
  const placed = spreadLabels(wanted, 15, top, bottom);
  const x = frame.width - frame.right + 8;
  return markup`${series.map(
    ({ name, className }, index) =>
      markup`<text class="end-label ${className}" x="${x}" y="${px((placed[index] ?? 0) + 4)}">${values[index] ?? '?'} ${shortName(name)}</text>`,
  )}`;
}

function shortName(name: string): string {
  const clean = cleanLine(name);
  return clean.length <= 16 ? clean : `${clean.slice(0, 15)}…`;
}
