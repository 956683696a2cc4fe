import { type Attempt, expectedOrders, oneOrder } from '../model/attempt.ts';
import type { DuringStep, OrdersStep, Step, UnderLoadStep } from '../model/scenario.ts';
import { type FaultContext, holdFault } from './fault-scope.ts';
import { type PollOptions, takeSample } from './poll.ts';
import type { OrderLoad, Runtime, ShopActions } from './ports.ts';
import { runDeed } from './run-deeds.ts';
import { settle } from './settle.ts';

/** What the steps of one run share. */
export interface StepContext extends FaultContext {
  readonly load: OrderLoad;
  readonly runtime: Runtime;
  readonly actions: ShopActions;
  readonly poll: PollOptions;
  readonly counters: RunCounters;
  /** Says what comes next, and waits for leave; only with `--step`. */
  readonly beforeStep?: ((step: Step) => Promise<void>) | undefined;
}

/** Counted while the run goes on, because later steps depend on it. */
export interface RunCounters {
  /** Number of the next attempt. */
  nextAttempt: number;
  loads: number;
  /** Ids of orders that were confirmed to their client and not cancelled since. */
  readonly confirmed: string[];
  /** Ids of all orders that the shop has told its clients. */
  readonly told: string[];
  /** A whole wait ended with something missing and nothing moving. */
  stuck: boolean;
}

const trialEveryMs = 250;

/** Runs steps one after the other; a scope runs its own inside. Rejects with the signal's reason when aborted. */
export async function runSteps(
  steps: readonly Step[],
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted();
    await context.beforeStep?.(step);
    await runStep(step, context, signal);
  }
}

async function runStep(step: Step, context: StepContext, signal: AbortSignal): Promise<void> {
  switch (step.kind) {
    case 'orders':
      return runOrders(step, nextLoadName(context), context, signal);
    case 'settled':
      return settleRun(step.withinMs, context, signal);
    case 'until-confirmed':
      return runUntilConfirmed(step.withinMs, context, signal);
    case 'hold':
      context.progress.say(`holding for ${step.ms / 1000} s`);
      return context.clock.sleep(step.ms, signal);
    case 'during':
      return runDuring(step, context, signal);
    case 'under-load':
      return runUnderLoad(step, context, signal);
    case 'tapped':
      return runTapped(step.steps, context, signal);
    default:
      return runDeed(step, context, signal);
  }
}

/** Resolved anew where it begins: what was found at preflight may have another pid by now. */
async function runDuring(step: DuringStep, context: StepContext, signal: AbortSignal): Promise<void> {
  const handle = await context.runtime.resolve(step.fault);
  await holdFault(handle, context, signal, () => runSteps(step.steps, context, signal));
}

/** One that never comes is a remark here; what it means is for the promises to say. */
async function runUntilConfirmed(withinMs: number, context: StepContext, signal: AbortSignal): Promise<void> {
  const { clock, counters, journal } = context;
  const deadline = clock.monotonic() + withinMs;
  const before = counters.confirmed.length;
  for (;;) {
    await runOrders({ kind: 'orders', load: oneOrder }, nextLoadName(context), context, signal);
    if (counters.confirmed.length > before) return;
    if (clock.monotonic() >= deadline) {
      journal.record({ type: 'remark', text: `no order was confirmed within ${withinMs / 1000} s` });
      return;
    }
    await clock.sleep(trialEveryMs, signal);
  }
}

/** When the steps fail the load is stopped, and when the load fails the steps are. */
async function runUnderLoad(step: UnderLoadStep, context: StepContext, signal: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const failing = (error: unknown) => {
    failed.abort(error);
    throw error;
  };
  const load = runOrders({ kind: 'orders', load: step.load }, nextLoadName(context), context, both).catch(
    failing,
  );
  // Nobody is asked for leave in here: the load would be over before the answer.
  const steps = runSteps(step.steps, { ...context, beforeStep: undefined }, both).catch(failing);
  const ended = await Promise.allSettled([load, steps]);
  const rejected = ended.find((end) => end.status === 'rejected');
  if (rejected !== undefined)
    throw signal.aborted ? signal.reason : (failed.signal.reason ?? rejected.reason);
}

async function runTapped(steps: readonly Step[], context: StepContext, signal: AbortSignal): Promise<void> {
  const { journal, actions } = context;
  const tap = await actions.tap?.((delivery) => journal.record({ type: 'delivery', delivery }));
  try {
    await runSteps(steps, context, signal);
  } finally {
    await tap?.close();
  }
}

function nextLoadName(context: StepContext): string {
  return `load ${context.counters.loads + 1}`;
}

/** Sends the orders of one step, journals each attempt as it ends, and looks at the shop when the last has ended. */
export async function runOrders(
  step: OrdersStep,
  name: string,
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  const { journal, counters, load } = context;
  counters.loads += 1;
  const firstN = counters.nextAttempt;
  counters.nextAttempt += expectedOrders(step.load);
  await journal.commit({ type: 'load-started', name, plan: step.load });
  const totals = await load.run({
    name,
    plan: step.load,
    firstN,
    runId: journal.runId,
    clock: () => journal.elapsedMs(),
    onAttempt: (attempt) => countAttempt(attempt, context),
    signal,
  });
  await journal.commit({ type: 'load-ended', name, totals });
  signal.throwIfAborted();
  await takeSample(context.poll);
}

function countAttempt(attempt: Attempt, { journal, counters }: StepContext): void {
  journal.record({ type: 'attempt', attempt });
  const { outcome, result, orderId } = attempt;
  if (orderId !== undefined) counters.told.push(orderId);
  if (outcome === 'accepted' && result === 'Confirmed' && orderId !== undefined)
    counters.confirmed.push(orderId);
}

/**
 * What was stuck for the whole of one wait is not waited for again; only what came since is, and that moves. Longer than
 * saga recovery leaves an order alone.
 */
const stillForMsOnceStuck = 12_000;

/** Waits until everything of the run has arrived, and looks at the shop then. */
export async function settleRun(withinMs: number, context: StepContext, signal: AbortSignal): Promise<void> {
  const { poll, journal, clock, progress, counters } = context;
  const stillForMs = counters.stuck ? stillForMsOnceStuck : undefined;
  const mustShip = counters.confirmed.length;
  const wait = { ...poll, journal, clock, progress, mustShip, withinMs, stillForMs };
  const { outcome } = await settle(wait, signal);
  if (outcome === 'still') counters.stuck = true;
  await takeSample(poll);
}
