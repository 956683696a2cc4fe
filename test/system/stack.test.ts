import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'amqplib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPortFree } from '../../src/stack/ports.ts';
import { isSameProcess, markedProcesses } from '../../src/stack/process-table.ts';
import {
  down,
  inspectStack,
  type OpenStack,
  openStack,
  type PartControl,
  up,
} from '../../src/stack/stack.ts';
import { stackPaths } from '../../src/stack/stack-paths.ts';
import { thisHost } from '../stack/stack-host.ts';

/** PostgreSQL and RabbitMQ for real, without the shop's services: what every scenario stands on. */

const limit = { withinMs: 60_000 };
const queue = 'kept';
const host = thisHost();
let stateDir: string;
let stack: OpenStack;

const servers = () => ({ stateDir, services: [] });

function part(name: string): PartControl {
  return stack.parts.find((one) => one.name === name)!;
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: stack.addresses.databases['ordersdb'] });
  await client.connect();
  return client
    .query(sql)
    .then(
      (result) => result.rows,
      (error: unknown) => Promise.reject(error),
    )
    .finally(() => client.end());
}

/** Declares the durable queue, publishes as many confirmed messages as asked for, and counts what it holds. */
async function publishAndCount(publish: number): Promise<number> {
  const connection = await connect(stack.addresses.broker);
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  for (let n = 0; n < publish; n++) channel.sendToQueue(queue, Buffer.from(`${n}`), { persistent: true });
  await channel.waitForConfirms();
  let held = 0;
  while (await channel.get(queue)) held++;
  await connection.close();
  return held;
}

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'shopctl-system-'));
  await up(servers(), host);
  stack = (await openStack(stateDir, host))!;
});

afterAll(async () => {
  await down({ stateDir, purge: true }, host);
  rmSync(stateDir, { recursive: true, force: true });
});

describe('the running servers', () => {
  it('answer on their own protocols, and each database is there', async () => {
    expect(await part('postgres').answers(5000)).toBe(true);
    expect(await part('broker').answers(5000)).toBe(true);
    expect(Object.keys(stack.addresses.databases)).toEqual([
      'ordersdb',
      'inventorydb',
      'paymentsdb',
      'shippingdb',
    ]);
    await rows('create table kept (n int)');
    await rows('insert into kept values (1)');
  });

  it('keep the full durability that the promises are checked on', async () => {
    const settings = await rows(
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by 1",
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('tell queue counts over HTTP as a timeline needs them', async () => {
    await publishAndCount(3);
    const url = new URL(`/api/queues/%2F/${queue}`, stack.addresses.management);
    const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`;
    url.username = '';
    url.password = '';
    await expect
      .poll(async () => (await fetch(url, { headers: { authorization } })).json(), { timeout: 10_000 })
      .toMatchObject({ messages_ready: 3, messages_unacknowledged: 0, consumers: 0 });
  });

  it('are left alone by a second up', async () => {
    const before = await Promise.all(stack.parts.map((one) => one.inspect()));
    const report = await up(servers(), host);
    expect(report.parts.map(({ what }) => what)).toEqual(['already running', 'already running']);
    const after = await Promise.all(stack.parts.map((one) => one.inspect()));
    expect(after.map(({ identity }) => identity)).toEqual(before.map(({ identity }) => identity));
  });
});

describe.each(['postgres', 'broker'])('%s', (name) => {
  it('can be frozen and let go on', async () => {
    await part(name).pause();
    expect(await part(name).answers(300)).toBe(false);
    await part(name).resume();
    await expect.poll(() => part(name).answers(5000), { timeout: 20_000 }).toBe(true);
  });

  it('can be stopped while it is frozen, and started again with its data', async () => {
    await part(name).pause();
    await part(name).stop(limit);
    expect(await part(name).inspect()).toMatchObject({ state: 'stopped', died: false });
    expect(await isPortFree((await part(name).inspect()).port)).toBe(true);
    await part(name).start(limit);
    expect(await part(name).answers(5000)).toBe(true);
  });

  it('can be killed, and started again with its data', async () => {
    await part(name).kill();
    expect(await part(name).answers(300)).toBe(false);
    await part(name).start(limit);
    expect(await part(name).answers(5000)).toBe(true);
  });
});

it('has lost nothing that was committed or confirmed through stops and kills', async () => {
  expect(await rows('select n from kept')).toEqual([{ n: 1 }]);
  expect(await publishAndCount(0)).toBe(3);
});

describe('a stack whose processes are gone', () => {
  it('is recognised, and started again with its data', async () => {
    for (const { identity } of await Promise.all(stack.parts.map((one) => one.inspect()))) {
      process.kill(identity!.pid, 'SIGKILL');
      while (await isSameProcess(identity!, process.platform)) await host.clock.sleep(20);
    }
    const { trouble } = await inspectStack(stateDir, host);
    expect(trouble).toBe(
      `the stack of ${stateDir} died, e.g. after a reboot; \`shopctl up\` starts it again, data kept`,
    );
    await up(servers(), host);
    expect(await rows('select n from kept')).toEqual([{ n: 1 }]);
  });
});

describe('an interrupted up', () => {
  it('stays on record, so that down ends what it had started', async () => {
    await down({ stateDir }, host);
    const interrupt = new AbortController();
    const spawned = thisHost({
      say: (line) =>
        line.startsWith('starting broker') && setTimeout(() => interrupt.abort(new Error('ctrl-c')), 300),
    });
    await expect(up({ ...servers(), signal: interrupt.signal }, spawned)).rejects.toThrow('ctrl-c');
    const { parts } = await inspectStack(stateDir, host);
    expect(parts.find((one) => one.name === 'broker')?.state).toBe('running');
    expect((await down({ stateDir }, host)).stopped).toContain('broker');
  });
});

describe('down', () => {
  it('leaves no process and no port behind, and purge no file', async () => {
    await up({ ...servers(), fresh: true }, host);
    await expect(rows('select n from kept')).rejects.toThrow('does not exist');
    const { state } = (await openStack(stateDir, host))!;
    await down({ stateDir, purge: true }, host);
    const { stackId, root, outside } = stackPaths(stateDir);
    expect(await markedProcesses(`SHOPCTL_STACK=${stackId}`, process.platform)).toEqual([]);
    for (const port of Object.values(state.ports)) expect(await isPortFree(port)).toBe(true);
    expect([existsSync(root), existsSync(outside)]).toEqual([false, false]);
  });
});
