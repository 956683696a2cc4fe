import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { DockerTarget, reopenDocker } from '../../src/chaos/docker/docker.ts';
import type { DockerIdentity } from '../../src/chaos/docker/find.ts';
import type { ReachedPrior } from '../../src/chaos/reached-target.ts';
import type { FaultHandle } from '../../src/engine/ports.ts';
import type { ProcessFault } from '../../src/model/fault.ts';
import { redactedValue } from '../../src/model/redact.ts';
import { composeLabels, container, docker, dockerShell, removeContainers, statusOf } from './containers.ts';

afterEach(removeContainers);

const target = (identity: Partial<DockerIdentity>, addresses: readonly string[] = []) =>
  new DockerTarget('broker', { runtime: 'docker', ...identity } as DockerIdentity, {
    host: dockerShell(),
    addresses,
  });
const fault = (kind: ProcessFault['kind'], instance?: number): ProcessFault =>
  instance === undefined ? { kind, target: 'broker' } : { kind, target: 'broker', instance };

/** As another shopctl finds it, in a shell that knows nothing of the engine. */
async function reopened(handle: FaultHandle): Promise<FaultHandle> {
  const prior = JSON.parse(JSON.stringify(redactedValue(handle.prior))) as ReachedPrior;
  const { DOCKER_HOST: _unknown, ...env } = dockerShell().env;
  return reopenDocker({ env, cwd: '/tmp' })(handle.fault as ProcessFault, prior);
}

async function becomes(look: () => Promise<boolean>, withinMs = 20_000): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(100)) {
    if (await look()) return true;
  }
  return false;
}

const ends = [
  ['killed', 'exited'],
  ['stopped', 'exited'],
  ['paused', 'paused'],
] as const;
/** Where time is short, the one end has to do that a restart policy could undo; the others are counted as skipped. */
const isShort = process.env['SHOPCTL_TEST_DOCKER'] === 'short';

describe.each(ends)('a container that is %s', (kind, status) => {
  const tried = it.skipIf(isShort && kind !== 'killed');

  tried('is seen to be so, and brought back by its full id', async () => {
    const id = container('shop-broker');
    const handle = await target({ container: 'shop-broker' }).resolve(fault(kind));
    expect(handle.identity).toBe(`docker container shop-broker ${id}`);
    expect(await handle.tookEffect()).toBe(false);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    expect(await handle.isWell()).toBe(false);
    expect(statusOf(id)).toBe(status);
    await handle.heal();
    await handle.heal();
    expect(await handle.isWell()).toBe(true);
    expect(statusOf(id)).toBe('running');
  });

  tried('is brought back by another shopctl, from the journal alone', async () => {
    const id = container('shop-broker');
    const handle = await target({ container: 'shop-broker' }).resolve(fault(kind));
    await handle.inject();
    const again = await reopened(handle);
    expect(await again.isWell()).toBe(false);
    await again.heal();
    expect(await again.isWell()).toBe(true);
    expect(statusOf(id)).toBe('running');
  });

  tried('stays so under a policy that restarts it always', async () => {
    const id = container('shop-broker', ['--restart', 'always']);
    const handle = await target({ container: 'shop-broker' }).resolve(fault(kind));
    await handle.inject();
    await sleep(2000);
    expect(await handle.tookEffect()).toBe(true);
    expect((await handle.when?.())?.endedAt).toBeUndefined();
    await handle.heal();
    expect(await handle.isWell()).toBe(true);
    expect(docker('inspect', '--format', '{{.HostConfig.RestartPolicy.Name}}', id)).toBe('always');
  });

  tried('has the times of the engine’s own record', async () => {
    const id = container('shop-broker');
    const handle = await target({ container: 'shop-broker' }).resolve(fault(kind));
    const before = Date.now();
    await handle.inject();
    const after = Date.now();
    const { beganAt, endedAt } = (await handle.when?.()) ?? {};
    expect(beganAt).toBeGreaterThanOrEqual(before);
    expect(beganAt).toBeLessThanOrEqual(after);
    expect(endedAt).toBeUndefined();
    // Somebody brings it back for less than the time between two looks, and takes it away again.
    docker(kind === 'paused' ? 'unpause' : 'start', id);
    docker(kind === 'paused' ? 'pause' : 'kill', id);
    const times = (await handle.when?.()) ?? {};
    expect(times.endedAt).toBeGreaterThanOrEqual(after);
    expect(await handle.tookEffect()).toBe(true);
  });
});

