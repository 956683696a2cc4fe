import { messageOf, ShopctlError } from '../errors.ts';
import { type Clock, Interrupted } from '../host.ts';
import type { Evidence, PartSeen } from '../model/evidence.ts';
import type { RunEnd, RunRecord } from '../model/run-record.ts';
import type { Sample } from '../model/sample.ts';
import type { Scenario } from '../model/scenario.ts';
import { orders } from '../model/scenario.ts';
import { judgeAll, partLeftOut, type Verdict, worstOf } from '../model/verdict.ts';
import { errorOf } from './await-condition.ts';
import { defaultFaultLimits, type FaultLimits } from './fault-scope.ts';
import { pollUntil, takeSample } from './poll.ts';
import type { Baseline, Journal, OrderLoad, Progress, Runtime, ShopActions, ShopProbes } from './ports.ts';
import { runOrders, runSteps, type StepContext, settleRun } from './run-steps.ts';

/** What a run needs from the outside. */
export interface RunDeps {
  readonly runtime: Runtime;
  readonly probes: ShopProbes;
  readonly load: OrderLoad;
  readonly actions: ShopActions;
  readonly journal: RecordedJournal;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly onSample?: (sample: Sample) => void;
  readonly beforeStep?: StepContext['beforeStep'];
}

/** A journal that can also be read back as the record of its run. */
export interface RecordedJournal extends Journal {
  fold(): RunRecord;
}

export interface RunOptions {
  readonly sampleEveryMs: number;
  /** Orders placed after the last healing and followed to their shipment. */
  readonly probeOrders: number;
  /** Time for everything to arrive after the last step. */
  readonly drainWithinMs: number;
  readonly faultLimits: FaultLimits;
}

export const defaultRunOptions: RunOptions = {
  sampleEveryMs: 500,
  probeOrders: 3,
  drainWithinMs: 30_000,
  faultLimits: defaultFaultLimits,
};

/** A late duplicate needs a moment to show; longer than the relay's poll of half a second. */
const quietMs = 1000;
const baselineWithinMs = 5000;
const evidenceWithinMs = 20_000;
/** After a signal whoever sent it is waiting: GitHub's runners kill 10 s after their first signal. */
const hurriedEvidenceWithinMs = 2000;

/**
 * Runs a scenario against a shop: baseline, steps, drain, probe orders, evidence, judgement. Everything it sees goes to
 * the journal; what comes back is folded from there. Faults are healed however it ends. Comes after `preflight`, which
 * refuses before anything is broken.
 *
 * @throws ShopctlError when the baseline cannot be taken; later failures end the run and are in the record
 */
export async function runScenario(
  scenario: Scenario,
  deps: RunDeps,
  options: RunOptions,
  signal: AbortSignal,
): Promise<RunRecord> {
  const { journal, probes, runtime } = deps;
  const baseline = await probes.baseline(baselineWithinMs).catch(async (error) => {
    await journal.commit({ type: 'run-ended', end: endOf(error, journal, 'unknown') });
    throw error;
  });
  const partsBefore = await runtime.parts();
  await journal.commit({
    type: 'baseline',
    ...(baseline.stock === undefined ? {} : { stock: baseline.stock }),
    ...(baseline.queues === undefined ? {} : { queues: baseline.queues }),
  });
  const context = stepContext(deps, options, baseline);

  const failure = await errorOf(runWatched(scenario, context, options, signal));
  const within = failure instanceof Interrupted ? hurriedEvidenceWithinMs : evidenceWithinMs;
  const evidence = await collectEvidence(context, deps, partsBefore, within);
  await journal.commit({ type: 'evidence', evidence });
  return conclude(scenario, deps, failure);
}

/** The steps and the finale, with the shop looked at all the while. */
async function runWatched(
  scenario: Scenario,
  context: StepContext,
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const drainWithinMs = scenario.drainWithinMs ?? options.drainWithinMs;
  const done = new AbortController();
  const polling = errorOf(pollUntil(done.signal, context.poll));
  try {
    await runSteps(scenario.steps, context, signal);
    await finale(context, { ...options, drainWithinMs }, signal);
  } finally {
    done.abort();
    await polling;
  }
}

function stepContext(deps: RunDeps, options: RunOptions, baseline: Baseline): StepContext {
  const { journal, clock, progress, load, probes, runtime, actions, beforeStep } = deps;
  const onSample = deps.onSample === undefined ? {} : { onSample: deps.onSample };
  const counters = { nextAttempt: 1, loads: 0, confirmed: [], told: [], stuck: false };
  const scope = { runId: journal.runId, baseline, orderIds: () => counters.told };
  return {
    journal,
    clock,
    progress,
    load,
    runtime,
    actions,
    beforeStep,
    limits: options.faultLimits,
    poll: { probes, journal, clock, everyMs: options.sampleEveryMs, scope, ...onSample },
    counters,
  };
}

/** After the last step: everything arrives, then probe orders show that the shop still works, then a quiet moment. */
async function finale(context: StepContext, options: RunOptions, signal: AbortSignal): Promise<void> {
  await settleRun(options.drainWithinMs, context, signal);
  if (options.probeOrders > 0) {
    const probe = orders(options.probeOrders);
    if (probe.kind === 'orders') await runOrders(probe, 'probe', context, signal);
    await settleRun(options.drainWithinMs, context, signal);
  }
  await context.clock.sleep(quietMs, signal);
  await takeSample(context.poll);
}

async function collectEvidence(
  context: StepContext,
  deps: RunDeps,
  partsBefore: readonly PartSeen[],
  withinMs: number,
): Promise<Evidence> {
  const evidence = await deps.probes.evidence(context.poll.scope, withinMs);
  const parts = await deps.runtime.parts();
  const running = new Set(partsBefore.filter((part) => part.state === 'running').map((part) => part.name));
  for (const part of parts) {
    if (part.state === 'stopped' && running.has(part.name)) {
      deps.journal.record({ type: 'remark', text: `${part.name} ran at the start and has exited since` });
    }
  }
  return { ...evidence, parts };
}

async function conclude(scenario: Scenario, deps: RunDeps, failure: unknown): Promise<RunRecord> {
  const { journal } = deps;
  const record = journal.fold();
  const { promises, leftOut } = partLeftOut(judgeAll(scenario.expect, record));
  await journal.commit({ type: 'judged', promises, ...(leftOut.length === 0 ? {} : { leftOut }) });
  const end = endOf(failure, journal, overallVerdict(promises, record));
  await journal.commit({ type: 'run-ended', end });
  if (failure !== undefined && !(failure instanceof Interrupted) && !(failure instanceof ShopctlError)) {
    // A bug: the shop is healed and the journal is whole; now it may be loud.
    throw failure;
  }
  return journal.fold();
}

/** A run whose fault was never seen to take effect, or that was cut short, proves nothing good. */
function overallVerdict(promises: readonly { verdict: Verdict }[], record: RunRecord): Verdict {
  const unobserved = record.faults.some((fault) => fault.observedMs === undefined);
  const verdicts = promises.map((promise) => promise.verdict);
  return worstOf(unobserved ? [...verdicts, 'unknown'] : verdicts);
}

function endOf(failure: unknown, journal: Journal, verdict: Verdict): RunEnd {
  const atMs = journal.elapsedMs();
  if (failure === undefined) return { how: 'finished', atMs, verdict };
  const cutShort = verdict === 'broken' ? 'broken' : 'unknown';
  if (failure instanceof Interrupted) {
    return { how: 'interrupted', atMs, verdict: cutShort, why: failure.signalName };
  }
  return { how: 'failed', atMs, verdict: cutShort, why: messageOf(failure) };
}
