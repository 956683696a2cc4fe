import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/engine/journal-file.ts';
import { RunStore } from '../../src/engine/run-store.ts';
import { configured } from '../../src/model/fault.ts';
import { partState, sharedStateDir, shopctl, shopctlJson, stackStatus, startShopctl } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

interface RunLine {
  readonly runId: string;
  readonly verdict: string;
}

beforeEach(wholeShop);

/** Starts a check and waits until its fault is seen to hold. */
async function checkInOutage() {
  const running = startShopctl(['check', 'broker-outage', '--orders', '3', '--hold', '60s']);
  await running.shows('holding for 60 s');
  expect(await partState('broker')).toBe('stopped');
  return running;
}

async function latestJournal(): Promise<string> {
  const [run] = (await runs()).slice(-1);
  return join(sharedStateDir(), 'runs', run?.runId ?? '', 'journal.ndjson');
}

/** Healing is the first thing that a signal leads to, and that it begins is on disk before it does. */
async function healingBegins(journal: string): Promise<void> {
  await expect.poll(() => readFileSync(journal, 'utf8'), { interval: 20 }).toContain('"fault-healing"');
}

describe('what a check stopped is started again', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('on %s, with exit code %i and a report of what was seen so far', async (signal, code) => {
    const running = await checkInOutage();
    running.child.kill(signal);
    const ended = await running.ended;
    expect(ended.code).toBe(code);
    expect(ended.stdout).toContain('broker stopped');
    expect(ended.stdout).toContain('interrupted');
    expect(await partState('broker')).toBe('running');
  });

  it('on a second and a third Ctrl-C too, which do not stop the healing', async () => {
    const running = await checkInOutage();
    running.child.kill('SIGINT');
    // Signals that arrive together have no order: the first is seen to be taken before the others follow.
    await healingBegins(await latestJournal());
    running.child.kill('SIGINT');
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(130);
    expect(await partState('broker')).toBe('running');
  });

  it('as far as the time goes when a cancelled job is killed, and by recover from there on', async () => {
    const running = await checkInOutage();
    const journal = await latestJournal();
    running.child.kill('SIGINT');
    await healingBegins(journal);
    running.child.kill('SIGTERM');
    running.child.kill('SIGKILL');
    expect((await running.ended).code).toBe(null);
    expect([...readJournal(journal)].at(-1)?.type).not.toBe('run-ended');

    expect((await shopctl('recover')).code).toBe(0);
    expect((await stackStatus()).applied).toEqual([]);
    // The services need a moment to come back to their broker.
    const unready = async () => (await stackStatus()).parts.filter(({ ready }) => !ready);
    await expect.poll(unready, { timeout: 20_000 }).toEqual([]);
    expect((await shopctl('report')).stdout).toContain('shopctl was killed');
  });

  it('when a probe fails meanwhile, because its database is gone', async () => {
    const running = startShopctl(['check', 'broker-outage', '--orders', '3', '--hold', '5s']);
    await running.shows('holding for 5 s');
    await shopctl('chaos', 'postgres-kill');
    await running.shows('broker started');
    expect(await partState('broker')).toBe('running');
    running.child.kill('SIGINT');
    await running.ended;
  });

  it('by recover after SIGKILL, and until then every command says what is broken', async () => {
    const running = await checkInOutage();
    running.child.kill('SIGKILL');
    await running.ended;
    expect(await partState('broker')).toBe('stopped');

    const load = await shopctl('load', '1');
    expect(load.stderr).toContain('still broken: broker stopped by shopctl check broker-outage');
    const [last] = (await runs()).slice(-2);
    expect(last?.verdict).toBe('killed');

    const recovered = await shopctl('recover');
    expect(recovered.code).toBe(0);
    expect(recovered.stdout).toContain('healed: broker stopped');
    expect(await partState('broker')).toBe('running');
    expect((await stackStatus()).applied).toEqual([]);
  });
});

describe('what a check that still runs has broken', () => {
  it('is left alone by recover, which says so', async () => {
    const running = await checkInOutage();
    const { code, stdout, stderr } = await shopctl('recover');
    expect(code).toBe(0);
    expect(stdout).toContain('nothing is broken');
    expect(stderr).toContain('left alone: broker stopped by shopctl check broker-outage, still running');
    expect(await partState('broker')).toBe('stopped');
    running.child.kill('SIGINT');
    await running.ended;
  });

  it('is not started again behind a stack that was stopped meanwhile', async () => {
    const running = await checkInOutage();
    expect((await shopctl('down')).code).toBe(0);
    const begun = performance.now();
    running.child.kill('SIGINT');
    const { stdout } = await running.ended;
    expect(stdout).toContain('was stopped by shopctl down');
    // Healing would be tried for a minute.
    expect(performance.now() - begun).toBeLessThan(40_000);
    const { parts, applied } = await stackStatus();
    expect(parts.filter(({ state }) => state !== 'stopped')).toEqual([]);
    expect(applied).toEqual([]);
  });
});

describe('settings that a check replaced', () => {
  const token = 'PAYMENTS_API_TOKEN=tok-4711';
  const settings = () => {
    const state = readFileSync(join(sharedStateDir(), 'stack/stack.json'), 'utf8');
    return JSON.parse(state).set as Record<string, string>;
  };

  it('are restored by recover after SIGKILL, secrets too, which no journal holds', async () => {
    expect((await shopctl('up', '--set', token)).code).toBe(0);
    const running = startShopctl(['check', 'cleaning', '--orders', '3']);
    await running.shows('services restarted with OUTBOX_RETENTION_MS');
    running.child.kill('SIGKILL');
    await running.ended;
    expect(settings()).toMatchObject({ PAYMENTS_API_TOKEN: 'tok-4711', OUTBOX_RETENTION_MS: '2000' });
    expect(readFileSync(await latestJournal(), 'utf8')).not.toContain('tok-4711');

    const recovered = await shopctl('recover');
    expect(recovered.code, recovered.stderr).toBe(0);
    expect(settings()).toEqual({ PAYMENTS_API_TOKEN: 'tok-4711' });
    expect((await stackStatus()).applied).toEqual([]);
  });
});

