import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clientVersion, engineVersion, mayDo, neededPermissions } from '../../src/chaos/clients.ts';

const folder = mkdtempSync(join(tmpdir(), 'shopctl-clients-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of this name alone on the PATH. @param script for `/bin/sh` */
function hostWith(name: string, script: string) {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
  return { cwd: folder, env: { PATH: `${bin}:/usr/bin:/bin` } };
}

const place = { context: 'dev', namespace: 'shop' };
/** `kubectl scale` sends GET and then PUT. */
const scaling = { verb: 'update', resource: 'deployments/scale' };

it('a workload is broken with what kubectl really sends: GET and PUT of its scale, GET and DELETE of pods', () => {
  const needed = neededPermissions({ kind: 'deployment' }).map(({ verb, resource }) => `${verb} ${resource}`);
  expect(needed).toEqual([
    'get deployments',
    'get deployments/scale',
    'update deployments/scale',
    'list pods',
    'delete pods',
  ]);
});

describe('the programs that targets are reached through', () => {
  it('say their version, and what they said when they would not', async () => {
    const host = hostWith('aspire', 'echo "13.0.1+abc"');
    expect(await clientVersion('aspire', host)).toBe('13.0.1+abc');
    const broken = hostWith('aspire', 'echo "no .NET runtime" >&2; exit 131');
    await expect(clientVersion('aspire', broken)).rejects.toThrow('failed with 131: no .NET runtime');
  });

  it('are missed by their names', async () => {
    const host = { cwd: folder, env: { PATH: join(folder, 'nothing-here') } };
    await expect(clientVersion('kubectl', host)).rejects.toThrow('kubectl is not on the PATH');
  });

  it('tell which engine answers', async () => {
    const host = hostWith(
      'docker',
      'case "$*" in "context inspect"*) echo default;; *) echo "28.2.2";; esac',
    );
    const here = await engineVersion(undefined, host);
    expect(here).toEqual({ version: '28.2.2', place: 'of the context default' });
    const there = await engineVersion('ssh://me@there', host);
    expect(there).toEqual({ version: '28.2.2', place: 'at ssh://me@there' });
  });

  it('tell a socket without permission from an engine that is not there', async () => {
    const closed =
      'echo "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock" >&2; exit 1';
    await expect(engineVersion('unix:///x.sock', hostWith('docker', closed))).rejects.toMatchObject({
      hint: expect.stringContaining('usermod'),
    });
  });

  it.each([
    ['echo yes', true],
    ['echo no; exit 1', false],
    ['echo "no - no RBAC policy matched"; exit 1', false],
  ])('answer whether something may be done: %s', async (script, may) => {
    expect(await mayDo(place, scaling, hostWith('kubectl', script))).toBe(may);
  });

  it('take a cluster that does not answer for no answer, not for a no', async () => {
    const host = hostWith('kubectl', 'echo "dial tcp: connection refused" >&2; exit 1');
    await expect(mayDo(place, scaling, host)).rejects.toThrow('connection refused');
  });

  it('are told the context and the namespace, never left to the current ones', async () => {
    const host = hostWith('kubectl', 'echo "$*" > "$0.asked"; echo yes');
    await mayDo(place, scaling, host);
    const asked = readFileSync(`${host.env.PATH.split(':')[0]}/kubectl.asked`, 'utf8');
    expect(asked).toContain('--context dev -n shop');
    expect(asked).toContain('auth can-i update deployments/scale');
  });
});
