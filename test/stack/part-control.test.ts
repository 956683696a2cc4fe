import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { down } from '../../src/stack/down.ts';
import { partControl } from '../../src/stack/part-control.ts';
import { isPortFree } from '../../src/stack/ports.ts';
import { identityOf, isSameProcess } from '../../src/stack/process-table.ts';
import { familiesOf } from '../../src/stack/signals.ts';
import { inspectStack } from '../../src/stack/stack.ts';
import { type StackPaths, stackPaths } from '../../src/stack/stack-paths.ts';
import { readStackState, updateStackState, writeStackState } from '../../src/stack/stack-state.ts';
import { straysOf } from '../../src/stack/strays.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

const limit = { withinMs: 30_000 };
const host = thisHost();
let paths: StackPaths;

/** A small HTTP server with a child of its own stands in for a service. */
const program = (port: number, onTerm = 'process.exit(0)') => `
  require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
  process.on('SIGTERM', () => { ${onTerm} });
  require('node:http').createServer((_, reply) => reply.end('{}')).listen(${port}, '127.0.0.1');
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function record(code: (port: number) => string, port?: number): Promise<void> {
  const at = port ?? (await freePort());
  const url = `http://127.0.0.1:${at}/`;
  await writeStackState(paths, {
    version: 1,
    stackId: paths.stackId,
    ports: { orders: at },
    addresses: { admin: {}, services: {}, databases: {}, broker: '' },
    parts: [
      {
        name: 'orders',
        kind: 'service',
        port: at,
        launch: {
          command: process.execPath,
          args: ['-e', code(at)],
          env: { PATH: '/usr/bin:/bin', SHOPCTL_STACK: paths.stackId },
          cwd: paths.stateDir,
        },
        logFile: join(paths.logs, 'orders.log'),
        probe: { kind: 'http', live: url, ready: url },
        stopSignal: 'SIGTERM',
      },
    ],
  });
}

const orders = () => partControl('orders', paths, host);

beforeEach(() => {
  paths = stackPaths(temporaryFolder());
});

afterEach(async () => {
  await down({ stateDir: paths.stateDir }, host);
});

