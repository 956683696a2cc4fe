import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KubernetesTarget } from '../../src/chaos/kubernetes.ts';
import type { ToolHost } from '../../src/chaos/tool.ts';
import type { KubernetesWorkload } from '../../src/model/target-identity.ts';
import { FakeApiServer } from './fakes/api-server.ts';

/** The fake kubectl must be one that the real one could stand in for: where it is installed, it does. */
const isInstalled = spawnSync('kubectl', ['version', '--client']).status === 0;

describe.skipIf(!isInstalled)('the real kubectl', () => {
  let server: FakeApiServer;
  let folder: string;
  let host: ToolHost;
  const identity: KubernetesWorkload = {
    runtime: 'kubernetes',
    context: 'kind-shop',
    namespace: 'shop',
    kind: 'deployment',
    name: 'payments',
  };
  const payments = (changes: Partial<KubernetesWorkload> = {}) =>
    new KubernetesTarget('payments', { ...identity, ...changes }, host);

  beforeEach(async () => {
    server = new FakeApiServer();
    folder = mkdtempSync(join(tmpdir(), 'shopctl-kubectl-'));
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'fake', cluster: { server: await server.listen() } }],
      users: [{ name: 'nobody', user: {} }],
      contexts: [{ name: 'kind-shop', context: { cluster: 'fake', user: 'nobody' } }],
    };
    writeFileSync(join(folder, 'config'), JSON.stringify(config));
    const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: join(folder, 'config') };
    host = { env, cwd: folder };
  });

  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('scales to nothing and back to what was found', async () => {
    const handle = await payments().resolve({ kind: 'stopped', target: 'payments' });
    await handle.inject();
    expect(server.replicas).toBe(0);
    expect(await handle.tookEffect()).toBe(true);
    await handle.heal();
    expect(server.replicas).toBe(3);
    expect(await handle.isWell()).toBe(true);
    expect(server.changes).toHaveLength(2);
  });

  it('deletes pods without grace', async () => {
    const handle = await payments().resolve({ kind: 'killed', target: 'payments' });
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    expect(server.changes).toHaveLength(3);
    expect(server.changes.filter((change) => change.includes('"gracePeriodSeconds":0'))).toHaveLength(3);
  });

  it('does not scale what is not as it was found', async () => {
    const handle = await payments().resolve({ kind: 'stopped', target: 'payments' });
    server.replicas = 2;
    await expect(handle.inject()).rejects.toMatchObject({
      message: expect.stringContaining('Expected replicas to be 3, was 2'),
    });
    expect(server.changes).toEqual([]);
  });

  it.each<[string, Partial<KubernetesWorkload>, string]>([
    ['of a workload', { name: 'payment' }, "no deployment 'payment'"],
    ['of a context', { context: 'prod' }, 'context "prod" does not exist'],
  ])('knows no such name %s', async (_title, changes, message) => {
    await expect(payments(changes).resolve({ kind: 'stopped', target: 'payments' })).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode: 3,
    });
  });

  it('says so where no cluster answers', async () => {
    await server.close();
    await expect(payments().resolve({ kind: 'stopped', target: 'payments' })).rejects.toMatchObject({
      message: expect.stringContaining('refused'),
      exitCode: 3,
    });
    server = new FakeApiServer();
    await server.listen();
  });
});
