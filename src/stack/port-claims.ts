import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import type { PartIdentity } from './part.ts';
import { identityOf, isSameProcess } from './process-table.ts';
import { leadersOf } from './signals.ts';
import type { StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import { stackStateSchema } from './state-schema.ts';

/** One for the machine and all its users: ports are the machine's. */
export const machineClaims = '/tmp/shopctl-ports';

interface Claim {
  readonly stateFile: string;
  readonly claimant: PartIdentity;
}

/**
 * Claims a port for this stack against other stacks of this machine. A bind test alone does not do: the port of a
 * broker that still starts, or that a fault has stopped, is free to look at.
 * @returns false when another stack has it
 */
export async function claimPort(
  port: number,
  paths: StackPaths,
  host: StackHost,
  folder = machineClaims,
): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o1777).catch(() => undefined);
  const claimant = await identityOf(host.pid, host.platform);
  if (claimant === undefined) return true;
  const claim: Claim = { stateFile: paths.stateFile, claimant };
  for (let tries = 0; tries < 3; tries++) {
    if (await write(join(folder, String(port)), claim)) return true;
    const other = await read(join(folder, String(port)));
    if (other !== undefined && other.stateFile !== paths.stateFile && (await holds(other, host)))
      return false;
    await rename(join(folder, String(port)), join(folder, `${port}.void-${host.pid}`)).catch(() => undefined);
    await rm(join(folder, `${port}.void-${host.pid}`), { force: true }).catch(() => undefined);
  }
  return false;
}

/** Gives back every port that this stack claimed. */
export async function releasePorts(paths: StackPaths, folder = machineClaims): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const claim = await read(join(folder, name));
    if (claim?.stateFile === paths.stateFile) await rm(join(folder, name), { force: true });
  }
}

/** A claim holds while the shopctl that made it works, and after that while a part of its stack lives. */
async function holds(claim: Claim, host: StackHost): Promise<boolean> {
  if (await isSameProcess(claim.claimant, host.platform)) return true;
  if (await isContainerShopUp(dirname(claim.stateFile))) return true;
  try {
    const state = stackStateSchema.parse(JSON.parse(await readFile(claim.stateFile, 'utf8')));
    const leaders = state.parts.flatMap(leadersOf);
    const alive = await Promise.all(leaders.map((leader) => isSameProcess(leader, host.platform)));
    return alive.includes(true);
  } catch (error) {
    // Another user's state file cannot be read: believe it. Another port costs nothing, a lost one does.
    return codeOf(error) === 'EACCES';
  }
}

/** Of a shop in containers, a port may be free because a fault has stopped its container. */
async function isContainerShopUp(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'containers.json'), 'utf8').catch(() => '');
  return text.includes('"down": false');
}

async function write(path: string, claim: Claim): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o644);
    await file.writeFile(JSON.stringify(claim)).finally(() => file.close());
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function read(path: string): Promise<Claim | undefined> {
  try {
    const value = JSON.parse(await readFile(path, 'utf8'));
    const isClaim = typeof value?.stateFile === 'string' && typeof value?.claimant?.pid === 'number';
    return isClaim ? value : undefined;
  } catch {
    return undefined;
  }
}
