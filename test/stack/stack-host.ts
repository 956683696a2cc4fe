import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { StackDeps } from '../../src/stack/stack-deps.ts';

/** This very process as a host, with what was said kept in `lines`. */
export function thisHost(changes: Partial<StackDeps> = {}): StackDeps & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    env: process.env,
    platform: process.platform,
    arch: process.arch,
    uid: process.geteuid?.(),
    pid: process.pid,
    execPath: process.execPath,
    packageRoot: fileURLToPath(new URL('../..', import.meta.url)),
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      sleep: (ms, signal) =>
        sleep(ms, undefined, { signal }).catch((error: unknown) => {
          throw signal?.reason ?? error;
        }),
    },
    say: (line) => lines.push(line),
    ...changes,
    lines,
  };
}

/** A fresh folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shopctl-stack-test-'));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