describe('which container is meant', () => {
  it('is by its exact name, where another one has a name that contains it', async () => {
    const other = container('shop-broker-2');
    const id = container('shop-broker');
    const prefixed = container('old-shop-broker');
    const handle = await target({ container: 'shop-broker' }).resolve(fault('stopped'));
    await handle.inject();
    expect([id, other, prefixed].map(statusOf)).toEqual(['exited', 'running', 'running']);
    await handle.heal();
  });

  it('is never guessed: a part of a name is refused, with the near names', async () => {
    container('shop-broker-1');
    container('shop-broker-2');
    await expect(target({ container: 'shop-broker' }).resolve(fault('stopped'))).rejects.toMatchObject({
      message: expect.stringMatching(
        /has no container 'shop-broker'; near it: shop-broker-\d, shop-broker-\d/,
      ),
      exitCode: 3,
    });
    expect([statusOf('shop-broker-1'), statusOf('shop-broker-2')]).toEqual(['running', 'running']);
  });

  it('is all of a compose service, but not what was run once in its name', async () => {
    const first = container('app_broker_1', composeLabels('app', 'broker', 1));
    const second = container('app_broker_2', composeLabels('app', 'broker', 2));
    const oneOff = container('app_broker_run_1', composeLabels('app', 'broker', 1, true));
    const foreign = container('web_broker_1', composeLabels('web', 'broker', 1));
    const handle = await target({ project: 'app', service: 'broker' }).resolve(fault('killed'));
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    expect([first, second, oneOff, foreign].map(statusOf)).toEqual([
      'exited',
      'exited',
      'running',
      'running',
    ]);
    await handle.heal();
    expect(await handle.isWell()).toBe(true);
    const one = await target({ project: 'app', service: 'broker' }).resolve(fault('stopped', 2));
    await one.inject();
    expect([first, second].map(statusOf)).toEqual(['running', 'exited']);
    await one.heal();
  });

  it('is not one that was stopped before: that stays as it was found', async () => {
    const first = container('app_broker_1', composeLabels('app', 'broker', 1));
    const second = container('app_broker_2', composeLabels('app', 'broker', 2));
    docker('stop', second);
    const handle = await target({ project: 'app', service: 'broker' }).resolve(fault('stopped'));
    await handle.inject();
    await handle.heal();
    expect([first, second].map(statusOf)).toEqual(['running', 'exited']);
  });

  it.each<[string, Partial<DockerIdentity>, string]>([
    [
      'service',
      { project: 'app', service: 'brokr' },
      "no container of 'brokr' in the compose project 'app'; near it: broker",
    ],
    [
      'project',
      { project: 'ap', service: 'broker' },
      "no container of the compose project 'ap'; near it: app",
    ],
  ])('is said to be none where there is no such %s', async (_title, identity, message) => {
    container('app_broker_1', composeLabels('app', 'broker'));
    await expect(target(identity).resolve(fault('stopped'))).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode: 3,
    });
  });
});

describe('a container is refused, before anything is broken,', () => {
  it('when it is paused', async () => {
    container('shop-broker');
    docker('pause', 'shop-broker');
    await expect(target({ container: 'shop-broker' }).resolve(fault('stopped'))).rejects.toMatchObject({
      message: expect.stringContaining('the container shop-broker is paused already'),
      hint: expect.stringContaining('broker-resume'),
    });
    await target({ container: 'shop-broker' }).restore();
    expect(statusOf('shop-broker')).toBe('running');
  });

  it('when it is stopped', async () => {
    container('shop-broker');
    docker('stop', 'shop-broker');
    await expect(target({ container: 'shop-broker' }).resolve(fault('killed'))).rejects.toMatchObject({
      message: expect.stringContaining('shop-broker is stopped already'),
    });
    await target({ container: 'shop-broker' }).restore();
    expect(statusOf('shop-broker')).toBe('running');
  });

  it('when it ends and is restarted again and again', async () => {
    container('shop-broker', ['--restart', 'always'], 'sh', '-c', 'exit 3');
    expect(await becomes(async () => statusOf('shop-broker') === 'restarting')).toBe(true);
    // Between two restarts it runs, for a moment: whenever it is looked at, it is not fit.
    for (let looks = 0; looks < 5; looks++) {
      await expect(target({ container: 'shop-broker' }).resolve(fault('stopped'))).rejects.toMatchObject({
        message: expect.stringMatching(/the container shop-broker (?:is restarting|was restarted \d+ times)/),
        hint: expect.stringContaining('docker logs shop-broker'),
      });
    }
  });

  it('when to stop it would delete it', async () => {
    const id = container('shop-broker', ['--rm']);
    await expect(target({ container: 'shop-broker' }).resolve(fault('stopped'))).rejects.toMatchObject({
      message: expect.stringContaining('was started with --rm'),
    });
    const handle = await target({ container: 'shop-broker' }).resolve(fault('paused'));
    await handle.inject();
    await handle.heal();
    expect(statusOf(id)).toBe('running');
  });

  it('when it serves at a port that the engine chose, which would be another one afterwards', async () => {
    const command = ['httpd', '-f', '-p', '80', '-h', '/www'];
    container('shop-broker', ['--publish', '127.0.0.1::80'], ...command);
    const port = docker('port', 'shop-broker', '80').split(':').at(-1);
    const used = [`http://127.0.0.1:${port}/`];
    await expect(target({ container: 'shop-broker' }, used).resolve(fault('stopped'))).rejects.toMatchObject({
      message: expect.stringContaining(`is used at 127.0.0.1:${port}, and would come back at another place`),
    });
    const address = docker(
      'inspect',
      '--format',
      '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
      'shop-broker',
    );
    await expect(
      target({ container: 'shop-broker', servedAt: `tcp://${address}:80` }).resolve(fault('killed')),
    ).rejects.toMatchObject({ message: expect.stringContaining('the engine chose that address') });
    // Frozen, it stays where it is.
    const handle = await target({ container: 'shop-broker' }, used).resolve(fault('paused'));
    await handle.inject();
    await handle.heal();
  });

  it('when it serves nobody at the address that clients use', async () => {
    container('shop-broker');
    const servedAt = 'tcp://127.0.0.1:9';
    await expect(
      target({ container: 'shop-broker', servedAt }).resolve(fault('stopped')),
    ).rejects.toMatchObject({ message: expect.stringContaining(`serves nobody at ${servedAt} even now`) });
  });
});

