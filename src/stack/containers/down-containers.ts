import { rm } from 'node:fs/promises';
import type { DownOptions, DownReport } from '../down.ts';
import { workLock } from '../down.ts';
import { withLock } from '../lock-file.ts';
import { releasePorts } from '../port-claims.ts';
import { runTool } from '../run-tool.ts';
import type { StackDeps } from '../stack-deps.ts';
import { type StackPaths, stackPaths } from '../stack-paths.ts';
import { Compose, contextFolder, dockerEnv, findCompose, imageOf, settingsFile } from './compose.ts';
import {
  type ContainerState,
  forgetContainers,
  readContainerState,
  writeContainerState,
} from './container-state.ts';

/**
 * Stops the shop in containers and deletes the containers; with `purge` their data and image too.
 * @returns undefined when there is no such shop in the state directory
 * @throws ShopctlError when compose fails, or no engine answers: then it is not known what still runs
 */
export async function downContainers(options: DownOptions, deps: StackDeps): Promise<DownReport | undefined> {
  const paths = stackPaths(options.stateDir);
  if ((await readContainerState(paths)) === undefined) return undefined;
  return withLock(paths.workLock, workLock, deps, async () => {
    const state = await readContainerState(paths);
    return state && stop(state, options, paths, deps);
  });
}

async function stop(
  state: ContainerState,
  { purge = false }: DownOptions,
  paths: StackPaths,
  deps: StackDeps,
): Promise<DownReport> {
  const compose = new Compose(await findCompose(deps, state.dockerHost), state, paths, deps);
  const running = await compose.run(['ps', '--services'], { withinMs: 30_000 });
  await compose.run(['down', '--remove-orphans', ...(purge ? ['--volumes'] : [])], { withinMs: 180_000 });
  await releasePorts(paths);
  const stopped = state.down ? [] : running.stdout.split('\n').filter((name) => name.trim() !== '');
  if (!purge) {
    await writeContainerState(paths, { ...state, down: true });
    return { stopped, purged: [] };
  }
  const image = {
    command: 'docker',
    args: ['image', 'rm', imageOf(state)],
    withinMs: 60_000,
    tolerant: true,
  };
  await runTool({ ...image, env: dockerEnv(deps, state.dockerHost), cwd: '/' });
  await rm(contextFolder(paths), { recursive: true, force: true });
  await rm(settingsFile(paths), { force: true });
  await forgetContainers(paths);
  return { stopped, purged: [`the volumes of ${state.project}`] };
}
