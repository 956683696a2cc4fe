import { messageOf, ShopctlError } from '../errors.ts';
import type { Clock } from '../host.ts';
import { describeFault, describeHealing, isArmed } from '../model/fault.ts';
import { awaitCondition, errorOf, withDeadline } from './await-condition.ts';
import type { FaultHandle, FaultTimes, Journal, Progress } from './ports.ts';

/** What a fault scope works with. */
export interface FaultContext {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly limits: FaultLimits;
}

export interface FaultLimits {
  readonly injectWithinMs: number;
  readonly observeWithinMs: number;
  readonly healWithinMs: number;
  /** Pause between two looks at the target while waiting for it. */
  readonly lookEveryMs: number;
}

/** A frozen or graceful broker needs up to 10 s to go and about 6 s to come; the rest is margin for a busy machine. */
export const defaultFaultLimits: FaultLimits = {
  injectWithinMs: 30_000,
  observeWithinMs: 10_000,
  healWithinMs: 60_000,
  lookEveryMs: 100,
};

/**
 * Holds a fault while `body` runs. However the body ends — normally, by an error, by a signal — the fault is healed
 * before this returns, without regard to any signal and within its own deadline. The body is not run when the fault
 * was never seen to take effect: what it would show would prove nothing.
 *
 * @throws what `body` threw; else the error of injecting or healing (exit 3)
 */
export async function holdFault(
  handle: FaultHandle,
  context: FaultContext,
  signal: AbortSignal,
  body: () => Promise<void>,
  options: { readonly forMs?: number } = {},
): Promise<void> {
  const id = await intendFault(handle, context, options.forMs);
  const failures: unknown[] = [];
  try {
    if (isArmed(handle.fault)) await armedFor(id, handle, context, signal, body);
    else if (await injectFault(id, handle, context, signal)) await watchedFor(id, handle, context, body);
  } catch (error) {
    failures.push(error);
    context.progress.say(`${messageOf(error)}; healing ${handle.fault.target} first`);
  }
  try {
    await healFault(id, handle, context);
  } catch (error) {
    failures.push(error);
  }
  // The first error is the story; a failed healing is in the journal, and exit code 3 follows from there.
  if (failures.length > 0) throw failures[0];
}

/** Writes down what is about to be broken, and waits until that is on disk. @returns the fault's id */
export async function intendFault(
  handle: FaultHandle,
  context: FaultContext,
  forMs?: number,
): Promise<string> {
  const { fault, identity, prior } = handle;
  const id = `${fault.target}-${fault.kind}-${Math.round(context.journal.elapsedMs())}`;
  const limit = forMs === undefined ? {} : { forMs };
  await context.journal.commit({ type: 'fault-intended', id, fault, identity, prior, ...limit });
  return id;
}

/** Breaks it and waits until that can be seen. @returns false when it was never seen to take effect */
export async function injectFault(
  id: string,
  handle: FaultHandle,
  context: FaultContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { journal, clock, limits, progress } = context;
  const words = describeFault(handle.fault);
  await applyFault(id, handle, context, signal);
  const wait = { withinMs: limits.observeWithinMs, everyMs: limits.lookEveryMs };
  const seen = await awaitCondition(() => handle.tookEffect(), wait, clock, signal);
  if (seen) {
    const { beganAt } = await recorded(handle, clock);
    await journal.commit({ type: 'fault-observed', id, ...since(beganAt, context) });
    progress.say(words);
  } else {
    sayUnseen(words, context);
  }
  return seen;
}

/** Does it, without looking whether it took effect; a fault that is only armed shows later. */
export async function applyFault(
  id: string,
  handle: FaultHandle,
  { clock, limits, journal }: FaultContext,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const late = () => tooLate(describeFault(handle.fault), limits.injectWithinMs);
  await withDeadline(handle.inject(), limits.injectWithinMs, clock, late);
  await journal.commit({ type: 'fault-injected', id });
}

function sayUnseen(words: string, { journal, limits }: FaultContext): void {
  const text = `${words}: done, but never seen to take effect within ${limits.observeWithinMs} ms`;
  journal.record({ type: 'remark', text });
}

/**
 * For a fault that happens only while orders flow: the body runs while it is watched for, and afterwards it has the
 * usual time left to show itself.
 */
async function armedFor(
  id: string,
  handle: FaultHandle,
  context: FaultContext,
  signal: AbortSignal,
  body: () => Promise<void>,
): Promise<void> {
  const { clock, limits, journal, progress } = context;
  const words = describeFault(handle.fault);
  await applyFault(id, handle, context, signal);
  const bodyEnded = new AbortController();
  const watch = async () => {
    const look = () => handle.tookEffect();
    const during = { withinMs: Number.POSITIVE_INFINITY, everyMs: limits.lookEveryMs };
    const after = { withinMs: limits.observeWithinMs, everyMs: limits.lookEveryMs };
    const seen =
      (await awaitCondition(look, during, clock, bodyEnded.signal).catch(() => false)) ||
      (await awaitCondition(look, after, clock, signal).catch(() => false));
    if (!seen) return sayUnseen(words, context);
    await journal.commit({ type: 'fault-observed', id });
    progress.say(words);
  };
  const watching = errorOf(watch());
  const failures = [await errorOf(body())];
  bodyEnded.abort();
  failures.push(await watching);
  const failure = failures.find((error) => error !== undefined);
  if (failure !== undefined) throw failure;
}

