import { formatDuration } from '../model/duration.ts';
import { summarize } from '../model/latency-summary.ts';
import { recoveriesOf } from '../model/recovery.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Verdict } from '../model/verdict.ts';
import { cleanLine } from './clean-text.ts';
import { clockOf } from './clock-time.ts';
import { firstFindings } from './findings.ts';
import { describeFlake, describeSpread, describeVerdicts, type Repeats, repeatsOf } from './repeats.ts';
import { latencyCells, totalLine } from './result-table.ts';
import { loadsOf } from './timeline.ts';
import { orderCount, renderTimelineLines } from './timeline-lines.ts';
import { describeRecovery, describeWindow, whyText } from './verdict-text.ts';

export interface MarkdownOptions {
  /** IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
}

/** Emoji, because GitHub strips colours; the word beside it is what counts. */
const mark: Readonly<Record<Verdict, string>> = { held: '✅', broken: '❌', unknown: '❔' };

/** Some runs in GitHub-flavoured Markdown, verdict first; fit for a job summary or a comment. */
export function renderMarkdown(records: readonly RunRecord[], options: MarkdownOptions = {}): string {
  const runs = records.map((record) => `${runBlocks(record, options).join('\n\n')}\n`);
  return [...repeatsOf(records).map(repeatsBlock), ...runs].join('\n');
}

/** First of all: with several runs of one check, what they have in common is the news. */
function repeatsBlock(repeats: Repeats): string {
  const { scenario, runs, verdicts, recovery, flakes } = repeats;
  const worst = verdicts.broken > 0 ? 'broken' : verdicts.unknown > 0 ? 'unknown' : 'held';
  const lines = [
    ...(recovery === undefined ? [] : [`recovery: ${describeSpread(recovery)}`]),
    ...flakes.map((flake) => `flake: run ${flake.runId} ${describeFlake(flake)}`),
  ];
  const head = `## ${mark[worst]} ${describeVerdicts(repeats)}: ${escapeMarkdown(scenario)}, ${runs} runs`;
  return lines.length === 0
    ? `${head}\n`
    : `${head}\n\n${lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n')}\n`;
}

function runBlocks(record: RunRecord, options: MarkdownOptions): string[] {
  const { verdict, atMs } = record.end;
  const about = record.scenario?.name ?? record.command;
  const why = whyText(record);
  return [
    `## ${mark[verdict]} ${verdict}: ${escapeMarkdown(about)}`,
    ...(record.scenario === undefined ? [] : [`> ${escapeMarkdown(record.scenario.obligation)}`]),
    ...(why === undefined ? [] : [escapeMarkdown(why)]),
    ...promiseBlocks(record),
    ...findingBlocks(record),
    ...faultBlocks(record, options.timeZone),
    ...loadBlocks(record),
    ...timelineBlocks(record, options),
    `Run ${escapeMarkdown(record.runId)}, ${formatDuration(atMs)}, shopctl ${escapeMarkdown(record.shopctlVersion)}. ` +
      `Again: ${codeSpan(`shopctl report ${record.runId}`)}`,
  ];
}

function promiseBlocks(record: RunRecord): string[] {
  if (record.judged.length === 0) return [];
  const rows = record.judged.map(({ promise, verdict, lookedAt, reason }) => [
    `${mark[verdict]} ${verdict}`,
    escapeMarkdown(promise),
    escapeMarkdown(reason === undefined ? lookedAt : `${lookedAt}; ${reason}`),
  ]);
  const compared = record.judged.flatMap(({ comparison }) => comparison ?? []);
  const comparisons = compared.map(({ head, rows: cells }) =>
    table(
      head.map(escapeMarkdown),
      cells.map((row) => row.map(escapeMarkdown)),
    ),
  );
  const leftOut = (record.leftOut ?? []).map(
    ({ promise, reason }) => `Left out: ${escapeMarkdown(promise)}, ${escapeMarkdown(reason)}.`,
  );
  return [table(['verdict', 'promise', 'looked at'], rows), ...leftOut, ...comparisons];
}

function findingBlocks(record: RunRecord): string[] {
  const rows = record.judged.flatMap(({ promise, findings }) => {
    const { shown, more } = firstFindings(findings);
    const named = shown.map(({ kind, orderId, detail }) => [promise, kind, orderId, detail]);
    return more === 0 ? named : [...named, [promise, '', `… and ${more} more`, '']];
  });
  if (rows.length === 0) return [];
  const cells = rows.map((row) => row.map(escapeMarkdown));
  return ['### Findings', table(['promise', 'finding', 'order', 'detail'], cells)];
}

function faultBlocks(record: RunRecord, timeZone: string | undefined): string[] {
  if (record.faults.length === 0) return [];
  const clock = clockOf(record, timeZone);
  const lines = [
    ...record.faults.map((window) => describeWindow(window, record.end.atMs, clock)),
    ...recoveriesOf(record).map((recovery) => `recovery: ${describeRecovery(recovery)}`),
  ];
  return ['### Faults, as observed', lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n')];
}

const right = '--:';

function loadBlocks(record: RunRecord): string[] {
  const loads = loadsOf(record).filter(({ attempts }) => attempts.length > 0);
  if (loads.length === 0) return [];
  const rows = loads.flatMap(({ load, attempts }) =>
    summarize(attempts).map((row) => [
      ...[load.name, row.result, row.reason ?? ''].map(escapeMarkdown),
      String(row.count),
      ...latencyCells(row),
    ]),
  );
  const totals = loads.map(({ load, attempts }) => {
    const total =
      load.totals === undefined ? `${orderCount(attempts.length)}, cut short` : totalLine(load.totals);
    return `- ${escapeMarkdown(load.name)}: ${total}`;
  });
  const heads = ['load', 'result', 'reason', 'orders', 'avg ms', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'];
  const aligns = heads.map((_, column) => (column < 3 ? '---' : right));
  return ['### Load', table(heads, rows, aligns), totals.join('\n')];
}

function timelineBlocks(record: RunRecord, options: MarkdownOptions): string[] {
  const lines = renderTimelineLines(record, options);
  if (lines === '') return [];
  const fence = fenceFor(lines);
  return [`<details><summary>Timeline</summary>\n\n${fence}text\n${lines}\n${fence}\n\n</details>`];
}

function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  aligns?: readonly string[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(aligns ?? heads.map(() => '---')), ...rows.map(line)].join('\n');
}

// Longer than any run of backticks inside, so that no line can close it.
function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(longest + 1);
}

function codeSpan(text: string): string {
  const clean = cleanLine(text).replaceAll('`', "'").replaceAll('|', '\\|');
  return `\`${clean}\``;
}

/** Text from outside as Markdown that shows just this text: no markup, no HTML, no table cell of its own. */
export function escapeMarkdown(text: string): string {
  return cleanLine(text)
    .replace(/[\\`*_[\]|~#]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
