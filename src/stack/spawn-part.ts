import { spawn } from 'node:child_process';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import type { PartIdentity } from './part.ts';
import { identityOf } from './process-table.ts';
import type { StackHost } from './stack-deps.ts';
import type { Launch } from './state-schema.ts';

/**
 * Starts a process that outlives shopctl: its own session and process group, no terminal, output appended to the log.
 * @returns its identity, taken from the kernel right after the spawn
 * @throws ShopctlError when the command cannot be run, or ended before it could be looked at
 */
export async function spawnPart(launch: Launch, logFile: string, deps: StackHost): Promise<PartIdentity> {
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, 'a', 0o644);
  try {
    await chmod(logFile, 0o644).catch(() => undefined);
    const child = spawn(launch.command, launch.args, {
      cwd: launch.cwd,
      env: launch.env,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...(launch.uid === undefined ? {} : { uid: launch.uid }),
      ...(launch.gid === undefined ? {} : { gid: launch.gid }),
    });
    await new Promise<void>((done, failed) => {
      child.once('spawn', done);
      child.once('error', failed);
    });
    child.unref();
    const identity = child.pid === undefined ? undefined : await identityOf(child.pid, deps.platform);
    if (identity !== undefined) return identity;
  } catch (error) {
    throw new ShopctlError({
      message: `cannot run ${launch.command}: ${codeOf(error) ?? messageOf(error)}`,
      hint: `is it (and the folder ${launch.cwd}) still there? \`shopctl up\` looks for it again`,
      cause: error,
    });
  } finally {
    await log.close();
  }
  throw new ShopctlError({ message: `${launch.command} ended at once`, hint: `its log: ${logFile}` });
}
