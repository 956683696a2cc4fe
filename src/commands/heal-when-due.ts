import { healApplied } from '../engine/recovery.ts';
import { ExitCode } from '../exit-code.ts';
import { openRunStore, openShop } from '../wiring.ts';
import type { CommandContext } from './context.ts';

const lookEveryMs = 250;
/** The run heals by itself when its time is up; only when it did not (killed, suspended) is it done from here. */
const leeway = 3000;

/**
 * What `chaos … --for` leaves behind in a process of its own: heals the run's faults when they are due, should the run
 * itself not be there any more to do it. Ends as soon as there is nothing left to heal.
 */
export async function healWhenDue(runId: string, context: CommandContext): Promise<ExitCode> {
  const { host } = context;
  const store = openRunStore(context);
  while (store.isOpen(runId)) {
    const applied = (await store.appliedFaults()).filter((fault) => fault.runId === runId);
    const due = applied.filter(({ ownerAlive, healDueAt = 0 }) => {
      return host.clock.now() >= healDueAt + (ownerAlive ? leeway : 0);
    });
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
