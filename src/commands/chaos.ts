import {
  applyFault as armFault,
  defaultFaultLimits,
  type FaultContext,
  healFault,
  holdFault,
  injectFault,
  intendFault,
} from '../engine/fault-scope.ts';
import type { JournalFile } from '../engine/journal-file.ts';
import type { FaultHandle } from '../engine/ports.ts';
import { bringBack, describeApplied, healApplied, healedLine, type Recovered } from '../engine/recovery.ts';
import type { AppliedFault } from '../engine/run-store.ts';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { Interrupted } from '../host.ts';
import { describeFault, type Fault, isArmed } from '../model/fault.ts';
import type { RunEnd, RunRecord } from '../model/run-record.ts';
import type { TargetName } from '../model/target.ts';
import { openRunStore, spawnHealer } from '../wiring/runs.ts';
import { openShop, type Shop } from '../wiring/shop.ts';
import type { CommandContext } from './context.ts';
import { deedNamesFor, parseDeed } from './fault-names.ts';
import { sayUnreadable } from './leftovers.ts';
import { exitCodeOf } from './outcome.ts';
import { shopctlVersion } from './version.ts';

export interface ChaosOptions {
  /** Heals by itself after this long; without it the fault stays until `chaos heal` or the opposite action. */
  readonly forMs?: number | undefined;
}

/**
 * `shopctl chaos <target>-<action> [value]`: applies one fault, or brings a target back.
 * @throws ShopctlError: usage for names nobody knows; exit 3 when the target does not fit or cannot be acted on
 */
export async function chaos(
  typed: string,
  value: string | undefined,
  options: ChaosOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const deed = parseDeed(typed, value);
  const shop = await openShop(context);
  try {
    switch (deed.do) {
      case 'bring back':
        return await startAgain(deed.target, shop, context);
      case 'restart':
        return await applyFault(deed.fault, { typed, forMs: 0 }, shop, context);
      case 'break':
        return await applyFault(deed.fault, { typed, ...options }, shop, context);
    }
  } finally {
    await shop.close();
  }
}

interface Application extends ChaosOptions {
  readonly typed: string;
}

async function applyFault(
  fault: Fault,
  application: Application,
  shop: Shop,
  context: CommandContext,
): Promise<ExitCode> {
  const handle = await shop.runtime.resolve(fault);
  const store = openRunStore(context);
  const journal = await store.open({
    command: `chaos ${application.typed}`,
    shopctlVersion: shopctlVersion(context.host.packageRoot),
  });
  try {
    const failure = await applied(handle, application, journal, context);
    await journal.commit({ type: 'run-ended', end: endOf(failure, journal) });
    const record = journal.fold();
    report(record, context);
    if (failure !== undefined && !(failure instanceof Interrupted)) throw failure;
    return exitCodeOf(record);
  } finally {
    await store.close(journal);
  }
}

