import { messageOf, ShopctlError } from '../../errors.ts';
import type { MachineFacts } from '../../model/proof.ts';
import type { RunRecord } from '../../model/run-record.ts';
import type { TrialResult } from '../../proof/assemble.ts';
import { outcomesOf, type Trial } from '../../proof/trials.ts';
import type { CommandContext } from '../context.ts';
import { followTrials, type ProvingProgress } from './proving-progress.ts';
import type { ResultsFile } from './results-file.ts';

export interface TrialsPlan {
  /** In the order in which they are begun. */
  readonly trials: readonly Trial[];
  /** Stacks side by side. */
  readonly jobs: number;
  /** How many results there are already, and how many there will be: for the progress. */
  readonly count: { readonly done: number; readonly all: number };
  readonly file: ResultsFile;
  /** Whether the code is still that which `file` is about. */
  readonly isSameCode: () => boolean;
  /** The stack of a job, 1 or more, whose work ends with the signal. */
  readonly stackOf: (job: number, signal: AbortSignal) => JobStack;
  /** No further trial is begun after such a result. */
  readonly isLast?: (result: TrialResult) => boolean;
}

/** One stack after the other, for one job. */
export interface JobStack {
  /** @throws ShopctlError when the shop does not start */
  start(trial: Trial): Promise<void>;
  /** @throws ShopctlError when the run cannot be made */
  run(trial: Trial): Promise<RunRecord>;
  machine(): Promise<MachineFacts | undefined>;
  /** Stops and deletes all of it. */
  end(): Promise<void>;
}

/** So many shops in a row that do not start are no matter of their defects. */
const failedStartsMax = 2;

/**
 * Runs the trials, several side by side, and keeps each result as it comes. Ends early, without an error, when it is
 * interrupted. Whatever happens, every stack is stopped and gone before it returns.
 * @throws ShopctlError when shops do not start or cannot be stopped, or the code changed under the proof
 */
export async function runTrials(plan: TrialsPlan, context: CommandContext): Promise<void> {
  const queue = [...plan.trials];
  const failing = new AbortController();
  const signal = AbortSignal.any([context.host.signal, failing.signal]);
  const progress = followTrials(plan.count, context);
  const work = async (job: number) => {
    const stack = plan.stackOf(job, signal);
    try {
      await workOff(queue, stack, { ...plan, progress, signal, context });
    } catch (error) {
      failing.abort(error);
      throw error;
    } finally {
      await stack.end();
    }
  };
  const jobs = Array.from({ length: Math.min(plan.jobs, queue.length) }, (_, index) => work(index + 1));
  const ends = await Promise.allSettled(jobs);
  await progress.end();
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

interface Work extends TrialsPlan {
  readonly progress: ProvingProgress;
  readonly signal: AbortSignal;
  readonly context: CommandContext;
}

async function workOff(queue: Trial[], stack: JobStack, work: Work): Promise<void> {
  const { file, progress, signal } = work;
  let failedStarts = 0;
  for (let trial = queue.shift(); trial !== undefined && !signal.aborted; trial = queue.shift()) {
    progress.begins(trial);
    const result = await resultOf(trial, stack, work);
    // What an interruption cut short is no result: the trial is made again.
    if (signal.aborted) return progress.leaves(trial);
    if (result instanceof ShopctlError) {
      failedStarts += 1;
      if (failedStarts >= failedStartsMax || trial.shop.defect === undefined) throw result;
    } else failedStarts = 0;
    mustBeSameCode(work);
    const kept =
      result instanceof ShopctlError
        ? withoutRun(trial, `the shop did not start: ${messageOf(result)}`, work)
        : result;
    file.add(kept);
    progress.ended(trial, kept);
    if (work.isLast?.(kept)) queue.length = 0;
  }
}

/** @returns the error when the shop did not start; what else is expected to fail is a result without a verdict */
async function resultOf(trial: Trial, stack: JobStack, work: Work): Promise<TrialResult | ShopctlError> {
  try {
    await stack.start(trial);
    await noteMachine(stack, work);
  } catch (error) {
    return expected(error, work);
  }
  try {
    const record = await stack.run(trial);
    const at = new Date(work.context.host.clock.now()).toISOString();
    const { runId, end } = record;
    return { id: trial.id, at, runId, tookMs: end.atMs, outcomes: outcomesOf(trial, record) };
  } catch (error) {
    return withoutRun(trial, messageOf(expected(error, work)), work);
  }
}

/** @throws what is no ShopctlError: a bug, which must be seen */
function expected(error: unknown, { signal }: Work): ShopctlError {
  if (error instanceof ShopctlError) return error;
  if (signal.aborted) return new ShopctlError({ message: 'interrupted' });
  throw error;
}

async function noteMachine(stack: JobStack, { file }: Work): Promise<void> {
  if (file.machine !== undefined) return;
  const machine = await stack.machine();
  if (machine !== undefined) file.setMachine(machine);
}

function withoutRun(trial: Trial, seen: string, { context }: Work): TrialResult {
  const at = new Date(context.host.clock.now()).toISOString();
  const outcomes = (trial.expected.length === 0 ? [undefined] : trial.expected).map(() => ({
    how: 'no verdict' as const,
    seen,
  }));
  return { id: trial.id, at, tookMs: 0, outcomes };
}

/** The services run what is on the disk: after a build in between, nobody knows what a trial was of. */
function mustBeSameCode({ isSameCode }: Work): void {
  if (isSameCode()) return;
  throw new ShopctlError({
    message: 'shopctl or the reference shop was built anew while it was proved',
    hint: 'prove again, from a copy that nobody builds in meanwhile',
  });
}
