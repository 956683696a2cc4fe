import type { Attempt } from '../model/attempt.ts';
import { describeFault } from '../model/fault.ts';
import type { DuringStep, OrdersStep, Step } from '../model/scenario.ts';
import { type FaultContext, holdFault } from './fault-scope.ts';
import { type PollOptions, takeSample } from './poll.ts';
import type { FaultHandle, OrderLoad } from './ports.ts';
import { settle } from './settle.ts';

/** What the steps of one run share. */
export interface StepContext extends FaultContext {
  readonly load: OrderLoad;
  readonly poll: PollOptions;
  /** The handle of each fault of the scenario, resolved before anything was broken. */
  readonly handles: ReadonlyMap<DuringStep, FaultHandle>;
  readonly counters: RunCounters;
}

/** Counted while the run goes on, because later steps depend on it. */
export interface RunCounters {
  attempts: number;
  loads: number;
  confirmed: number;
}

/** Runs steps one after the other; a fault scope runs its own inside. Rejects with the signal's reason when aborted. */
export async function runSteps(
  steps: readonly Step[],
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted();
    switch (step.kind) {
      case 'orders':
        await runOrders(step, `load ${context.counters.loads + 1}`, context, signal);
        break;
      case 'settled':
        await settleRun(step.withinMs, context, signal);
        break;
      case 'hold':
        context.progress.say(`holding for ${step.ms / 1000} s`);
        await context.clock.sleep(step.ms, signal);
        break;
      case 'during':
        await runDuring(step, context, signal);
        break;
    }
  }
}

async function runDuring(step: DuringStep, context: StepContext, signal: AbortSignal): Promise<void> {
  const handle = context.handles.get(step);
  if (handle === undefined) throw new Error(`${describeFault(step.fault)} was not resolved before the run`);
  await holdFault(handle, context, signal, () => runSteps(step.steps, context, signal));
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
  await journal.commit({ type: 'load-started', name, plan: step.load });
  const totals = await load.run({
    name,
    plan: step.load,
    firstN: counters.attempts + 1,
    runId: journal.runId,
    clock: () => journal.elapsedMs(),
    onAttempt: (attempt) => countAttempt(attempt, context),
    signal,
  });
  await journal.commit({ type: 'load-ended', name, totals });
  signal.throwIfAborted();
  await takeSample(context.poll);
}

function countAttempt(attempt: Attempt, context: StepContext): void {
  context.journal.record({ type: 'attempt', attempt });
  context.counters.attempts += 1;
  if (attempt.outcome === 'accepted' && attempt.result === 'Confirmed') context.counters.confirmed += 1;
}

/** Waits until everything of the run has arrived, and looks at the shop then. */
export async function settleRun(withinMs: number, context: StepContext, signal: AbortSignal): Promise<void> {
  const { poll, journal, clock, progress, counters } = context;
  await settle({ ...poll, journal, clock, progress, mustShip: counters.confirmed, withinMs }, signal);
  await takeSample(poll);
}