/** @returns what went wrong, or undefined */
async function applied(
  handle: FaultHandle,
  { forMs }: Application,
  journal: JournalFile,
  context: CommandContext,
): Promise<unknown> {
  const { host, output } = context;
  const faultContext: FaultContext = {
    journal,
    clock: host.clock,
    limits: defaultFaultLimits,
    progress: { say: output.sayAt },
  };
  try {
    if (forMs === undefined) await leaveApplied(handle, faultContext, host.signal);
    else await holdFor(forMs, handle, faultContext, context);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Applies the fault and leaves it. Interrupted or failed half-way, it is healed at once. */
export async function leaveApplied(
  handle: FaultHandle,
  context: FaultContext,
  signal: AbortSignal,
): Promise<void> {
  const id = await intendFault(handle, context);
  try {
    if (isArmed(handle.fault)) return await armFault(id, handle, context, signal);
    const seen = await injectFault(id, handle, context, signal);
    if (!seen) throw unobserved(handle.fault, context.limits.observeWithinMs);
  } catch (error) {
    // The first error is the story; a failed healing is in the journal, and its line is said as well.
    await healFault(id, handle, context).catch((failure: unknown) =>
      context.progress.say(messageOf(failure)),
    );
    throw error;
  }
}

/** Holds the fault in the foreground, and leaves a healer behind for the case that this process is killed meanwhile. */
async function holdFor(
  forMs: number,
  handle: FaultHandle,
  faultContext: FaultContext,
  context: CommandContext,
): Promise<void> {
  const { host } = context;
  if (forMs > 0) spawnHealer(faultContext.journal.runId, context);
  const options = forMs > 0 ? { forMs } : {};
  await holdFault(handle, faultContext, host.signal, () => host.clock.sleep(forMs, host.signal), options);
}

function unobserved(fault: Fault, withinMs: number): ShopctlError {
  return new ShopctlError({
    message: `${describeFault(fault)}: done, but not seen to take effect within ${withinMs} ms; undone again`,
    hint: 'shopctl status shows the parts of the shop',
  });
}

function endOf(failure: unknown, journal: JournalFile): RunEnd {
  const atMs = journal.elapsedMs();
  if (failure === undefined) return { how: 'finished', atMs, verdict: 'held' };
  if (failure instanceof Interrupted) {
    return { how: 'interrupted', atMs, verdict: 'unknown', why: failure.signalName };
  }
  return { how: 'failed', atMs, verdict: 'unknown', why: messageOf(failure) };
}

function report(record: RunRecord, { output }: CommandContext): void {
  const [window] = record.faults;
  if (window === undefined) return;
  const stillApplied = window.healedMs === undefined && window.failure === undefined;
  if (output.json) output.printJson({ runId: record.runId, stillApplied, ...window });
  else if (stillApplied && isArmed(window.fault)) {
    output.print(
      `armed: ${describeFault(window.fault)}; shopctl chaos heal disarms it and starts what it ended`,
    );
  } else if (stillApplied && window.observedMs !== undefined) {
    output.print(`${describeFault(window.fault)} (${window.identity}); shopctl chaos heal undoes it`);
  }
}

async function startAgain(target: TargetName, shop: Shop, context: CommandContext): Promise<ExitCode> {
  const { host, output } = context;
  const progress = { say: output.sayAt };
  const deps = { store: openRunStore(context), runtime: shop.runtime, clock: host.clock, progress };
  const ended = await bringBack(target, deps);
  if (output.json) output.printJson({ target, running: true, ended: ended.map(asJson) });
  else output.print(`${target} runs`);
  return ended.some(({ failure }) => failure !== undefined) ? ExitCode.unreachable : ExitCode.held;
}

/** `shopctl chaos heal`: undoes everything still applied, whoever applied it. */
export async function heal(context: CommandContext): Promise<ExitCode> {
  return healThese(await openRunStore(context).appliedFaults(), context);
}

/** `shopctl recover`: undoes what interrupted runs left. What a command that still runs has broken, it heals itself. */
export async function recover(context: CommandContext): Promise<ExitCode> {
  const faults = await openRunStore(context).appliedFaults();
  for (const fault of faults.filter(({ ownerAlive }) => ownerAlive)) {
    context.output.complain(
      `left alone: ${describeApplied(fault)}; shopctl chaos heal undoes it all the same`,
    );
  }
  return healThese(
    faults.filter(({ ownerAlive }) => !ownerAlive),
    context,
  );
}

/** A run whose journal cannot be read is named, and counts as not healed: nobody knows. */
async function healThese(faults: readonly AppliedFault[], context: CommandContext): Promise<ExitCode> {
  const { host, output } = context;
  const store = openRunStore(context);
  const unreadable = sayUnreadable(context);
  const shop = await openShop(context);
  try {
    const deps = { store, runtime: shop.runtime, clock: host.clock, progress: { say: output.sayAt } };
    const healed = await healApplied(faults, deps);
    if (output.json) output.printJson(healed.map(asJson));
    else if (healed.length > 0) output.print(healed.map(healedLine).join('\n'));
    else if (unreadable === 0) output.print('nothing is broken');
    const allHealed = unreadable === 0 && healed.every(({ failure }) => failure === undefined);
    return allHealed ? ExitCode.held : ExitCode.unreachable;
  } finally {
    await shop.close();
  }
}

function asJson({ applied: { runId, window }, failure }: Recovered) {
  const { id, fault, identity } = window;
  return {
    runId,
    id,
    fault,
    identity,
    healed: failure === undefined,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** `shopctl chaos list`: what this shop's runtime can do, and what is still applied. */
export async function listFaults(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const shop = await openShop(context);
  try {
    const abilities = await shop.runtime.abilities();
    const targets = abilities.map(({ target }) => target);
    const names = abilities.flatMap(({ target, faults }) => deedNamesFor(target, faults));
    const stillApplied = await openRunStore(context).appliedFaults();
    if (output.json) {
      output.printJson({ runtime: shop.runtime.name, faults: names, applied: stillApplied });
      return ExitCode.held;
    }
    if (names.length === 0) output.say('no stack runs here: shopctl up starts one');
    for (const target of targets) {
      output.print(names.filter((name) => name.startsWith(`${target}-`)).join('  '));
    }
    for (const applied of stillApplied) output.print(`still applied: ${describeApplied(applied)}`);
    return ExitCode.held;
  } finally {
    await shop.close();
  }
}
