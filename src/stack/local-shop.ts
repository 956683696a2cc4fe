import { downContainers } from './containers/down-containers.ts';
import { inspectContainerStack } from './containers/inspect-containers.ts';
import { type DownOptions, type DownReport, down as downProcesses } from './down.ts';
import { inspectStack as inspectProcesses, type StackInspection } from './stack.ts';
import type { StackDeps } from './stack-deps.ts';

/*
 * The reference shop of a state directory, whether it runs in processes or in containers. There is one at a time.
 */

/** @throws ShopctlError when something cannot be ended */
export async function down(options: DownOptions, deps: StackDeps): Promise<DownReport> {
  const containers = await downContainers(options, deps);
  const processes = await downProcesses(options, deps);
  return {
    ...processes,
    stopped: [...(containers?.stopped ?? []), ...processes.stopped],
    purged: [...(containers?.purged ?? []), ...processes.purged],
  };
}

/** @throws ShopctlError when the state cannot be read, or the engine of its containers does not answer */
export async function inspectStack(stateDir: string, deps: StackDeps): Promise<StackInspection> {
  return (await inspectContainerStack(stateDir, deps)) ?? inspectProcesses(stateDir, deps);
}
