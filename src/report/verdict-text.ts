import { formatDuration } from '../model/duration.ts';
import { describeFault, describeHealing } from '../model/fault.ts';
import { type Recovery, recoveriesOf } from '../model/recovery.ts';
import type { FaultWindow, RunRecord } from '../model/run-record.ts';
import type { Comparison, JudgedPromise } from '../model/verdict.ts';
import { cleanLine } from './clean-text.ts';
import { clockOf } from './clock-time.ts';
import { drawTable } from './draw-table.ts';
import { findingLines } from './findings.ts';
import { plainStyle, type Style } from './style.ts';
import { describeEnd, describeSettle, observedWindow } from './timeline-events.ts';

export interface VerdictTextOptions {
  readonly style?: Style | undefined;
  /** IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
}

/**
 * The verdict and what it rests on: each promise with what was looked at, the orders that broke it, how long the shop
 * took to recover, and which faults were seen to hold. Lines without a final line break.
 */
export function renderVerdict(record: RunRecord, options: VerdictTextOptions = {}): string {
  const style = options.style ?? plainStyle;
  const blocks = [
    headline(record, style),
    promiseLines(record.judged, style),
    ...record.judged.map(({ comparison }) => comparisonLines(comparison, style)),
    factLines(record, style, options.timeZone),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

function headline(record: RunRecord, style: Style): string[] {
  const { verdict } = record.end;
  const about = record.scenario?.name ?? record.command;
  const below = [record.scenario?.obligation, whyText(record)].filter((text) => text !== undefined);
  const indent = ' '.repeat(verdict.length + 2);
  return [
    `${style.bold(style.verdict[verdict](verdict))}  ${style.bold(cleanLine(about))}`,
    ...below.map((text) => `${indent}${cleanLine(text)}`),
  ];
}

/** Why the run has the verdict it has, where the promises do not say it. */
export function whyText(record: RunRecord): string | undefined {
  const end = describeEnd(record.end);
  if (end !== undefined) return end;
  if (record.end.why !== undefined) return cleanLine(record.end.why);
  return record.judged.length === 0 ? 'no promise was judged' : undefined;
}

function promiseLines(judged: readonly JudgedPromise[], style: Style): string[] {
  const width = Math.max(...judged.map(({ promise }) => cleanLine(promise).length));
  return judged.flatMap((promise) => {
    const paint = style.verdict[promise.verdict];
    const name = cleanLine(promise.promise).padEnd(width);
    const word = promise.verdict.padEnd('unknown'.length);
    const first = `  ${paint(`${style.glyphs.mark[promise.verdict]} ${word}`)}  ${name}  ${cleanLine(promise.lookedAt)}`;
    return [first, ...evidenceLines(promise, style).map((line) => `      ${line}`)];
  });
}

function evidenceLines({ findings, reason }: JudgedPromise, style: Style): string[] {
  const lines = findingLines(findings, {
    id: style.bold,
    more: (text) => style.dim(text.replace('…', style.glyphs.ellipsis)),
  });
  return reason === undefined ? lines : [cleanLine(reason), ...lines];
}

function comparisonLines(comparison: Comparison | undefined, style: Style): string[] {
  if (comparison === undefined) return [];
  const columns = comparison.head.map((head) => ({ head: cleanLine(head) }));
  const table = drawTable(
    columns,
    comparison.rows.map((row) => row.map(cleanLine)),
    style,
  );
  return table.split('\n').map((line) => `  ${line}`);
}

function factLines(record: RunRecord, style: Style, timeZone: string | undefined): string[] {
  const clock = clockOf(record, timeZone);
  const facts: [string, string][] = [
    ...record.faults.map((window): [string, string] => [
      'fault',
      describeWindow(window, record.end.atMs, clock),
    ]),
    ...recoveriesOf(record).map((recovery): [string, string] => ['recovery', describeRecovery(recovery)]),
    ...(record.leftOut ?? []).map(({ promise, reason }): [string, string] => [
      'left out',
      `${cleanLine(promise)}: ${cleanLine(reason)}`,
    ]),
    ['run', `${cleanLine(record.runId)}, ${formatDuration(record.end.atMs)}`],
    ['again', `shopctl report ${cleanLine(record.runId)}`],
  ];
  return facts.map(([name, text]) => `  ${style.dim(name.padEnd('recovery'.length))}  ${text}`);
}

/** A fault and when it was observed to hold: `broker stopped, observed 02:14:17 to 02:14:36 (19.0 s)`. */
export function describeWindow(
  window: FaultWindow,
  runEndMs: number,
  clock: (atMs: number) => string,
): string {
  const observed = observedWindow(window, runEndMs);
  const failure = window.failure === undefined ? '' : `; failed: ${cleanLine(window.failure)}`;
  const fault = describeFault(window.fault);
  if (observed === undefined) return `${fault}: never observed to take effect${failure}`;
  const { fromMs, toMs, open } = observed;
  if (open) return `${fault}, observed from ${clock(fromMs)}, not seen healed${failure}`;
  const early = window.endedEarlyMs === undefined ? '' : '; it ended by itself, before it was healed';
  return `${fault}, observed ${clock(fromMs)} to ${clock(toMs)} (${formatDuration(toMs - fromMs)})${early}${failure}`;
}

/** From this delay on, the wait for the drain began too late to call all of it recovery. */
const noteworthyDelayMs = 1000;

/** `7 s from broker started to drained`, and when that was waited for only later. */
export function describeRecovery({ window, settle, recoveredMs, unwatchedMs }: Recovery): string {
  const healing = describeHealing(window.fault);
  if (recoveredMs === undefined) return `after ${healing}: ${describeSettle(settle)}`;
  const late =
    unwatchedMs < noteworthyDelayMs ? '' : ` (waited for only after ${formatDuration(unwatchedMs)})`;
  return `${formatDuration(recoveredMs)} from ${healing} to drained${late}`;
}
