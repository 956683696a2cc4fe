import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockCheck } from '../../src/doctor/clocks.ts';
import { portChecks } from '../../src/doctor/port-checks.ts';
import { brokerChecks, probeCheck } from '../../src/doctor/reach.ts';
import { clusterCheck, engineCheck, targetCheck } from '../../src/doctor/runtimes.ts';
import { type FolderSenses, stateFolderCheck } from '../../src/doctor/state-folder.ts';
import { clientCheck, isAtLeast, nodeCheck, serverCheck } from '../../src/doctor/versions.ts';
import { ShopctlError } from '../../src/errors.ts';
import { clockReading, surelyApartMs } from '../../src/model/clock-reading.ts';
import { seen } from './seen.ts';

const refuses = (message: string) => async () => {
  throw new ShopctlError({ message, hint: 'as its error says' });
};

describe('versions', () => {
  it.each([
    ['20.18.0', true],
    ['20.17.9', false],
    ['22.0.0', true],
    ['18.20.4', false],
    ['20.18', true],
  ])('Node %s is enough: %s', (version, enough) => {
    expect(isAtLeast(version, '>=20.18')).toBe(enough);
  });

  it('says which Node is here, and which would be needed', async () => {
    const { node } = await seen([nodeCheck('18.20.4', '/usr/bin/node', '>=20.18')]);
    expect(node).toMatchObject({
      health: 'problem',
      says: expect.stringContaining('18.20.4 at /usr/bin/node'),
    });
    expect(node?.says).toContain('>=20.18');
  });

  it('misses a server only where up would start it', async () => {
    const missing = refuses('there is none');
    const needed = await seen([serverCheck('postgres', true, missing)]);
    const other = await seen([serverCheck('postgres', false, missing)]);
    expect(needed['postgres']).toMatchObject({ health: 'problem', advice: 'as its error says' });
    expect(other['postgres']).toMatchObject({ health: 'skipped' });
  });

  it('says where a server is, and how one that is not here would be fetched', async () => {
    const { postgres, rabbitmq } = await seen([
      serverCheck('postgres', true, async () => ({ version: '17.5', origin: '/usr/lib/postgresql/17/bin' })),
      serverCheck('rabbitmq', true, async () => ({ toFetch: 'up fetches it' })),
    ]);
    expect(postgres?.says).toBe('17.5: /usr/lib/postgresql/17/bin');
    expect(postgres?.facts).toEqual({ version: '17.5', origin: '/usr/lib/postgresql/17/bin' });
    expect(rabbitmq).toMatchObject({ health: 'ok', says: 'not on this machine; up fetches it' });
  });

  it('misses a client only where a target is reached through it', async () => {
    const absent = refuses('kubectl is not on the PATH');
    const needed = await seen([clientCheck('kubectl', true, absent)]);
    const other = await seen([clientCheck('kubectl', false, absent)]);
    expect(needed['kubectl']?.health).toBe('problem');
    expect(other['kubectl']).toMatchObject({ health: 'skipped', says: expect.stringContaining('no target') });
  });
});

describe('the state folder', () => {
  const senses = (changes: Partial<FolderSenses> = {}): FolderSenses => ({
    exists: async () => true,
    tryWriting: async () => {},
    mayWrite: async () => {},
    freeBytes: async () => 10 * 1024 ** 3,
    ...changes,
  });
  const look = async (changes?: Partial<FolderSenses>) =>
    (await seen([stateFolderCheck('/home/me/shop/.shopctl', dirname, senses(changes))]))['state folder'];

  it('is written to where it is there, and said with the room there is', async () => {
    expect(await look()).toMatchObject({
      health: 'ok',
      says: '/home/me/shop/.shopctl can be written, 10240 MB free',
    });
  });

  it('is not made where it is not: the nearest folder above is asked', async () => {
    const asked: string[] = [];
    const observation = await look({
      exists: async (path) => path === '/home/me',
      mayWrite: async (folder) => void asked.push(folder),
      tryWriting: refuses('nothing may be written'),
    });
    expect(asked).toEqual(['/home/me']);
    expect(observation).toMatchObject({ health: 'ok', says: expect.stringContaining('can be made') });
  });

  it('is a problem where nothing can be written, and a warning where there is hardly room', async () => {
    const refused = await look({
      tryWriting: () => Promise.reject(new Error("EROFS: read-only file system, mkdtemp '/x'")),
    });
    expect(refused).toMatchObject({ health: 'problem', advice: expect.stringContaining('--state-dir') });
    expect(await look({ freeBytes: async () => 30 * 1024 ** 2 })).toMatchObject({
      health: 'warning',
      says: expect.stringContaining('30 MB free'),
    });
  });
});

