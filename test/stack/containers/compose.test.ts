import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCompose } from '../../../src/stack/containers/compose.ts';
import { followContainerLogs } from '../../../src/stack/containers/container-logs.ts';
import { containerStack, openContainerStack } from '../../../src/stack/containers/container-stack.ts';
import { upContainers } from '../../../src/stack/containers/up-containers.ts';
import type { StackDeps } from '../../../src/stack/stack-deps.ts';
import { stackPaths } from '../../../src/stack/stack-paths.ts';
import { thisHost } from '../stack-host.ts';

let folder: string;
let deps: StackDeps;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-compose-'));
  mkdirSync(join(folder, 'bin'));
  deps = thisHost({ env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` } });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a program of the name on the PATH. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

const engine = 'test "$1" = version && echo 28.0';

describe('the program that runs compose', () => {
  it('is the plugin where there is one', async () => {
    program('docker', `${engine} || test "$1 $2" = "compose version"`);
    program('docker-compose', 'exit 0');
    expect(await findCompose(deps, undefined)).toEqual(['docker', 'compose']);
  });

  it('is the older one where there is no plugin', async () => {
    program('docker', `${engine} || exit 1`);
    program('docker-compose', 'exit 0');
    expect(await findCompose(deps, undefined)).toEqual(['docker-compose']);
  });

  it('is asked for where there is neither', async () => {
    program('docker', `${engine} || exit 1`);
    program('docker-compose', 'exit 1');
    await expect(findCompose(deps, undefined)).rejects.toMatchObject({
      message: 'there is neither docker compose nor docker-compose',
      exitCode: 3,
    });
  });

  it.each([
    [
      'may not be used',
      'echo "permission denied while trying to connect to the Docker daemon socket" >&2; exit 1',
      /group docker/,
    ],
    [
      'does not run',
      'echo "Cannot connect to the Docker daemon at unix:///x" >&2; exit 1',
      /start the engine/,
    ],
  ])('is not looked for where the engine %s', async (_title, script, hint) => {
    program('docker', script);
    await expect(findCompose(deps, undefined)).rejects.toMatchObject({
      message: expect.stringContaining('no Docker engine can be used'),
      hint: expect.stringMatching(hint),
      exitCode: 3,
    });
  });
});

describe('the shop in containers', () => {
  it('is not begun where it cannot be, and leaves nothing behind', async () => {
    program('docker', 'exit 1');
    const stateDir = join(folder, 'state');
    const options = { stateDir, ports: {}, set: {}, fresh: false, signal: new AbortController().signal };
    await expect(upContainers(options, deps)).rejects.toMatchObject({ exitCode: 3 });
    expect(await openContainerStack(stateDir)).toBeUndefined();
    await expect(upContainers({ ...options, ports: { gatewy: 1 } }, deps)).rejects.toMatchObject({
      message: '--port gatewy: there is no such part',
      exitCode: 64,
    });
  });

  it.each([
    ['the plugin’s form', 'orders-1  | {"level":30}', 'orders'],
    ['the older form', 'shop-ab12_orders_1 | {"level":30}', 'orders'],
    ['the form without a number', 'orders | {"level":30}', 'orders'],
  ])('has its logs told apart in %s', async (_title, line, expected) => {
    const state = { version: 1 as const, project: 'shop-ab12', ports: {}, set: {}, down: false };
    const shown: string[][] = [];
    const signal = new AbortController().signal;
    const options = { stateDir: folder, names: ['orders'], lines: 5, follow: false, signal };
    mkdirSync(stackPaths(folder).root, { recursive: true });
    program(
      'docker',
      `${engine} && exit; case "$*" in "compose version") ;; *logs*) echo 'Attaching to x'; echo '${line}';; esac`,
    );
    await followContainerLogs(containerStack(state), options, deps, (name, text) => shown.push([name, text]));
    expect(shown).toEqual([[expected, '{"level":30}']]);
  });
});