describe('a part', () => {
  it('is started once, however often and by however many it is asked for', async () => {
    await record(program);
    await Promise.all([orders().start(limit), orders().start(limit), orders().start(limit)]);
    const { state, identity } = await orders().inspect();
    expect(state).toBe('running');
    await orders().start(limit);
    expect((await orders().inspect()).identity).toEqual(identity);
    expect(await orders().answers(5000)).toBe(true);
  });

  it('does not answer while it is paused, and does when it goes on', async () => {
    await record(program);
    await orders().start(limit);
    await orders().pause();
    await orders().pause();
    expect((await orders().inspect()).state).toBe('paused');
    expect(await orders().answers(200)).toBe(false);
    await orders().resume();
    await orders().resume();
    expect(await orders().answers(5000)).toBe(true);
  });

  it('is let go on by start when it is paused', async () => {
    await record(program);
    await orders().start(limit);
    const { identity } = await orders().inspect();
    await orders().pause();
    await orders().start(limit);
    expect((await orders().inspect()).identity).toEqual(identity);
  });

  it.each(['running', 'paused'] as const)(
    'that is %s ends with all its processes when it is stopped',
    async (state) => {
      await record(program);
      await orders().start(limit);
      if (state === 'paused') await orders().pause();
      const { identity } = await orders().inspect();
      const family = await familiesOf([identity!], host);
      expect(family).toHaveLength(2);
      await orders().stop(limit);
      for (const one of family) expect(await isSameProcess(one, process.platform)).toBe(false);
      expect(await orders().inspect()).toMatchObject({ state: 'stopped', died: false });
      await orders().stop(limit);
    },
  );

  it('that ignores the request is killed after the limit', async () => {
    await record((port) => program(port, ''));
    await orders().start(limit);
    await orders().stop({ withinMs: 100 });
    expect((await orders().inspect()).state).toBe('stopped');
  });

  it('that ended by itself shows as died, and starts again', async () => {
    await record(program);
    await orders().start(limit);
    const { identity } = await orders().inspect();
    process.kill(identity!.pid, 'SIGKILL');
    while (await isSameProcess(identity!, process.platform)) await host.clock.sleep(10);
    expect(await orders().inspect()).toMatchObject({ state: 'stopped', died: true });
    expect((await inspectStack(paths.stateDir, host)).trouble).toContain('died, e.g. after a reboot');
    await orders().start(limit);
    expect((await inspectStack(paths.stateDir, host)).trouble).toBeUndefined();
  });

  it('that ends while it starts is told with the end of its log', async () => {
    await record(() => `console.error('no such table: orders'); process.exit(7)`);
    await expect(orders().start(limit)).rejects.toMatchObject({
      message: expect.stringContaining('no such table: orders'),
      hint: `the whole log: ${join(paths.logs, 'orders.log')}`,
    });
  });

  it('is not started on a port that somebody else has', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    await record(program, typeof address === 'object' && address !== null ? address.port : 0);
    await expect(orders().start(limit)).rejects.toThrow(/is taken by .*\(pid \d+\)/);
    server.close();
  });

  it('is not started again, and that for good, when the whole stack was stopped', async () => {
    await record(program);
    await orders().start(limit);
    await down({ stateDir: paths.stateDir }, host);
    await expect(orders().start(limit)).rejects.toMatchObject({
      message: `the stack of ${paths.stateDir} was stopped by shopctl down`,
      hint: expect.stringContaining('shopctl up'),
      isFinal: true,
    });
    expect((await orders().inspect()).state).toBe('stopped');
  });

  it('is not started again while the stack is being stopped', async () => {
    await record((port) => program(port, 'setTimeout(() => process.exit(0), 1500)'));
    await orders().start(limit);
    const { identity } = await orders().inspect();
    const stopping = down({ stateDir: paths.stateDir }, host);
    while (await isSameProcess(identity!, process.platform)) await host.clock.sleep(5);
    await expect(orders().start(limit)).rejects.toThrow('was stopped by shopctl down');
    expect((await stopping).stopped).toEqual(['orders']);
  });

  it.each([
    ['that has its port already', 'on its port'],
    ['that is about to take its port', 'not yet listening'],
  ])('is started in place of one of this stack that nobody wrote down, %s', async (_title, when) => {
    await record(program);
    const { launch, port } = (await readStackState(paths))!.parts[0]!;
    // As a shopctl leaves it that is killed between the spawn and the record.
    const args =
      when === 'on its port' ? launch.args : ['-e', `setTimeout(() => { ${program(port)} }, 1000)`];
    const stray = spawn(launch.command, args, { env: launch.env, detached: true, stdio: 'ignore' });
    const ended = once(stray, 'exit');
    await once(stray, 'spawn');
    if (when === 'on its port') while (await isPortFree(port)) await host.clock.sleep(20);
    await orders().start(limit);
    await ended;
    await host.clock.sleep(1200);
    expect(await orders().inspect()).toMatchObject({ state: 'running' });
    expect(await straysOf(await readStackState(paths), paths, host)).toEqual([]);
  });

  it('never signals a stranger that has its pid now', async () => {
    await record(program);
    const stranger = spawn('sleep', ['600']);
    await once(stranger, 'spawn');
    await updateStackState(paths, host, (state) => {
      state.parts[0]!.identity = { pid: stranger.pid!, startedAt: 'before the reboot' };
    });
    await orders().stop({ withinMs: 100 });
    await orders().kill();
    expect(await identityOf(stranger.pid!, process.platform)).toBeDefined();
    stranger.kill('SIGKILL');
    await once(stranger, 'close');
  });

  it('sees the environment on record and nothing else', async () => {
    await record((port) => `console.log(Object.keys(process.env).sort().join()); ${program(port)}`);
    await orders().start(limit);
    expect(readFileSync(join(paths.logs, 'orders.log'), 'utf8').trim()).toBe('PATH,SHOPCTL_STACK');
  });

  it('with an unknown name is refused with the names there are', async () => {
    await record(program);
    await expect(partControl('ordres', paths, host).inspect()).rejects.toThrow('it has orders');
  });
});
