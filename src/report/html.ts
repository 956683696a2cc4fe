import { createHash } from 'node:crypto';
import { formatDuration } from '../model/duration.ts';
import { recoveryTimesOf } from '../model/recovery.ts';
import type { RunRecord } from '../model/run-record.ts';
import { worstOf } from '../model/verdict.ts';
import { clockOf } from './clock-time.ts';
import { type ChartData, chartData } from './html/chart-data.ts';
import { groupsOf, latencySection, timelineSection } from './html/charts-section.ts';
import { findingsSection } from './html/findings-section.ts';
import { loadSection } from './html/load-section.ts';
import { embeddedJson, Markup, markup } from './html/markup.ts';
import { script } from './html/script.ts';
import { styleSheet } from './html/style-sheet.ts';
import { faultsSection, promisesSection, verdictBadge, verdictHeader } from './html/verdict-section.ts';
import { describeFlake, describeSpread, describeVerdicts, type Repeats, repeatsOf } from './repeats.ts';

export interface HtmlOptions {
  /** IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
}

/**
 * Some runs as one self-contained HTML page that asks nobody for anything: verdict first, then promises, findings with
 * each order's story, timeline, latencies and load. Readable without scripts, in light, dark and on paper.
 */
export function renderHtml(records: readonly RunRecord[], options: HtmlOptions = {}): string {
  const { timeZone = 'UTC' } = options;
  const runs = records.map((record, index) => runArticle(record, index, timeZone));
  const overview = records.length > 1 ? runList(records) : undefined;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${titleOf(records)}</title>
<link rel="icon" href="data:,">
<style>${new Markup(styleSheet)}</style>
</head>
<body>
<main>
${overview}
${runs.map(({ article }) => article)}
<footer>${footerText(records)}</footer>
</main>
<script type="application/json" id="data">${embeddedJson(runs.map(({ data }) => data))}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.source;
}

/** Nothing may be loaded or sent, and only this very script and style sheet run. */
const contentPolicy = [
  "default-src 'none'",
  `script-src '${sourceHash(script)}'`,
  `style-src '${sourceHash(styleSheet)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function sourceHash(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}

function runArticle(
  record: RunRecord,
  index: number,
  timeZone: string,
): { article: Markup; data: ChartData } {
  const clock = clockOf(record, timeZone);
  const groups = groupsOf(record);
  const findingsId = `findings-${index}`;
  const article = markup`<article class="run" id="run-${index}" data-run="${index}">
${verdictHeader(record, timeZone)}
${promisesSection(record, findingsId)}
${timelineSection(record, clock, timeZone)}
${faultsSection(record, clock)}
${latencySection(record, groups, clock)}
${loadSection(record)}
${findingsSection(record, findingsId, timeZone)}
</article>`;
  return { article, data: chartData(record, groups, timeZone) };
}

function nameOf(record: RunRecord): string {
  return record.scenario?.name ?? record.command;
}

function titleOf(records: readonly RunRecord[]): string {
  const verdict = worstOf(records.map((record) => record.end.verdict));
  const [first] = records;
  const what = records.length === 1 && first !== undefined ? nameOf(first) : `${records.length} runs`;
  return `${verdict}: ${what}`;
}

function runList(records: readonly RunRecord[]): Markup {
  const items = records.map(
    (record, index) =>
      markup`<li>${verdictBadge(record.end.verdict)} <a href="#run-${index}">${nameOf(record)}</a> <span class="count">${lengthsOf(record)}</span></li>`,
  );
  return markup`<nav aria-label="Runs">${repeatsOf(records).map((each) => repeatsBlock(each, records))}<ul class="runs">${items}</ul></nav>`;
}

function repeatsBlock(repeats: Repeats, records: readonly RunRecord[]): Markup {
  const { scenario, runs, recovery, flakes } = repeats;
  const named = flakes.map((flake) => {
    const index = records.findIndex(({ runId }) => runId === flake.runId);
    return markup`<br>flake: <a href="#run-${index}">${flake.runId}</a> ${describeFlake(flake)}`;
  });
  const spread = recovery && markup`<br>recovery: ${describeSpread(recovery)}`;
  return markup`<p class="repeats"><strong>${scenario}, ${runs} runs: ${describeVerdicts(repeats)}</strong>${spread}${named}</p>`;
}

// With the recovery times side by side, since a repeated check is about them.
function lengthsOf(record: RunRecord): string {
  const recovered = recoveryTimesOf(record);
  const recovery = recovered.length === 0 ? '' : `recovered in ${recovered.map(formatDuration).join(', ')}; `;
  return `${recovery}ran ${formatDuration(record.end.atMs)}`;
}

function footerText(records: readonly RunRecord[]): Markup {
  const [first] = records;
  const again = records.map(({ runId }) => markup` <code>shopctl report ${runId}</code>`);
  return markup`shopctl ${first?.shopctlVersion}. To see it again:${again}`;
}
