import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DockerTarget } from '../../src/chaos/docker/docker.ts';
import type { ToolHost } from '../../src/chaos/tool.ts';
import type { ProcessFault } from '../../src/model/fault.ts';
import { container, dockerShell, fakeDocker, removeContainers, statusOf } from './containers.ts';

const leftovers: (() => void)[] = [];
afterEach(() => {
  for (const remove of leftovers.splice(0)) remove();
  removeContainers();
});

const stopped: ProcessFault = { kind: 'stopped', target: 'broker' };
const broker = (host: ToolHost) =>
  new DockerTarget('broker', { runtime: 'docker', container: 'shop-broker' }, { host, addresses: [] });

function faked(script: string): ToolHost {
  const { host, remove } = fakeDocker(script);
  leftovers.push(remove);
  return host;
}

/** Takes every connection and says nothing, as an engine does that hangs. */
async function hungEngine(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shopctl-hung-'));
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => open.add(socket));
  await new Promise<void>((ready) => server.listen(join(folder, 'sock'), ready));
  leftovers.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return `unix://${folder}/sock`;
}

describe('an engine that cannot be used ends in a clear error and exit code 3:', () => {
  it('one that hangs', async () => {
    const host = dockerShell({ DOCKER_HOST: await hungEngine() });
    const begun = Date.now();
    await expect(broker(host).resolve(stopped)).rejects.toMatchObject({
      message: expect.stringMatching(
        /the docker engine at unix:.* does not answer: .* did not end within 8 s/,
      ),
      hint: expect.any(String),
      exitCode: 3,
    });
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it('one whose socket belongs to others', async () => {
    // The real client as a user who may not: for root there is no such socket.
    const host = faked('exec setpriv --reuid=65534 --regid=65534 --clear-groups "$REAL_DOCKER" "$@"');
    await expect(broker(host).resolve(stopped)).rejects.toMatchObject({
      message: expect.stringContaining('may not be used by this user: permission denied on its socket'),
      hint: expect.stringContaining('usermod'),
      exitCode: 3,
    });
  });

  it('one that is not there', async () => {
    const host = dockerShell({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
    await expect(broker(host).resolve(stopped)).rejects.toMatchObject({
      message: expect.stringContaining('no docker engine answers at unix:///nowhere/docker.sock'),
      exitCode: 3,
    });
  });

  it('one whose program is not on the PATH', async () => {
    await expect(broker(dockerShell({ PATH: '/nowhere' })).resolve(stopped)).rejects.toMatchObject({
      message: 'docker is not on the PATH',
      exitCode: 3,
    });
  });
});

describe('a docker that says yes and does nothing is never believed:', () => {
  it('to everything', async () => {
    container('shop-broker');
    await expect(broker(faked('exit 0')).resolve(stopped)).rejects.toMatchObject({
      name: 'ShopctlError',
      exitCode: 3,
    });
  });

  it('to what it is asked to break', async () => {
    const id = container('shop-broker');
    const host = faked('for word; do test "$word" = stop && exit 0; done; exec "$REAL_DOCKER" "$@"');
    const handle = await broker(host).resolve(stopped);
    await expect(handle.inject()).rejects.toMatchObject({
      message: 'docker stop said that it did it, but shop-broker is running',
      exitCode: 3,
    });
    expect(await handle.tookEffect()).toBe(false);
    expect(statusOf(id)).toBe('running');
  });

  it('to what it is asked to heal', async () => {
    const id = container('shop-broker');
    const host = faked('for word; do test "$word" = start && exit 0; done; exec "$REAL_DOCKER" "$@"');
    const handle = await broker(host).resolve(stopped);
    await handle.inject();
    await expect(handle.heal()).rejects.toMatchObject({
      message: expect.stringContaining('docker start said that it did it, but shop-broker is exited'),
      exitCode: 3,
    });
    expect(await handle.isWell()).toBe(false);
    expect(statusOf(id)).toBe('exited');
  });
});
