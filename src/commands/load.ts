import type { JournalFile } from '../engine/journal-file.ts';
import { ExitCode } from '../exit-code.ts';
import { Interrupted } from '../host.ts';
import type { LoadPlan } from '../model/attempt.ts';
import type { RunEnd, RunRecord } from '../model/run-record.ts';
import { renderJson } from '../report/json.ts';
import { renderResultTables } from '../report/result-table.ts';
import {
  describeGate,
  type Gate,
  judgeGates,
  type PlanOptions,
  parseFailOn,
  planFrom,
} from '../wiring/load.ts';
import { openRunStore } from '../wiring/runs.ts';
import { openShop, type Shop } from '../wiring/shop.ts';
import type { CommandContext } from './context.ts';
import { sayLeftovers } from './leftovers.ts';
import { exitCodeOf } from './outcome.ts';
import { countOrders } from './run-progress.ts';
import { shopctlVersion } from './version.ts';

export interface LoadOptions extends PlanOptions {
  readonly product: string;
  readonly quantity: number;
  /** Limit for one answer, milliseconds; the shop's own when absent. */
  readonly timeout?: number | undefined;
  readonly failOn?: string | undefined;
}

/**
 * `shopctl load`: sends orders and prints the result table. Interrupted, it prints what there is.
 * @returns 0; 1 when a gate of `--fail-on` fired; 130, 143 or 129 when interrupted
 * @throws ShopctlError: usage for a plan that makes no sense, exit 3 when nobody answers at the shop's door
 */
export async function load(options: LoadOptions, context: CommandContext): Promise<ExitCode> {
  const plan = planFrom(options);
  const gates = options.failOn === undefined ? [] : parseFailOn(options.failOn);
  await sayLeftovers(context);
  const shop = await openShop(context);
  try {
    await shop.mustAnswer();
    const store = openRunStore(context);
    const journal = await store.open({
      command: `load ${describePlan(plan)}`,
      shopctlVersion: shopctlVersion(context.host.packageRoot),
    });
    try {
      const record = await sendOrders(plan, shop, options, journal, context);
      return report(record, gates, context);
    } finally {
      await store.close(journal);
    }
  } finally {
    await shop.close();
  }
}

async function sendOrders(
  plan: LoadPlan,
  shop: Shop,
  { product, quantity, timeout }: LoadOptions,
  journal: JournalFile,
  context: CommandContext,
): Promise<RunRecord> {
  const { host } = context;
  const name = 'load 1';
  await journal.commit({ type: 'load-started', name, plan });
  const progress = countOrders(context);
  const limit = timeout === undefined ? {} : { timeoutMs: timeout };
  const totals = await shop.load({ goods: { productId: product, quantity }, ...limit }).run({
    name,
    plan,
    firstN: 1,
    runId: journal.runId,
    clock: () => journal.elapsedMs(),
    onAttempt: (attempt) => {
      journal.record({ type: 'attempt', attempt });
      progress.count();
    },
    signal: host.signal,
  });
  progress.end();
  await journal.commit({ type: 'load-ended', name, totals });
  await journal.commit({ type: 'run-ended', end: endOf(host.signal, journal.elapsedMs()) });
  return journal.fold();
}

function endOf(signal: AbortSignal, atMs: number): RunEnd {
  const reason: unknown = signal.aborted ? signal.reason : undefined;
  if (reason instanceof Interrupted) {
    return { how: 'interrupted', atMs, verdict: 'unknown', why: reason.signalName };
  }
  return { how: 'finished', atMs, verdict: 'held' };
}

function report(record: RunRecord, gates: readonly Gate[], { output }: CommandContext): ExitCode {
  const totals = record.loads[0]?.totals;
  if (output.json) output.printReport(renderJson([record]).trimEnd());
  else output.printReport(renderResultTables(record, { style: output.style }));
  const fired =
    totals === undefined ? [] : judgeGates(gates, record.attempts, totals).filter((gate) => gate.fired);
  for (const gate of fired) output.complain(`fail-on ${describeGate(gate)}`);
  const code = exitCodeOf(record);
  return code === ExitCode.held && fired.length > 0 ? ExitCode.broken : code;
}

function describePlan(plan: LoadPlan): string {
  if (plan.model === 'closed') return `${plan.orders} --concurrency ${plan.concurrency}`;
  const stages = plan.stages.map((stage) => `${stage.toPerSecond}/s:${stage.durationMs / 1000}s`);
  return `--stages ${stages.join(',')}`;
}
