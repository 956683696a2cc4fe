import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { RunRecord } from '../model/run-record.ts';
import { type ReportFormat, renderers, reportFormats } from '../report/index.ts';
import { openRunStore } from '../wiring/runs.ts';
import type { CommandContext } from './context.ts';
import { runNamed } from './runs.ts';

export interface ReportFlags {
  readonly format: ReportFormat;
  readonly output?: string | undefined;
}

/**
 * `shopctl report [run]`: renders an earlier run, the latest when none is named, from its journal.
 * @throws ShopctlError when there is no such run, or the file cannot be written
 */
export function report(runId: string | undefined, flags: ReportFlags, context: CommandContext): ExitCode {
  const { output, host } = context;
  const record = runNamed(runId, openRunStore(context));
  const format = output.json ? 'json' : flags.format;
  if (flags.output === undefined) {
    output.printReport(rendered(format, [record], context).trimEnd());
  } else {
    writeReport({ format, path: resolve(host.cwd, flags.output) }, [record], context);
  }
  return ExitCode.held;
}

/** A report that goes to a file. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Absolute. */
  readonly path: string;
}

/**
 * Parses `junit=out/junit.xml,md=out/run.md`.
 * @throws ShopctlError (usage) with what was typed
 */
export function parseReportTargets(text: string, cwd: string): ReportTarget[] {
  return text.split(',').map((item) => {
    const [format = '', path = ''] = item.split(/=(.*)/s);
    const known = reportFormats.find((name) => name === format.trim());
    if (known !== undefined && path.trim() !== '') return { format: known, path: resolve(cwd, path.trim()) };
    throw new ShopctlError({
      message: `--report '${item}' is not <format>=<file>; formats are ${reportFormats.join(', ')}`,
      hint: 'for example --report junit=out/junit.xml,html=out/run.html',
      exitCode: ExitCode.usage,
    });
  });
}

/** @throws ShopctlError (exit 3) when the file cannot be written; the run's verdict is in its journal all the same */
export function writeReport(
  target: ReportTarget,
  records: readonly RunRecord[],
  context: CommandContext,
): void {
  const text = rendered(target.format, records, context, 'file');
  writing(target, records, () => {
    mkdirSync(dirname(target.path), { recursive: true });
    writeFileSync(target.path, text);
  });
  context.output.say(`wrote ${target.path}`);
}

/** GitHub shows this file's Markdown on the page of the job. */
export function appendJobSummary(records: readonly RunRecord[], context: CommandContext): void {
  const path = context.host.env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  const text = rendered('md', records, context, 'file');
  writing({ format: 'md', path }, records, () => appendFileSync(path, `${text}\n`));
}

function writing(target: ReportTarget, records: readonly RunRecord[], write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new ShopctlError({
      message: `the report ${target.path} cannot be written: ${messageOf(error)}`,
      hint: `the run is kept: shopctl report ${records.at(-1)?.runId ?? ''} --format ${target.format} -o <file>`,
      cause: error,
    });
  }
}

function rendered(
  format: ReportFormat,
  records: readonly RunRecord[],
  { output }: CommandContext,
  to: 'terminal' | 'file' = 'terminal',
): string {
  const { style, columns, timeZone } = output;
  return renderers[format](records, to === 'terminal' ? { style, columns, timeZone } : { timeZone });
}
