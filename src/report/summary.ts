import { formatDuration } from '../model/duration.ts';
import { recoveryTimesOf } from '../model/recovery.ts';
import type { RunRecord } from '../model/run-record.ts';
import { cleanLine } from './clean-text.ts';
import { drawTable } from './draw-table.ts';
import { plainStyle, type Style } from './style.ts';

/** A scenario that was not run, and why. */
export interface Skipped {
  readonly scenario: string;
  readonly why: string;
}

const columns = [
  { head: 'scenario' },
  { head: 'verdict' },
  { head: 'recovery', align: 'right' as const },
  { head: 'took', align: 'right' as const },
  { head: 'findings' },
];

/**
 * Several scenarios in one table, worst news in words: verdict, slowest recovery, duration, findings by kind. Without a
 * final line break.
 */
export function renderSummary(
  records: readonly RunRecord[],
  skipped: readonly Skipped[],
  style: Style = plainStyle,
): string {
  const ran = records.map((record) => [
    cleanLine(record.scenario?.name ?? record.command),
    style.verdict[record.end.verdict](record.end.verdict),
    recoveryText(record),
    formatDuration(record.end.atMs),
    findingsText(record),
  ]);
  const left = skipped.map(({ scenario, why }) => [scenario, 'skipped', '', '', cleanLine(why)]);
  return drawTable(columns, [...ran, ...left], style);
}

function recoveryText(record: RunRecord): string {
  const times = recoveryTimesOf(record);
  return times.length === 0 ? '' : formatDuration(Math.max(...times));
}

function findingsText(record: RunRecord): string {
  const counts = new Map<string, number>();
  for (const { kind } of record.judged.flatMap((promise) => promise.findings)) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`);
  const broken = record.judged.filter(({ verdict }) => verdict !== 'held').map(({ promise }) => promise);
  return [...kinds, ...broken].join(', ') || (record.end.why === undefined ? '' : cleanLine(record.end.why));
}
