import { lacking, mustHaveActions } from '../engine/abilities.ts';
import { describePlan, preflight } from '../engine/preflight.ts';
import { defaultRunOptions, type RunOptions } from '../engine/run-scenario.ts';
import { awaitSteadyState } from '../engine/steady-state.ts';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { RunRecord } from '../model/run-record.ts';
import { resized, type Scenario } from '../model/scenario.ts';
import { renderJson } from '../report/json.ts';
import { renderRepeats } from '../report/repeats.ts';
import { renderResultTables } from '../report/result-table.ts';
import { renderSummary, type Skipped } from '../report/summary.ts';
import { renderTimelineLines } from '../report/timeline-lines.ts';
import { renderTimelineTable } from '../report/timeline-table.ts';
import { renderVerdict } from '../report/verdict-text.ts';
import { forShop } from '../scenarios/for-shop.ts';
import { scenarios } from '../scenarios/index.ts';
import { openShop, type Shop } from '../wiring/shop.ts';
import { checkOnce } from './check-once.ts';
import { runSeries, type Series } from './check-series.ts';
import type { CommandContext, Output } from './context.ts';
import { sayLeftovers } from './leftovers.ts';
import { exitCodeOf, worstExitCode } from './outcome.ts';
import { appendJobSummary, parseReportTargets, type ReportTarget, writeReport } from './report.ts';
import { followRun } from './run-progress.ts';
import { scenariosOf } from './scenario-files.ts';
import { stepByStep } from './step-by-step.ts';

/** Between two scenarios; longer than a circuit breaker stays open. */
const wellWithinMs = 30_000;

export interface CheckOptions {
  /** Every scenario that `check --list` shows. */
  readonly all: boolean;
  /** A scenario that had to be skipped makes the whole unknown. */
  readonly strict: boolean;
  /** Says what each step is about to do, and waits for Enter. */
  readonly step: boolean;
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
  words: readonly string[],
  options: CheckOptions,
  context: CommandContext,
): Promise<ExitCode> {
  if (options.strict && !options.all) throw strictWithoutAll();
  const typed = await planOf(words, options, context);
  const targets = options.report.flatMap((text) => parseReportTargets(text, context.host.cwd));
  await sayLeftovers(context);
  const shop = await openShop(context);
  try {
    if (!options.dryRun) {
      await shop.mustAnswer();
      shop.mustBeWatched();
    }
    const { able, skipped } = await sorted(patientPlan(typed, shop), shop, options);
    for (const { scenario, why } of skipped) context.output.complain(`skipped ${scenario}: ${why}`);
    if (options.dryRun) return await dryRun(able, shop, context);
    const { records, notReached, failure } = await seriesOf(able, options, shop, context);
    const strict = options.strict || notReached.length > 0;
    const notRun = [...skipped, ...notReached];
    if (records.length > 0 || failure === undefined) {
      finish(records, notRun, strict, context.output);
      writeReports(targets, records, context);
    }
    if (failure !== undefined) throw failure;
    const codes = records.map(exitCodeOf);
    const unseen = records.length === 0 || (strict && notRun.length > 0);
    return worstExitCode(unseen ? [...codes, ExitCode.unknown] : codes);
  } finally {
    await shop.close();
  }
}

/** A scenario that is named is never skipped: it is refused where it cannot be run. */
function strictWithoutAll(): ShopctlError {
  return new ShopctlError({
    message: '--strict is about what --all skips, and nothing is skipped without it',
    hint: 'leave --strict away, or say shopctl check --all --strict',
    exitCode: ExitCode.usage,
  });
}

async function planOf(
  words: readonly string[],
  options: CheckOptions,
  { host }: CommandContext,
): Promise<Scenario[]> {
  const named = await Promise.all(words.map((word) => scenariosOf(word, host.cwd)));
  return [...(options.all ? scenarios : []), ...named.flat()].map((scenario) => resized(scenario, options));
}

/** With the time that the shop's config gives it. */
function patientPlan(plan: readonly Scenario[], { settleMs }: Shop): readonly Scenario[] {
  return settleMs === undefined ? plan : plan.map((scenario) => forShop(scenario, settleMs));
}

/**
 * With `--all`, what this shop cannot do is left out and said. A scenario that was asked for by name is refused, before
 * an order is sent: here where the shop has no way to do something, at preflight where a fault finds nothing to break.
 * @throws ShopctlError (exit 3)
 */
async function sorted(plan: readonly Scenario[], shop: Shop, { all }: CheckOptions) {
  const abilities = await shop.runtime.abilities();
  const able: Scenario[] = [];
  const skipped: Skipped[] = [];
  for (const scenario of plan) {
    if (!all) mustHaveActions(scenario, shop.actions);
    const why = all ? lacking(scenario, abilities, shop.actions) : undefined;
    if (why === undefined) able.push(scenario);
    else skipped.push({ scenario: scenario.name, why });
  }
  return { able, skipped };
}

/** Each scenario with a shop that is well before it: the breakers of the one before may need 15 s to close. */
function seriesOf(
  plan: readonly Scenario[],
  options: CheckOptions,
  shop: Shop,
  context: CommandContext,
): Promise<Series> {
  const { output, host } = context;
  const { runtime } = shop;
  return runSeries(plan, options.repeat, {
    run: (scenario) => checkFollowed(scenario, options, shop, context),
    ails: () => {
      const deps = { runtime, load: shop.load(), clock: host.clock };
      return awaitSteadyState(deps, `between-${host.clock.now().toString(36)}`, wellWithinMs, host.signal);
    },
    say: output.say,
    complain: output.complain,
    onRecord: (record) => {
      if (!output.json) printRun(record, options.format, output);
    },
  });
}

/** One JSON document; or, after several runs, what they come to together. */
function finish(
  records: readonly RunRecord[],
  skipped: readonly Skipped[],
  strict: boolean,
  output: Output,
): void {
  if (output.json) {
    output.printReport(renderJson(records, { skipped, strict }).trimEnd());
    return;
  }
  printRepeats(records, output);
  const several = new Set(records.map((record) => record.scenario?.name)).size + skipped.length > 1;
  if (several) output.printReport(renderSummary(records, skipped, output.style));
}

async function checkFollowed(
  scenario: Scenario,
  options: CheckOptions,
  shop: Shop,
  context: CommandContext,
): Promise<RunRecord> {
  const follow = followRun(context);
  const stepping = options.step ? { beforeStep: stepByStep(context) } : {};
  const onOpened = (runId: string) =>
    context.output.say(`${scenario.name}: ${scenario.obligation} (run ${runId})`);
  try {
    const command = `check ${scenario.name}`;
    const how = { command, run: runOptions(options), follow, onOpened, ...stepping };
    return await checkOnce(scenario, shop, context, how);
  } finally {
    follow.end();
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
  if (text !== '') output.printReport(`${text}\n`);
}

/** Timeline, load tables and verdict of one run, for a terminal. */
export function printRun(record: RunRecord, format: 'table' | 'line', output: Output): void {
  const look = { style: output.style, timeZone: output.timeZone, columns: output.columns };
  const timeline = format === 'line' ? renderTimelineLines(record, look) : renderTimelineTable(record, look);
  for (const block of [timeline, renderResultTables(record, look), renderVerdict(record, look)]) {
    if (block !== '') output.printReport(`${block}\n`);
  }
}
