import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { prepareEngine } from './tiny-image.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the engine of these tests. */
    dockerHost: string;
  }
}

/**
 * An engine of the tests' own, on a socket of its own, with everything it keeps in a temporary folder: whatever else
 * runs in Docker on this machine is neither seen nor touched. `SHOPCTL_TEST_DOCKER_HOST` names one to use instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['SHOPCTL_TEST_DOCKER_HOST'];
  if (given !== undefined && given !== '') {
    prepareEngine(given);
    project.provide('dockerHost', given);
    return async () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'shopctl-docker-'));
  const host = `unix://${folder}/engine.sock`;
  const engine = startEngine(folder, host);
  try {
    await answers(host, engine);
    prepareEngine(host);
  } catch (error) {
    process.stderr.write(readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(-10).join('\n'));
    await stopEngine(engine, folder);
    throw error;
  }
  project.provide('dockerHost', host);
  return () => stopEngine(engine, folder);
}

function startEngine(folder: string, host: string): ChildProcess {
  const kept = ['data-root', 'exec-root', 'pidfile'].flatMap((name) => [`--${name}`, join(folder, name)]);
  // Neither the default bridge nor the firewall's chains: another engine of this machine has the same ones.
  const apart = ['--bridge', 'none', '--iptables=false'];
  const log = openSync(join(folder, 'log'), 'a');
  const engine = spawn('dockerd', [...kept, ...apart, '--host', host, '--log-level', 'error'], {
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  return engine;
}

async function answers(host: string, engine: ChildProcess): Promise<void> {
  let failure: unknown;
  engine.once('error', (error) => {
    failure = error;
  });
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(500)) {
    if (failure !== undefined) throw failure;
    if (engine.exitCode !== null) throw new Error(`dockerd ended with ${engine.exitCode}`);
    try {
      execFileSync('docker', ['--host', host, 'version'], { stdio: 'ignore', timeout: 5000 });
      return;
    } catch {
      // Not yet.
    }
  }
  throw new Error('dockerd did not answer within 60 s');
}

/** By its own pid, and no other's. What it started ends with it. */
async function stopEngine(engine: ChildProcess, folder: string): Promise<void> {
  engine.kill('SIGTERM');
  for (let i = 0; engine.exitCode === null && engine.signalCode === null && i < 300; i++) await sleep(100);
  rmSync(folder, { recursive: true, force: true });
}
