import { summarize } from '../../model/latency-summary.ts';
import type { RunRecord } from '../../model/run-record.ts';
import { renderTimelineLines } from '../timeline-lines.ts';
import { foundOrders } from './findings-section.ts';
import {
  latencyCaption,
  latencyChart,
  type ResultGroup,
  resultGroups,
  shapeSample,
} from './latency-chart.ts';
import { type Markup, markup } from './markup.ts';
import { timelineChart } from './timeline-chart.ts';

/** The timeline as a chart, and as the lines it stands for. */
export function timelineSection(
  record: RunRecord,
  clock: (atMs: number) => string,
  timeZone: string | undefined,
): Markup {
  const chart = timelineChart(record, clock);
  const lines = renderTimelineLines(record, { timeZone });
  if (lines === '') return markup``;
  return markup`<section><h2>Timeline</h2>
${chart && figure(chart, 'Shaded: a fault was observed. A ? stands where a probe did not answer.')}
<details class="lines"><summary>The same as text</summary><pre>${lines.split('\n').map(
    (line) => markup`<span>${line}</span>
`,
  )}</pre></details></section>`;
}

/** Latency of every order, with a filter by result. */
export function latencySection(
  record: RunRecord,
  groups: readonly ResultGroup[],
  clock: (atMs: number) => string,
): Markup {
  if (record.attempts.length === 0) return markup``;
  const found = foundOrders(record);
  const chart = latencyChart(record, groups, found, clock);
  const caption = latencyCaption(record, found.size > 0);
  return markup`<section><h2>Latency of each order</h2>
<fieldset class="filter"><legend>Results shown</legend>${groups.map(filterBox)}</fieldset>
${figure(chart, caption)}</section>`;
}

/** The groups that chart, filter and hover agree on. */
export function groupsOf(record: RunRecord): ResultGroup[] {
  return resultGroups(summarize(record.attempts), record.attempts, foundOrders(record));
}

function filterBox(group: ResultGroup, index: number): Markup {
  return markup`<label><input type="checkbox" checked data-result="${index}"> ${shapeSample(group)} ${group.name} <span class="count">${group.row.count}</span></label>`;
}

// The text that follows the cursor is read out when it changes: the arrow keys move the cursor, too.
function figure(chart: Markup, caption: string | undefined): Markup {
  return markup`<figure><div class="scroll">${chart}</div><div class="tip" role="status" hidden></div>${caption && markup`<figcaption class="note">${caption}</figcaption>`}</figure>`;
}