describe('healing', () => {
  it('is over when clients are served, not when the container runs', async () => {
    // It is up for two seconds before it serves.
    const start = 'sleep 2; exec httpd -f -p 80 -h /www';
    container('shop-broker', ['--publish', '127.0.0.1:28080:80'], 'sh', '-c', start);
    const servedAt = 'http://127.0.0.1:28080/';
    expect(await becomes(() => target({ container: 'shop-broker', servedAt }).serves(500))).toBe(true);
    const handle = await target({ container: 'shop-broker', servedAt }).resolve(fault('killed'));
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    await handle.heal();
    expect(statusOf('shop-broker')).toBe('running');
    expect(await handle.isWell()).toBe(false);
    expect(await becomes(() => handle.isWell())).toBe(true);
  });

  it('of a frozen one sees that it takes connections and serves nobody', async () => {
    container('shop-broker', ['--publish', '127.0.0.1:28080:80'], 'httpd', '-f', '-p', '80', '-h', '/www');
    const servedAt = 'http://127.0.0.1:28080/';
    expect(await becomes(() => target({ container: 'shop-broker', servedAt }).serves(500))).toBe(true);
    const handle = await target({ container: 'shop-broker', servedAt }).resolve(fault('paused'));
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    await handle.heal();
    expect(await becomes(() => handle.isWell())).toBe(true);
  });

  it('waits for the health check of one that passed it before', async () => {
    const health = ['--health-cmd', 'test -e /ready', '--health-interval', '1s', '--health-retries', '1'];
    const command = 'rm -f /ready; sleep 3; touch /ready; exec sleep 100000';
    container('shop-broker', health, 'sh', '-c', command);
    const isHealthy = async () =>
      docker('inspect', '--format', '{{.State.Health.Status}}', 'shop-broker') === 'healthy';
    expect(await becomes(isHealthy)).toBe(true);
    const handle = await target({ container: 'shop-broker' }).resolve(fault('killed'));
    await handle.inject();
    await handle.heal();
    expect(await handle.isWell()).toBe(false);
    expect(await becomes(() => handle.isWell())).toBe(true);
  });

  it('gives back an alias that was lost with the network', async () => {
    docker('network', 'create', 'shopnet');
    try {
      const id = container('shop-broker', ['--network', 'shopnet', '--network-alias', 'broker']);
      const handle = await target({ container: 'shop-broker' }).resolve(fault('stopped'));
      await handle.inject();
      docker('network', 'disconnect', 'shopnet', id);
      docker('network', 'connect', 'shopnet', id);
      await handle.heal();
      expect(await handle.isWell()).toBe(true);
      const form = '{{json .NetworkSettings.Networks.shopnet.Aliases}}';
      expect(JSON.parse(docker('inspect', '--format', form, id))).toContain('broker');
    } finally {
      removeContainers();
      docker('network', 'rm', 'shopnet');
    }
  });

  it('finishes a stop that was begun, and may still be at work in the engine', async () => {
    // It takes three seconds to end.
    const command = 'trap "sleep 3; exit 0" TERM; while true; do sleep 0.1; done';
    const id = container('shop-broker', [], 'sh', '-c', command);
    await sleep(500);
    const handle = await target({ container: 'shop-broker' }).resolve(fault('stopped'));
    const injecting = handle.inject();
    await sleep(500);
    const again = await reopened(handle);
    expect(await again.isWell()).toBe(false);
    await again.heal();
    await injecting.catch(() => {});
    await sleep(3500);
    expect(statusOf(id)).toBe('running');
    expect(await again.isWell()).toBe(true);
  });

  it('says so, once and for all, when the container was deleted meanwhile', async () => {
    const id = container('shop-broker');
    const handle = await target({ container: 'shop-broker' }).resolve(fault('stopped'));
    await handle.inject();
    docker('rm', id);
    await expect(handle.heal()).rejects.toMatchObject({
      message: expect.stringContaining('the container shop-broker'),
      isFinal: true,
    });
  });
});
