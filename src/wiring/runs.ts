import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { CommandContext } from '../commands/context.ts';
import { ensureStateFolder, type ProcessLiveness, RunStore } from '../engine/run-store.ts';
import { identityOf, isSameProcess } from '../stack/process-table.ts';

/** The runs of the state folder. @throws ShopctlError (exit 3) when the folder cannot be made */
export function openRunStore({ host, settings }: CommandContext): RunStore {
  ensureStateFolder(settings.stateDir);
  return new RunStore(settings.stateDir, host.clock, processLiveness(host));
}

function processLiveness({ pid, platform }: CommandContext['host']): ProcessLiveness {
  return {
    self: async () => JSON.stringify(await identityOf(pid, platform)),
    isAlive: async (identity) => isSameProcess(JSON.parse(identity), platform),
  };
}

/**
 * Starts a process of its own, in its own session, that heals the run's faults when they are due, should this shopctl
 * be gone by then. It ends by itself as soon as there is nothing left to heal.
 */
export function spawnHealer(runId: string, { host, settings }: CommandContext): void {
  const bin = join(host.packageRoot, 'bin', 'shopctl.js');
  const config = settings.configPath === undefined ? [] : ['--config', settings.configPath];
  const args = [bin, 'heal-when-due', runId, '--state-dir', settings.stateDir, ...config, '--quiet'];
  spawn(host.execPath, args, { detached: true, stdio: 'ignore', cwd: '/' }).unref();
}
