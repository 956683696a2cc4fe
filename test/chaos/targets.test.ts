import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdminDoor } from '../../src/chaos/admin-door.ts';
import { type TargetIdentities, TargetsRuntime } from '../../src/chaos/targets.ts';
import type { FaultHandle, Runtime } from '../../src/engine/ports.ts';
import { crashing, killed, paymentsFailing, scaled, stopped } from '../../src/model/fault.ts';
import type { CommandTarget } from '../../src/model/target-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-targets-'));
  writeFileSync(join(folder, 'up'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const command: CommandTarget = { runtime: 'command', start: 'touch up', stop: 'rm up', status: 'test -e up' };

/** The local stack, as far as this needs one: it says what it was asked. */
function localRuntime(asked: string[]): Runtime {
  const handle = (what: string) => async () => {
    asked.push(what);
    return {} as FaultHandle;
  };
  return {
    name: 'process',
    abilities: async () => [
      { target: 'broker', faults: ['stopped', 'wiped'] },
      { target: 'postgres', faults: ['stopped'] },
    ],
    resolve: handle('resolve'),
    reopen: handle('reopen'),
    restore: async () => void asked.push('restore'),
    parts: async () => [
      { name: 'broker', state: 'running' },
      { name: 'postgres', state: 'paused' },
    ],
  };
}

function runtimeOf(identities: TargetIdentities | undefined, asked: string[] = [], door?: AdminDoor) {
  const host = { env: { PATH: '/usr/bin:/bin' }, cwd: folder };
  return new TargetsRuntime(identities, {
    host,
    stateDir: join(folder, 'state'),
    local: localRuntime(asked),
    door: () => door,
  });
}

describe('a shop whose targets are reached in different ways', () => {
  const mixed: TargetIdentities = { payments: command, postgres: { runtime: 'process' } };

  it('asks each target’s own runtime', async () => {
    const asked: string[] = [];
    const runtime = runtimeOf(mixed, asked);
    await runtime.resolve(stopped('postgres'));
    expect(asked).toEqual(['resolve']);
    const handle = await runtime.resolve(stopped('payments'));
    expect(handle.identity).toContain('command');
    await handle.inject();
    expect(await runtime.parts()).toEqual([
      { name: 'payments', state: 'stopped' },
      { name: 'postgres', state: 'paused' },
    ]);
    await runtime.restore('payments');
    expect(await handle.isWell()).toBe(true);
    expect(asked).toEqual(['resolve']);
  });

  it('leaves out the parts that cannot be looked at', async () => {
    const unreachable: CommandTarget = { ...command, cwd: join(folder, 'nowhere') };
    expect(await runtimeOf({ payments: command, orders: unreachable }).parts()).toEqual([
      { name: 'payments', state: 'running' },
    ]);
  });

  it('can do what the runtimes of its targets can, and no more', async () => {
    const runtime = runtimeOf(mixed);
    expect(await runtime.abilities()).toEqual([
      { target: 'payments', faults: ['stopped'] },
      { target: 'postgres', faults: ['stopped'] },
    ]);
    expect(runtime.name).toBe('command, process');
    await expect(runtime.resolve(stopped('broker'))).rejects.toMatchObject({
      message: 'this shop has no target broker; it has payments, postgres',
      exitCode: 3,
    });
    await expect(runtimeOf({ orders: command }).resolve(scaled('orders', 2))).rejects.toMatchObject({
      message: expect.stringContaining('only to the stack that shopctl up starts'),
    });
    await expect(runtime.resolve(killed('payments'))).rejects.toMatchObject({
      message: expect.stringContaining('it has no kill command'),
    });
  });

  it('heals by what the journal says, whatever the config says now', async () => {
    const asked: string[] = [];
    const handle = await runtimeOf(mixed, asked).resolve(stopped('payments'));
    await handle.inject();
    const prior = JSON.parse(JSON.stringify(handle.prior));
    const reopened = await runtimeOf(undefined, asked).reopen(handle.fault, handle.identity, prior);
    await reopened.heal();
    expect(await reopened.isWell()).toBe(true);
    await runtimeOf(mixed, asked).reopen(stopped('payments'), 'process payments pid 1', [
      { name: 'payments', state: 'running', pid: 1, startedAt: 'x' },
    ]);
    expect(asked).toEqual(['reopen']);
    await expect(
      runtimeOf(mixed).reopen(stopped('payments'), 'nomad job 7', { runtime: 'nomad' }),
    ).rejects.toMatchObject({ message: expect.stringContaining("the runtime 'nomad'"), isFinal: true });
  });

  it('is all the local stack’s where no config names targets', async () => {
    const asked: string[] = [];
    const runtime = runtimeOf(undefined, asked);
    expect(runtime.name).toBe('process');
    expect((await runtime.abilities()).map(({ target }) => target)).toEqual(['broker', 'postgres']);
    await runtime.resolve(scaled('orders', 2));
    await runtime.restore('broker');
    expect(asked).toEqual(['resolve', 'restore']);
    expect(await runtime.parts()).toHaveLength(2);
  });
});

describe('a target of the reference shop that is not a local process', () => {
  it('applies faults to itself through its door, and is brought back when it crashed', async () => {
    const switches: Record<string, unknown> = { failureRate: 0, crashAt: null };
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (chunks.length > 0) Object.assign(switches, JSON.parse(Buffer.concat(chunks).toString()));
      response.end(JSON.stringify(switches));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const door = new AdminDoor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const runtime = runtimeOf({ payments: command, orders: command }, [], door);
    expect((await runtime.abilities())[1]?.faults).toContain('crashing');

    const failing = await runtime.resolve(paymentsFailing(0.3));
    await failing.inject();
    expect(switches['failureRate']).toBe(0.3);
    await failing.heal();
    expect(switches['failureRate']).toBe(0);

    const crash = await runtime.resolve(crashing('orders', 'relay.after-publish'));
    await crash.inject();
    expect(switches['crashAt']).toBe('relay.after-publish');
    expect(await crash.tookEffect()).toBe(false);
    rmSync(join(folder, 'up'));
    expect(await crash.tookEffect()).toBe(true);
    await crash.heal();
    expect(await crash.isWell()).toBe(true);
    expect(switches['crashAt']).toBe(null);
    await new Promise((closed) => server.close(closed));
  });
});
