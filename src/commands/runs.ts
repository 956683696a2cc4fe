import type { RunStore } from '../engine/run-store.ts';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { formatDuration } from '../model/duration.ts';
import type { RunRecord } from '../model/run-record.ts';
import { dateTime } from '../report/clock-time.ts';
import { drawTable } from '../report/draw-table.ts';
import { openRunStore } from '../wiring/runs.ts';
import type { CommandContext } from './context.ts';

interface RunLine {
  readonly runId: string;
  readonly command: string;
  readonly openedAt: string;
  /** `held`, `broken`, `unknown`; `running` while its process is at work; the reason where it cannot be read. */
  readonly verdict: string;
  readonly durationMs: number;
}

/** `shopctl runs`: earlier runs, oldest first, with verdict and duration. */
export async function runs(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const store = openRunStore(context);
  const lines: RunLine[] = [];
  // One after the other: records of large runs do not all fit into memory.
  for (const runId of store.list()) lines.push(await runLine(runId, store));
  if (output.json) {
    output.printJson(lines);
    return ExitCode.held;
  }
  if (lines.length === 0) {
    output.say(`no runs yet in ${context.settings.stateDir}`);
    return ExitCode.held;
  }
  const columns = [
    { head: 'run' },
    { head: 'started' },
    { head: 'took' },
    { head: 'verdict' },
    { head: 'command' },
  ];
  const cells = lines.map((line) => [
    line.runId,
    line.openedAt === '' ? '' : dateTime(Date.parse(line.openedAt), output.timeZone),
    formatDuration(line.durationMs),
    line.verdict,
    line.command,
  ]);
  output.print(drawTable(columns, cells, output.style));
  return ExitCode.held;
}

/** A journal that cannot be read is a line that says so, not the end of the list. */
async function runLine(runId: string, store: RunStore): Promise<RunLine> {
  try {
    const record = store.record(runId);
    const { command, openedAt } = record;
    return { runId, command, openedAt, verdict: await verdictOf(record, store), durationMs: record.end.atMs };
  } catch (error) {
    return { runId, command: '', openedAt: '', verdict: `unreadable: ${messageOf(error)}`, durationMs: 0 };
  }
}

async function verdictOf({ runId, end, judged }: RunRecord, store: RunStore): Promise<string> {
  if (end.how === 'lost') return (await store.isAtWork(runId)) ? 'running' : 'killed';
  if (end.how === 'interrupted') return `interrupted (${end.verdict})`;
  if (end.how === 'failed') return 'failed';
  // Loads and single faults promise nothing.
  return judged.length === 0 ? '-' : end.verdict;
}

/**
 * The run that was named, or the latest one.
 * @throws ShopctlError when there is none, with what is near the name
 */
export function runNamed(runId: string | undefined, store: RunStore): RunRecord {
  const known = store.list();
  if (runId !== undefined) {
    const matches = known.filter((id) => id === runId || id.endsWith(`-${runId}`));
    const [match] = matches;
    if (match !== undefined && matches.length === 1) return store.record(match);
    throw new ShopctlError({
      message: `there is no run '${runId}'`,
      hint: 'shopctl runs lists them',
      exitCode: ExitCode.usage,
    });
  }
  const latest = known.at(-1);
  if (latest !== undefined) return store.record(latest);
  throw new ShopctlError({ message: 'there is no run yet', hint: 'shopctl check broker-outage makes one' });
}
