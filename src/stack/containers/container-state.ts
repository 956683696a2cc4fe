import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, ShopctlError } from '../../errors.ts';
import type { StackPaths } from '../stack-paths.ts';

const port = z.int().min(1).max(65_535);

const schema = z.object({
  version: z.literal(1),
  /** Compose's project: it differs between state directories. */
  project: z.string().min(1),
  /** DOCKER_HOST as it was for `up`: another shell may have another one. */
  dockerHost: z.string().optional(),
  ports: z.record(z.string(), port),
  set: z.record(z.string(), z.string()),
  /** Stopped by `down`, data kept. */
  down: z.boolean(),
});

/** What is known about the shop in containers of one state directory. */
export type ContainerState = z.infer<typeof schema>;

const fileOf = (paths: StackPaths) => join(paths.root, 'containers.json');

/** @throws ShopctlError when there is a file that cannot be read as such a state */
export async function readContainerState(paths: StackPaths): Promise<ContainerState | undefined> {
  const file = fileOf(paths);
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new ShopctlError({
      message: `the state of the containers, ${file}, cannot be read`,
      hint: 'docker compose ls shows the project; stop it by hand, then delete the file',
      cause: error,
    });
  }
}

export async function writeContainerState(paths: StackPaths, state: ContainerState): Promise<void> {
  await mkdir(paths.root, { recursive: true });
  const temporary = `${fileOf(paths)}.new`;
  await writeFile(temporary, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, fileOf(paths));
}

/** One state directory holds one shop. @throws ShopctlError when it runs in containers */
export async function mustHaveNoContainers(paths: StackPaths): Promise<void> {
  const state = await readContainerState(paths);
  if (state === undefined || state.down) return;
  throw new ShopctlError({
    message: `the shop of ${paths.stateDir} runs in containers`,
    hint: 'shopctl down stops it; shopctl up --runtime docker starts what is missing of it',
  });
}

export async function forgetContainers(paths: StackPaths): Promise<void> {
  await rm(fileOf(paths), { force: true });
}