describe('what up cannot undo', () => {
  it('is said, with exit code 3', async () => {
    const clock = { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} };
    const liveness = { self: async () => '{"pid":1,"startedAt":"gone"}', isAlive: async () => false };
    const store = new RunStore(sharedStateDir(), clock, liveness);
    const journal = await store.open({ command: 'check cleaning', shopctlVersion: '0' });
    // As a shopctl wrote it that did not keep the settings found with the stack.
    const prior = { scale: {}, set: { PAYMENTS_API_TOKEN: '***' } };
    const fault = configured({ RELAY_BATCH: '1' });
    await journal.commit({ type: 'fault-intended', id: 'f1', fault, identity: 'services', prior });
    await store.close(journal);
    try {
      const { code, stdout, stderr } = await shopctl('up');
      expect(stderr).toContain('not healed: services restarted with RELAY_BATCH');
      expect(stderr).toContain('the journal does not say what is to be restored');
      expect(stdout).toContain('payments');
      expect(code).toBe(3);
    } finally {
      await store.append(journal.runId, [{ type: 'fault-dropped', id: 'f1', why: 'made up' }]);
    }
  });
});

describe('what chaos stopped', () => {
  it('stays so until it is healed', async () => {
    const stopped = await shopctl('chaos', 'shipping-stop');
    expect(stopped.code).toBe(0);
    expect(await partState('shipping')).toBe('stopped');
    expect((await shopctl('status')).stdout).toContain('still applied: shipping stopped');
    expect((await shopctl('chaos', 'heal')).stdout).toContain('healed: shipping stopped');
    expect(await partState('shipping')).toBe('running');
  });

  it('is started again when it is interrupted half-way', async () => {
    const running = startShopctl(['chaos', 'broker-stop', '--for', '60s']);
    await running.shows('broker stopped');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(await partState('broker')).toBe('running');
  });

  it('comes back by itself with --for', async () => {
    const { code, stderr } = await shopctl('chaos', 'payments-stop', '--for', '1s');
    expect(code).toBe(0);
    expect(stderr).toMatch(/payments stopped[\s\S]*payments started/);
    expect(await partState('payments')).toBe('running');
  });

  it('comes back by itself with --for also when shopctl was killed meanwhile', async () => {
    const running = startShopctl(['chaos', 'payments-stop', '--for', '4s']);
    await running.shows('payments stopped');
    running.child.kill('SIGKILL');
    await running.ended;
    expect(await partState('payments')).toBe('stopped');
    await expect.poll(() => partState('payments'), { timeout: 30_000, interval: 500 }).toBe('running');
    await expect.poll(async () => (await stackStatus()).applied, { timeout: 10_000 }).toEqual([]);
  });
});

describe('a target that comes back before it is healed', () => {
  it('is in the report, with the window in which the fault was really seen to hold', async () => {
    const running = startShopctl(['check', 'broker-outage', '--orders', '3', '--hold', '12s']);
    await running.shows('holding for 12 s');
    const started = await shopctl('chaos', 'broker-start');
    expect(started.code, started.stderr).toBe(0);
    const { stdout, stderr } = await running.ended;
    expect(stderr).toContain('broker came back before it was healed');
    expect(stdout).toMatch(/broker stopped, observed .* \(.*\); it ended by itself, before it was healed/);

    // The journal, too, though the one who started the broker wrote to it as well.
    const again = await shopctlJson<{ runs: { faults: Record<string, number>[] }[] }>('report');
    const { observedMs = 0, endedEarlyMs = 0, healedMs = 0 } = again.runs[0]?.faults[0] ?? {};
    expect(endedEarlyMs).toBeGreaterThan(observedMs);
    expect(healedMs).toBeGreaterThan(endedEarlyMs);
    expect((await stackStatus()).applied).toEqual([]);
  });
});

describe('a disk that does not take the journal', () => {
  /** With a limit to the size of files: what is beyond it fails as on a full disk. */
  function checkWithFilesUpTo(kilobytes: number) {
    const command = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
    const check = ['check', 'broker-outage', '--orders', '40', '--hold', '1s'];
    return startShopctl(check, { through: ['bash', '-c', command] }).ended;
  }

  it.each([
    ['from the beginning', 0],
    ['any more, from its first orders on', 8],
  ])('%s: nothing is broken, and it is said what to do', async (_title, kilobytes) => {
    const broker = async () => (await stackStatus()).parts.find(({ name }) => name === 'broker')?.identity;
    const before = await broker();
    const { code, stdout, stderr } = await checkWithFilesUpTo(kilobytes);
    expect(code, stdout + stderr).toBe(3);
    expect(stderr).toMatch(/error: the journal .*journal\.ndjson cannot be written: EFBIG/);
    expect(stderr).toContain('hint: free some space or choose another folder with --state-dir');
    expect(stderr).not.toContain('broker stopped');
    expect(await broker()).toEqual(before);
    expect((await stackStatus()).applied).toEqual([]);
    expect((await shopctl('runs')).code).toBe(0);
  });
});

function runs(): Promise<readonly RunLine[]> {
  return shopctlJson<RunLine[]>('runs');
}