describe('ports', () => {
  const machine = {
    isFree: async (port: number) => port === 5100,
    ownerOf: async (port: number) => (port === 5432 ? 'postgres (pid 812)' : undefined),
  };

  it('are free, this stack’s own, or taken by somebody who is named', async () => {
    const ports = { gateway: 5100, postgres: 5432, broker: 5672 };
    const observations = await seen(portChecks(ports, new Set(), machine));
    expect(observations['port 5100']).toMatchObject({ health: 'ok', says: 'free for gateway' });
    expect(observations['port 5432']).toMatchObject({
      health: 'warning',
      says: 'taken by postgres (pid 812)',
    });
    expect(observations['port 5432']?.advice).toContain('--port postgres=');
    expect(observations['port 5672']?.says).toContain('may not see');
    const own = await seen(portChecks(ports, new Set([5432]), machine));
    expect(own['port 5432']).toMatchObject({ health: 'ok', says: 'held by this stack: postgres (pid 812)' });
  });
});

describe('runtimes', () => {
  it('miss an engine only where a target needs it', async () => {
    const silent = refuses('permission denied on its socket');
    expect((await seen([engineCheck(undefined, true, silent)]))['docker engine']?.health).toBe('problem');
    expect((await seen([engineCheck(undefined, false, silent)]))['docker engine']?.health).toBe('skipped');
  });

  it('tell several engines apart, and say which one answered', async () => {
    const ask = async () => ({ version: '28.2.2', place: 'at ssh://me@there' });
    const { 'docker engine ssh://me@there': there } = await seen([
      engineCheck('ssh://me@there', true, ask),
      engineCheck(undefined, true, ask),
    ]);
    expect(there?.says).toBe('28.2.2 at ssh://me@there, and this user may use it');
  });

  it('name what a user may not do in a cluster', async () => {
    const permissions = [
      { verb: 'get', resource: 'deployments' },
      { verb: 'update', resource: 'deployments/scale' },
    ];
    const place = { context: 'dev', namespace: 'shop' };
    const all = await seen([clusterCheck(place, permissions, async () => true)]);
    const some = await seen([clusterCheck(place, permissions, async ({ verb }) => verb === 'get')]);
    expect(all['cluster dev/shop']?.health).toBe('ok');
    expect(some['cluster dev/shop']).toMatchObject({
      health: 'problem',
      says: 'this user may not update deployments/scale',
    });
  });

  it('say what a target is, or why it is not exactly one thing', async () => {
    const { 'target broker': broker, 'target payments': payments } = await seen([
      targetCheck('broker', 'docker', async () => 'container 4f1e of shop/broker'),
      targetCheck('payments', 'docker', refuses('no container is called paymnts; near it: payments')),
    ]);
    expect(broker).toMatchObject({ health: 'ok', says: 'container 4f1e of shop/broker' });
    expect(payments).toMatchObject({ health: 'problem', advice: 'as its error says' });
  });
});

describe('reachability', () => {
  it('goes by the names of the config', async () => {
    const observations = await seen([
      probeCheck('payments.charges', 'db:5432/pay', async () => {}),
      ...brokerChecks(['ship', 'bill'], {
        connect: async () => 'RabbitMQ 4.1.0 at mq:5672',
        management: refuses('mq:15672 answered 401'),
        queue: async (name) => (name === 'ship' ? '0 messages ready, 1 consumer' : refuses('404')()),
      }),
    ]);
    expect(observations['probe payments.charges']?.health).toBe('ok');
    expect(observations['broker']?.says).toBe('RabbitMQ 4.1.0 at mq:5672');
    expect(observations['broker management']?.health).toBe('problem');
    expect(observations['queue ship']?.health).toBe('ok');
    expect(observations['queue bill']?.health).toBe('problem');
  });

  it('leaves out what the config does not have', () => {
    expect(brokerChecks(['ship'], {})).toEqual([]);
  });
});

describe('clocks', () => {
  it.each([
    [{ askedAt: 1000, answeredAt: 1020, toldFrom: 1010, toldTo: 1010 }, 0, 10],
    [{ askedAt: 1000, answeredAt: 1000, toldFrom: 3000, toldTo: 3000 }, 2000, 0],
    // Whole seconds: the truth is anywhere in the second.
    [{ askedAt: 5500, answeredAt: 5500, toldFrom: 5000, toldTo: 6000 }, 0, 500],
  ])('of %o are %i ms ahead, give or take %i', (answer, aheadMs, uncertainMs) => {
    expect(clockReading(answer)).toEqual({ aheadMs, uncertainMs });
  });

  it.each([
    [{ aheadMs: 900, uncertainMs: 500 }, 400, 'ok', '400 to 1400 ms ahead of this machine'],
    [{ aheadMs: 1100, uncertainMs: 500 }, 600, 'warning', '600 to 1600 ms ahead of this machine'],
    [{ aheadMs: -700, uncertainMs: 20 }, 680, 'warning', '680 to 720 ms behind this machine'],
    [{ aheadMs: 300, uncertainMs: 500 }, 0, 'ok', 'as here, as far as can be told: off by 800 ms at most'],
  ])('%o are apart by %i ms at least: %s', async (reading, apart, health, words) => {
    expect(surelyApartMs(reading)).toBe(apart);
    const { broker } = await seen([clockCheck('broker', async () => reading)]);
    expect(broker).toMatchObject({ health, says: words, facts: reading });
  });

  it('that nobody tells are no problem of their own', async () => {
    const { broker } = await seen([clockCheck('broker', refuses('AMQP does not tell the time'))]);
    expect(broker?.health).toBe('skipped');
  });
});
