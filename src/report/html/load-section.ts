import { type ResultRow, summarize } from '../../model/latency-summary.ts';
import type { RunRecord } from '../../model/run-record.ts';
import { latencyCells, totalLine } from '../result-table.ts';
import { type LoadEntry, loadsOf } from '../timeline.ts';
import { orderCount } from '../timeline-lines.ts';
import { type Markup, markup } from './markup.ts';

const latencyHeads = ['avg ms', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'];

/** The load table: each load's results with their latencies, and its total with the wall time. */
export function loadSection(record: RunRecord): Markup {
  const loads = loadsOf(record);
  if (loads.length === 0) return markup``;
  const heads = ['orders', ...latencyHeads].map(
    (head) => markup`<th scope="col" class="number">${head}</th>`,
  );
  return markup`<section><h2>Load</h2><div class="scroll"><table class="loads"><thead><tr><th scope="col">result</th><th scope="col">reason</th>${heads}</tr></thead>${loads.map(loadBody)}</table></div></section>`;
}

function loadBody({ load, attempts }: LoadEntry): Markup {
  const total =
    load.totals === undefined ? `${orderCount(attempts.length)}, cut short` : totalLine(load.totals);
  return markup`<tbody><tr class="load-name"><th scope="rowgroup" colspan="8">${load.name} <span class="total">${total}</span></th></tr>${summarize(attempts).map(resultRow)}</tbody>`;
}

function resultRow(row: ResultRow): Markup {
  const cells = [String(row.count), ...latencyCells(row)].map(
    (text) => markup`<td class="number">${text}</td>`,
  );
  return markup`<tr><th scope="row">${row.result}</th><td>${row.reason}</td>${cells}</tr>`;
}
