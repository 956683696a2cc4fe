import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { ToolHost } from '../../src/chaos/tool.ts';
import { tinyImage, tinyNetwork } from './tiny-image.ts';

/** Types a docker command on the engine of these tests. @returns what it printed */
export function docker(...args: string[]): string {
  return execFileSync('docker', ['--host', inject('dockerHost'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** A shell's environment in which `docker` is on the tests' engine. */
export function dockerShell(env: Readonly<Record<string, string>> = {}): ToolHost {
  return {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DOCKER_HOST: inject('dockerHost'),
      ...env,
    },
  };
}

const started = new Set<string>();

/** Starts a container that does nothing, or what is given. @returns its full id */
export function container(name: string, options: readonly string[] = [], ...command: string[]): string {
  const work = command.length > 0 ? command : ['sleep', '100000'];
  started.add(name);
  // Process 1 takes no signal it does not ask for; with --init a stop does not wait for its grace to pass.
  const network = options.includes('--network') ? [] : ['--network', tinyNetwork];
  return docker('run', '--detach', '--init', '--name', name, ...network, ...options, tinyImage, ...work);
}

export function removeContainers(): void {
  for (const name of started) {
    try {
      docker('rm', '--force', '--volumes', name);
    } catch {
      // It removed itself.
    }
  }
  started.clear();
}

export const statusOf = (id: string): string => docker('inspect', '--format', '{{.State.Status}}', id);

/** Labels as compose gives them. */
export function composeLabels(project: string, service: string, number = 1, oneOff = false): string[] {
  const labels = {
    project,
    service,
    'container-number': String(number),
    oneoff: oneOff ? 'True' : 'False',
  };
  return Object.entries(labels).flatMap(([key, value]) => ['--label', `com.docker.compose.${key}=${value}`]);
}

/** A `docker` of the tests' own, first on the PATH; the real one is there as $REAL_DOCKER. */
export function fakeDocker(script: string): { readonly host: ToolHost; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'shopctl-fake-docker-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'docker'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'docker'), 0o755);
  chmodSync(folder, 0o755);
  const real = execFileSync('sh', ['-c', 'command -v docker'], { encoding: 'utf8' }).trim();
  const host = dockerShell({ PATH: `${bin}:${process.env['PATH']}`, REAL_DOCKER: real });
  return { host, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
