import type { RunScope } from '../../engine/ports.ts';
import { asText, type ProbeTable, type Selection } from './probe-table.ts';

/** The attempt's key within whatever the shop keeps it in: `Ann r17-3` holds `r17-3`. */
export function keyIn(text: string | null | undefined, { runId }: RunScope): string | undefined {
  const from = text?.indexOf(`${runId}-`) ?? -1;
  if (text === null || text === undefined || runId === undefined || from < 0) return undefined;
  const n = /^\d+/.exec(text.slice(from + runId.length + 1));
  return n === null ? undefined : `${runId}-${n[0]}`;
}

/** The rows of these orders. */
export function ofOrders(scope: RunScope, ids: readonly string[]): Selection {
  return { scope, since: true, ids: { column: 'order', ids } };
}

/** Columns as text; `null` where the relation has no such column. */
export function textsOf(table: ProbeTable, columns: readonly string[]): string {
  return columns
    .map((column) => (table.has(column) ? asText(column) : `null::text as "${column}"`))
    .join(', ');
}