function tooLate(words: string, withinMs: number): ShopctlError {
  return new ShopctlError({
    message: `${words}: not done within ${withinMs} ms`,
    hint: 'shopctl status shows the parts; shopctl chaos heal undoes what is half done',
  });
}

/** Runs the body and meanwhile looks whether the fault still holds; a target that comes back early is written down. */
async function watchedFor(
  id: string,
  handle: FaultHandle,
  context: FaultContext,
  body: () => Promise<void>,
): Promise<void> {
  const done = new AbortController();
  const watching = reportEarlyEnd(id, handle, context, done.signal);
  try {
    await body();
  } finally {
    done.abort();
    // Last of all the runtime's own record, which knows of an end that was too short to be seen.
    if (!(await watching)) await reportRecordedEnd(id, handle, context);
  }
}

/** @returns whether it was seen to end before it was healed */
async function reportEarlyEnd(
  id: string,
  handle: FaultHandle,
  context: FaultContext,
  done: AbortSignal,
): Promise<boolean> {
  const { clock, journal, progress } = context;
  while (!done.aborted) {
    await clock.sleep(1000, done).catch(() => {});
    if (done.aborted) return false;
    const holds = await handle.tookEffect().catch(() => true);
    if (!holds && !done.aborted) {
      const { endedAt } = await recorded(handle, clock);
      await journal.commit({ type: 'fault-ended-early', id, ...since(endedAt, context) }).catch(() => {});
      progress.say(`${handle.fault.target} came back before it was healed`);
      return true;
    }
  }
  return false;
}

async function reportRecordedEnd(id: string, handle: FaultHandle, context: FaultContext): Promise<void> {
  const { endedAt } = await recorded(handle, context.clock);
  if (endedAt === undefined) return;
  await context.journal.commit({ type: 'fault-ended-early', id, ...since(endedAt, context) }).catch(() => {});
  context.progress.say(`${handle.fault.target} had come back for a moment before it was healed`);
}

const recordWithinMs = 3000;

/** What the runtime has on record about the fault. That it cannot be had takes nothing from what was seen. */
async function recorded(handle: FaultHandle, clock: Clock): Promise<FaultTimes> {
  if (handle.when === undefined) return {};
  const late = () => new Error('it took too long');
  return withDeadline(handle.when(), recordWithinMs, clock, late).catch(() => ({}));
}

/** A time of the wall clock as one of the run's. */
function since(at: number | undefined, { journal, clock }: FaultContext): { sinceMs?: number } {
  return at === undefined ? {} : { sinceMs: Math.max(0, journal.elapsedMs() - (clock.now() - at)) };
}

/**
 * Restores what was found and waits until a client of the target would be served again. Takes no signal on purpose.
 * A journal that cannot be written any more does not keep it from healing.
 *
 * @throws ShopctlError (exit 3) when the target is not well within the limit; at once when trying again cannot help
 */
export async function healFault(id: string, handle: FaultHandle, context: FaultContext): Promise<void> {
  const { journal, clock, limits, progress } = context;
  await journal.commit({ type: 'fault-healing', id }).catch(() => {});
  const deadline = clock.monotonic() + limits.healWithinMs;
  let lastError: unknown;
  while (clock.monotonic() < deadline) {
    try {
      const left = Math.max(1, deadline - clock.monotonic());
      await withDeadline(handle.heal(), left, clock, () => new Error('it took too long'));
      lastError = undefined;
      const wait = { withinMs: Math.max(0, deadline - clock.monotonic()), everyMs: limits.lookEveryMs };
      if (await awaitCondition(() => handle.isWell(), wait, clock)) {
        await journal.commit({ type: 'fault-healed', id }).catch(() => {});
        progress.say(describeHealing(handle.fault));
        return;
      }
    } catch (error) {
      lastError = error;
      if (error instanceof ShopctlError && error.isFinal) return await giveUp(id, handle, error, context);
      await clock.sleep(500);
    }
  }
  const why = lastError === undefined ? 'it does not answer' : messageOf(lastError);
  await journal.commit({ type: 'fault-failed', id, why: `could not be healed: ${why}` }).catch(() => {});
  throw new ShopctlError({
    message: `${handle.fault.target} could not be healed within ${limits.healWithinMs} ms: ${why}`,
    hint: `shopctl recover tries again; shopctl logs ${handle.fault.target} may say why`,
    cause: lastError,
  });
}

/** The stack was stopped meanwhile, say: to go on would only keep everybody waiting. */
async function giveUp(
  id: string,
  { fault }: FaultHandle,
  error: ShopctlError,
  { journal }: FaultContext,
): Promise<never> {
  const why = `could not be healed: ${error.message}`;
  await journal.commit({ type: 'fault-failed', id, why }).catch(() => {});
  throw new ShopctlError({
    message: `${fault.target} ${why}`,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    isFinal: true,
    cause: error,
  });
}
