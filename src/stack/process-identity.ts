import type { ProcessLiveness } from '../engine/run-store.ts';
import { identityOf, isSameProcess } from './process-table.ts';
import type { StackHost } from './stack-deps.ts';

/** Tells this process, and whether an earlier one still lives, by pid and kernel start time: pids come again. */
export function processLiveness(host: Pick<StackHost, 'pid' | 'platform'>): ProcessLiveness {
  return {
    self: async () => {
      const identity = await identityOf(host.pid, host.platform);
      return `${host.pid}@${identity?.startedAt ?? 'unknown'}`;
    },
    isAlive: async (text) => {
      const [, pid, startedAt] = /^(\d+)@(.+)$/s.exec(text) ?? [];
      if (pid === undefined || startedAt === undefined) return false;
      return isSameProcess({ pid: Number(pid), startedAt: startedAt.trim() }, host.platform);
    },
  };
}
