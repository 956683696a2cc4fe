import { describePlan, preflight } from '../engine/preflight.ts';
import { defaultRunOptions, type RunOptions, runScenario } from '../engine/run-scenario.ts';
import { ExitCode } from '../exit-code.ts';
import type { RunRecord } from '../model/run-record.ts';
import { resized, type Scenario } from '../model/scenario.ts';
import { renderJson } from '../report/json.ts';
import { renderRepeats } from '../report/repeats.ts';
import { renderResultTables } from '../report/result-table.ts';
import { renderTimelineLines } from '../report/timeline-lines.ts';
import { renderTimelineTable } from '../report/timeline-table.ts';
import { renderVerdict } from '../report/verdict-text.ts';
import { openRunStore, openShop, orderLoad, type Shop } from '../wiring.ts';
import type { CommandContext, Output } from './context.ts';
import { scenarioNamed } from './explain.ts';
import { sayLeftovers } from './leftovers.ts';
import { exitCodeOf, worstExitCode } from './outcome.ts';
import { appendJobSummary, parseReportTargets, type ReportTarget, writeReport } from './report.ts';
import { followRun } from './run-progress.ts';
import { shopctlVersion } from './version.ts';

export interface CheckOptions {
  /** Orders of the first load, in place of the scenario's number. */
  readonly orders?: number | undefined;
  /** Length of every wait while a fault holds, in place of the scenario's. */
  readonly holdMs?: number | undefined;
  readonly probeOrders?: number | undefined;
  readonly repeat: number;
  /** Resolves the targets and says the plan; breaks nothing, gives no verdict. */
  readonly dryRun: boolean;
  readonly format: 'table' | 'line';
  /** As typed: `junit=out/junit.xml,html=out/run.html`, possibly several times. */
  readonly report: readonly string[];
}

/**
 * `shopctl check <scenario>…`: runs them one after the other and prints each timeline and verdict.
 * @throws ShopctlError before anything is broken: unknown scenario, target not there, shop not reachable
 */
export async function check(
  names: readonly string[],
  options: CheckOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const plan = names.map((name) => resized(scenarioNamed(name), options));
  const targets = options.report.flatMap((text) => parseReportTargets(text, context.host.cwd));
  await sayLeftovers(context);
  const shop = await openShop(context);
  try {
    if (options.dryRun) return await dryRun(plan, shop, context);
    const records: RunRecord[] = [];
    for (const scenario of plan.flatMap((each) => Array<Scenario>(options.repeat).fill(each))) {
      const record = await checkOnce(scenario, options, shop, context);
      records.push(record);
      if (!context.output.json) printRun(record, options.format, context.output);
      if (record.end.how === 'interrupted') break;
    }
    if (context.output.json) context.output.print(renderJson(records).trimEnd());
    else printRepeats(records, context.output);
    writeReports(targets, records, context);
    return worstExitCode(records.map(exitCodeOf));
  } finally {
    await shop.close();
  }
}

async function checkOnce(
  scenario: Scenario,
  options: CheckOptions,
  shop: Shop,
  context: CommandContext,
): Promise<RunRecord> {
  const { host, output } = context;
  await preflight(scenario, shop.runtime);
  await shop.mustAnswer();
  const store = openRunStore(context);
  const journal = await store.open({
    command: `check ${scenario.name}`,
    shopctlVersion: shopctlVersion(host.packageRoot),
    scenario: { name: scenario.name, obligation: scenario.obligation },
  });
  output.say(`${scenario.name}: ${scenario.obligation} (run ${journal.runId})`);
  const follow = followRun(context);
  try {
    const deps = { ...shop, ...follow, load: orderLoad(shop.url), journal, clock: host.clock };
    return await runScenario(scenario, deps, runOptions(options), host.signal);
  } finally {
    follow.end();
    await store.close(journal);
  }
}

function runOptions({ probeOrders }: CheckOptions): RunOptions {
  return probeOrders === undefined ? defaultRunOptions : { ...defaultRunOptions, probeOrders };
}

async function dryRun(plan: readonly Scenario[], shop: Shop, { output }: CommandContext): Promise<ExitCode> {
  const plans = [];
  for (const scenario of plan) {
    const faults = describePlan(await preflight(scenario, shop.runtime));
    plans.push({ scenario: scenario.name, url: shop.url, faults });
  }
  if (output.json) {
    output.printJson(plans);
    return ExitCode.held;
  }
  for (const { scenario, url, faults } of plans) {
    output.print(`${scenario}: orders go to ${url}`);
    for (const fault of faults) output.print(`  ${fault}`);
    output.print('  dry run: nothing was sent, nothing was broken, and there is no verdict');
  }
  return ExitCode.held;
}

/**
 * Writes the reports that were asked for, and the Markdown one to the page of a GitHub Actions job when there is one.
 * @throws ShopctlError (exit 3) when one cannot be written, after the others were tried
 */
function writeReports(
  targets: readonly ReportTarget[],
  records: readonly RunRecord[],
  context: CommandContext,
): void {
  const failures: unknown[] = [];
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const target of targets) attempt(() => writeReport(target, records, context));
  attempt(() => appendJobSummary(records, context));
  if (failures.length > 0) throw failures[0];
}

function printRepeats(records: readonly RunRecord[], output: Output): void {
  const text = renderRepeats(records, output.style);
  if (text !== '') output.print(`${text}\n`);
}

/** Timeline, load tables and verdict of one run, for a terminal. */
export function printRun(record: RunRecord, format: 'table' | 'line', output: Output): void {
  const look = { style: output.style, timeZone: output.timeZone, columns: output.columns };
  const timeline = format === 'line' ? renderTimelineLines(record, look) : renderTimelineTable(record, look);
  for (const block of [timeline, renderResultTables(record, look), renderVerdict(record, look)]) {
    if (block !== '') output.print(`${block}\n`);
  }
}
