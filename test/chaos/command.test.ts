import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandTarget, reopenCommand } from '../../src/chaos/command.ts';
import type { ReachedPrior } from '../../src/chaos/reached-target.ts';
import type { ProcessFault } from '../../src/model/fault.ts';
import { redactedValue } from '../../src/model/redact.ts';
import type { CommandTarget as Identity } from '../../src/model/target-identity.ts';
import { throughJournal } from './fakes.ts';

const stopped: ProcessFault = { kind: 'stopped', target: 'broker' };

let folder: string;
/** A broker that runs as long as the file `up` is there; each command writes down that it was run. */
let identity: Identity;
let deps: { host: { env: Record<string, string>; cwd: string }; outputFolder: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-command-'));
  writeFileSync(join(folder, 'up'), '');
  identity = {
    runtime: 'command',
    start: 'echo start >> done; touch up',
    stop: 'echo stop >> done; rm -f up',
    status: 'test -e up',
  };
  deps = {
    host: { env: { PATH: '/usr/bin:/bin' }, cwd: folder },
    outputFolder: join(folder, 'output'),
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const broker = (changes: Partial<Identity> = {}) =>
  new CommandTarget('broker', { ...identity, ...changes }, deps);
const done = () => readFileSync(join(folder, 'done'), 'utf8').trim().split('\n');
/** As `recover` does it: by another shopctl, in another folder. */
const recovered = (fault: ProcessFault, prior: unknown, configured?: Identity) =>
  reopenCommand(() => configured, {
    ...deps,
    host: { ...deps.host, cwd: '/' },
  })(fault, prior as ReachedPrior);

describe('a target behind commands', () => {
  it('is stopped and started, and what came of it is seen by its status', async () => {
    const handle = await broker().resolve(stopped);
    expect(await handle.tookEffect()).toBe(false);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    expect(await handle.isWell()).toBe(false);
    await handle.heal();
    await handle.heal();
    expect(await handle.isWell()).toBe(true);
    expect(done()).toEqual(['stop', 'start']);
  });

  it('is not believed to be stopped because the command ended well', async () => {
    const handle = await broker({ stop: 'true' }).resolve(stopped);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(false);
  });

  it('is well only when it serves again, not when its status says so', async () => {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const handle = await broker({ servedAt: `tcp://127.0.0.1:${port}` }).resolve(stopped);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(false);
    await new Promise((closed) => server.close(closed));
    expect(await handle.tookEffect()).toBe(true);
    await handle.heal();
    expect(await handle.isWell()).toBe(false);
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
    expect(await handle.isWell()).toBe(true);
    await new Promise((closed) => server.close(closed));
  });

  it('can do what it has commands for', async () => {
    expect(broker().kinds).toEqual(['stopped']);
    expect(broker({ kill: 'true', pause: 'true', resume: 'true' }).kinds).toEqual(['stopped', 'killed']);
    const servedAt = 'tcp://127.0.0.1:1';
    expect(broker({ pause: 'true', resume: 'true', servedAt }).kinds).toEqual(['stopped', 'paused']);
    await expect(broker().resolve({ kind: 'killed', target: 'broker' })).rejects.toMatchObject({
      message: expect.stringContaining('it has no kill command'),
      exitCode: 3,
    });
    await expect(
      broker({ pause: 'true' }).resolve({ kind: 'paused', target: 'broker' }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('it has no resume, no servedAt'),
    });
  });

  it('is refused when it does not run, or serves nobody', async () => {
    await expect(broker({ servedAt: 'tcp://127.0.0.1:1' }).resolve(stopped)).rejects.toMatchObject({
      message: expect.stringContaining('serves nobody at tcp://127.0.0.1:1'),
    });
    rmSync(join(folder, 'up'));
    await expect(broker().resolve(stopped)).rejects.toMatchObject({
      message: expect.stringContaining("it does not run now, says 'test -e up'"),
      exitCode: 3,
    });
  });

  it('is brought back by hand only when it does not run', async () => {
    await broker().restore();
    rmSync(join(folder, 'up'));
    await broker().restore();
    expect(done()).toEqual(['start']);
  });
});

describe('a command', () => {
  it('that fails is an error with what it said, without its secrets', async () => {
    const handle = await broker({ stop: 'echo amqp://ada:s3cret@broker is not there >&2; exit 4' }).resolve(
      stopped,
    );
    await expect(handle.inject()).rejects.toMatchObject({
      message: expect.stringMatching(/ended with 4:\s+amqp:\/\/ada:\*\*\*@broker is not there/),
    });
  });

  it('that does not end is ended, with all that it began', async () => {
    const stop = 'echo begun; (sleep 3; touch late) & sleep 60';
    const handle = await broker({ stop, withinMs: 700 }).resolve(stopped);
    const begun = Date.now();
    await expect(handle.inject()).rejects.toMatchObject({
      message: expect.stringMatching(/did not end within 0\.7 s:\s+begun/),
    });
    expect(Date.now() - begun).toBeLessThan(30_000);
    await sleep(3500);
    expect(() => readFileSync(join(folder, 'late'))).toThrow();
  });

  it('may leave a server in the background that goes on talking', async () => {
    const start = '(for i in 1 2 3 4 5 6; do echo still here; sleep 0.2; done; touch spoke) & touch up';
    const handle = await broker({ start }).resolve(stopped);
    await handle.inject();
    await handle.heal();
    const deadline = Date.now() + 20_000;
    const spoke = () => {
      try {
        return readFileSync(join(folder, 'spoke')).length === 0;
      } catch {
        return false;
      }
    };
    while (!spoke() && Date.now() < deadline) await sleep(100);
    expect(spoke()).toBe(true);
  });

  it('that cannot be run, for want of its folder, says so', async () => {
    await expect(broker({ cwd: join(folder, 'nowhere') }).resolve(stopped)).rejects.toMatchObject({
      message: expect.stringContaining('could not be run in'),
    });
  });
});

describe('a fault on a target behind commands, healed by another shopctl from the journal', () => {
  it('is undone, in the folder where it was done', async () => {
    const handle = await broker().resolve(stopped);
    await handle.inject();
    const reopened = await recovered(stopped, throughJournal(redactedValue(handle.prior)));
    await reopened.heal();
    expect(await reopened.isWell()).toBe(true);
    expect(done()).toEqual(['stop', 'start']);
  });

  it('is finished first where its stop may still be at work', async () => {
    const handle = await broker().resolve(stopped);
    const reopened = await recovered(stopped, throughJournal(handle.prior));
    await reopened.heal();
    await reopened.heal();
    expect(done()).toEqual(['stop', 'start']);
    expect(await reopened.isWell()).toBe(true);
  });

  it('waits for its own stop before it starts', async () => {
    const handle = await broker({ stop: 'sleep 0.5; echo stop >> done; rm -f up' }).resolve(stopped);
    const injecting = handle.inject();
    await sleep(100);
    await handle.heal();
    await injecting;
    expect(done()).toEqual(['stop', 'start']);
    expect(await handle.isWell()).toBe(true);
  });

  it('takes commands with a secret from the config, as the journal has them masked', async () => {
    const withSecret: Identity = { ...identity, start: `PASSWORD=s3cret true; ${identity.start}` };
    const handle = await broker(withSecret).resolve(stopped);
    await handle.inject();
    const prior = throughJournal(redactedValue(handle.prior));
    expect(JSON.stringify(prior)).not.toContain('s3cret');
    await expect((await recovered(stopped, prior)).heal()).rejects.toMatchObject({
      message: expect.stringContaining('holds a secret, which the journal does not'),
      isFinal: true,
    });
    const reopened = await recovered(stopped, prior, withSecret);
    await reopened.heal();
    expect(await reopened.isWell()).toBe(true);
  });

  it('resumes what was paused', async () => {
    mkdirSync(join(folder, 'sub'));
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const paused: ProcessFault = { kind: 'paused', target: 'broker' };
    const servedAt = `tcp://127.0.0.1:${port}`;
    const target = broker({ pause: 'echo pause >> done', resume: 'echo resume >> done', servedAt });
    const handle = await target.resolve(paused);
    await handle.inject();
    await (await recovered(paused, throughJournal(handle.prior))).heal();
    expect(done()).toEqual(['pause', 'resume']);
    await new Promise((closed) => server.close(closed));
  });
});
