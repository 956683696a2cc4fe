import { defaultFaultLimits } from '../engine/fault-scope.ts';
import { healApplied } from '../engine/recovery.ts';
import type { AppliedFault } from '../engine/run-store.ts';
import { ExitCode } from '../exit-code.ts';
import { openRunStore } from '../wiring/runs.ts';
import { openShop } from '../wiring/shop.ts';
import type { CommandContext } from './context.ts';

const lookEveryMs = 250;
/** While its shopctl lives it heals by itself; only when it does not come to an end with that, it is done from here. */
const leewayMs = defaultFaultLimits.healWithinMs + 10_000;

/**
 * What `chaos … --for` leaves behind in a process of its own: heals the run's faults when they are due, should the run
 * itself not be there any more to do it. Ends as soon as there is nothing left to heal.
 */
export async function healWhenDue(runId: string, context: CommandContext): Promise<ExitCode> {
  const { host } = context;
  const store = openRunStore(context);
  while (store.isOpen(runId)) {
    const applied = (await store.appliedFaults()).filter((fault) => fault.runId === runId);
    const due = applied.filter((fault) => isDue(fault, host.clock.now()));
    if (due.length > 0) {
      const shop = await openShop(context);
      const deps = { store, runtime: shop.runtime, clock: host.clock, progress: { say: () => {} } };
      const healed = await healApplied(due, deps).finally(() => shop.close());
      return healed.some(({ failure }) => failure !== undefined) ? ExitCode.unreachable : ExitCode.held;
    }
    await host.clock.sleep(lookEveryMs);
  }
  return ExitCode.held;
}

/**
 * Whether the healer is to heal a fault now. Nobody heals beside a shopctl that is at work: not while it still breaks
 * the target, and not while it may still be healing it.
 */
export function isDue({ ownerAlive, window, healDueAt = 0 }: AppliedFault, now: number): boolean {
  if (!ownerAlive) return now >= healDueAt;
  return window.injectedMs !== undefined && now >= healDueAt + leewayMs;
}
