import type { CommandContext } from '../commands/context.ts';
import { readyProbe } from '../stack/answers.ts';
import { openContainerStack } from '../stack/containers/container-stack.ts';
import { openStack, type StackDeps } from '../stack/stack.ts';

export { followContainerLogs } from '../stack/containers/container-logs.ts';
export { openContainerStack } from '../stack/containers/container-stack.ts';
export { upContainers } from '../stack/containers/up-containers.ts';
export { emptyStack } from '../stack/empty-stack.ts';
export { down, inspectStack } from '../stack/local-shop.ts';
export { withLock } from '../stack/lock-file.ts';
export { followLogs } from '../stack/logs.ts';
export { describeMachine, stacksBorne } from '../stack/machine.ts';
export { type DownOptions, openStack, scaleMax, type UpOptions, up } from '../stack/stack.ts';

/** Which parts of the local shop are fit for work, by their names. */
export async function partReadiness(
  context: CommandContext,
  withinMs: number,
): Promise<ReadonlyMap<string, boolean>> {
  const containers = await openContainerStack(context.settings.stateDir);
  const inContainers = containers?.parts.map(({ name, probe }) => ({
    name,
    ready: () => readyProbe(probe, withinMs),
  }));
  const inProcesses = async () =>
    (await openStack(context.settings.stateDir, stackDeps(context)))?.parts ?? [];
  const parts = inContainers ?? (await inProcesses());
  return new Map(
    await Promise.all(
      parts.map(async (part): Promise<[string, boolean]> => [part.name, await part.ready(withinMs)]),
    ),
  );
}

/** What the stack takes from the process; its progress goes to stderr. */
export function stackDeps({ host, output }: CommandContext): StackDeps {
  return { ...host, say: output.sayAt };
}
