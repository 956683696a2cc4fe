import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rowOf } from './process-table.ts';
import { isPidTaken } from './signals.ts';
import type { StackHost } from './stack-deps.ts';

const run = promisify(execFile);
const reapMs = 2000;
const pollMs = 20;

/**
 * A server refuses to start when the pid in its lock file belongs to any process at all: to a stranger with the same
 * number after a reboot, or to the remains of the killed server itself where the machine's init collects them late.
 * Removed only then: the lock file of a server that lives protects the data.
 */
export async function clearStalePostmasterLock(data: string, host: StackHost): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const deadline = host.clock.monotonic() + reapMs;
  for (;;) {
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    // With nobody there PostgreSQL clears the file itself, and looks at its shared memory first.
    if (!Number.isInteger(pid) || !isPidTaken(pid)) return;
    const living = await rowOf(pid, host.platform);
    if (living !== undefined) {
      if ((await nameOf(pid, host.platform)) !== 'postgres') await rm(file, { force: true });
      return;
    }
    if (host.clock.monotonic() > deadline) return rm(file, { force: true });
    await host.clock.sleep(pollMs);
  }
}

async function nameOf(pid: number, platform: NodeJS.Platform): Promise<string> {
  if (platform === 'linux')
    return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')).trim();
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({
    stdout: 'postgres',
  }));
  return stdout.trim().replace(/^.*\//, '');
}
