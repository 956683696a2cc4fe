import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startShopctl } from './shopctl.ts';

/**
 * Starts one stack for each worker that runs system tests, each in a state folder of its own and on ports of its own
 * where the default ones are taken, and stops them at the end. A stack that cannot be stopped fails the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDirs = Array.from({ length: project.config.maxWorkers }, () =>
    mkdtempSync(join(tmpdir(), 'shopctl-system-')),
  );
  project.provide('stateDirs', stateDirs);
  for (const stateDir of stateDirs) await type(['up'], stateDir);
  return async () => {
    for (const stateDir of stateDirs) {
      await type(['down', '--purge'], stateDir);
      rmSync(stateDir, { recursive: true, force: true });
    }
  };
}

async function type(args: readonly string[], stateDir: string): Promise<void> {
  const { code, stderr } = await startShopctl(args, { stateDir }).ended;
  if (code !== 0) throw new Error(`shopctl ${args.join(' ')} ended with ${code}:\n${stderr}`);
}
