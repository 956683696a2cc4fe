import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringBack, describeUnreadable, healApplied } from '../../src/engine/recovery.ts';
import { RunStore } from '../../src/engine/run-store.ts';
import { stopped } from '../../src/model/fault.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { FakeShop } from '../helpers/fake-shop.ts';

const opening = { command: 'check outage', shopctlVersion: '0' };
let folder: string;
let clock: FakeClock;
let alive: Set<string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-store-'));
  clock = new FakeClock();
  alive = new Set(['me']);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function storeOf(self: string): RunStore {
  return new RunStore(folder, clock, {
    self: async () => self,
    isAlive: async (identity) => alive.has(identity),
  });
}

/** A run that broke the broker and was killed then. */
async function killedRun(store: RunStore): Promise<string> {
  const journal = await store.open(opening);
  await journal.commit({
    type: 'fault-intended',
    id: 'f1',
    fault: stopped('broker'),
    identity: 'fake broker',
    prior: { state: 'running' },
  });
  await journal.close();
  return journal.runId;
}

describe('the runs of a state folder', () => {
  it('leave no mark when nothing is broken any more', async () => {
    const store = storeOf('me');
    const journal = await store.open(opening);
    expect(store.isOpen(journal.runId)).toBe(true);
    await store.close(journal);
    expect(store.isOpen(journal.runId)).toBe(false);
    expect(store.list()).toEqual([journal.runId]);
  });

  it('say what a killed shopctl left broken, and by which command', async () => {
    const runId = await killedRun(storeOf('gone'));
    expect(await storeOf('me').appliedFaults()).toMatchObject([
      { runId, command: 'check outage', ownerAlive: false, window: { id: 'f1', identity: 'fake broker' } },
    ]);
  });

  it('say when a fault with --for is due: counted from when it was last seen to come about', async () => {
    const journal = await storeOf('me').open(opening);
    const dueIn = async () => ((await storeOf('me').appliedFaults())[0]?.healDueAt ?? 0) - clock.now();
    const [fault, prior] = [stopped('broker'), { state: 'running' }];
    await journal.commit({ type: 'fault-intended', id: 'f1', fault, identity: 'it', prior, forMs: 5000 });
    expect(await dueIn()).toBe(5000);
    await clock.sleep(8000);
    await journal.commit({ type: 'fault-injected', id: 'f1' });
    expect(await dueIn()).toBe(5000);
    await clock.sleep(3000);
    await journal.commit({ type: 'fault-observed', id: 'f1' });
    expect(await dueIn()).toBe(5000);
    await clock.sleep(1000);
    expect(await dueIn()).toBe(4000);
    await journal.close();
  });

  it('tell a run that is still at work from one that was killed', async () => {
    await killedRun(storeOf('other'));
    alive.add('other');
    expect((await storeOf('me').appliedFaults()).map(({ ownerAlive }) => ownerAlive)).toEqual([true]);
  });
});

describe('a journal that cannot be read', () => {
  const noise = '{"type":"run-opened","t":0,"version":1}\nnoise\nnoise\n';

  it('is named with its run, and hides nothing of the others', async () => {
    const store = storeOf('me');
    const damaged = await killedRun(storeOf('gone'));
    await clock.sleep(1000);
    const whole = await killedRun(storeOf('gone'));
    writeFileSync(store.journalPath(damaged), noise);
    expect((await store.appliedFaults()).map(({ runId }) => runId)).toEqual([whole]);
    expect(store.unreadableRuns()).toMatchObject([
      { runId: damaged, why: expect.stringContaining('line 2 is "noise"') },
    ]);
    expect(describeUnreadable(store.unreadableRuns()[0]!)).toMatch(
      new RegExp(
        `^what run ${damaged} broke is not known: .*; once shopctl status shows .* delete .*${damaged}$`,
      ),
    );
  });

  it('of a run that left nothing open is nobody’s trouble', async () => {
    const store = storeOf('me');
    const journal = await store.open(opening);
    await store.close(journal);
    writeFileSync(store.journalPath(journal.runId), noise);
    expect(store.unreadableRuns()).toEqual([]);
  });

  it('without a byte is of a shopctl that was killed before it began, and no run', () => {
    const store = storeOf('me');
    const path = store.journalPath('20260301-021400-aaaa');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    expect(store.list()).toEqual([]);
  });
});

describe('recovery', () => {
  function deps(shop: FakeShop) {
    return { store: storeOf('me'), runtime: shop.runtime, clock, progress: { say: () => {} } };
  }

  it('heals what a killed run left, writes that into its journal, and finds nothing the next time', async () => {
    const runId = await killedRun(storeOf('gone'));
    const shop = new FakeShop(clock);
    shop.states.set('broker', 'stopped');
    const store = storeOf('me');
    const healed = await healApplied(await store.appliedFaults(), deps(shop));
    expect(healed.map(({ failure }) => failure)).toEqual([undefined]);
    expect(shop.states.get('broker')).toBe('running');
    expect(store.record(runId).faults[0]?.healedMs).toBeDefined();
    expect(await store.appliedFaults()).toEqual([]);
    expect(store.isOpen(runId)).toBe(false);
  });

  it('heals the newest fault first', async () => {
    const first = await killedRun(storeOf('gone'));
    await clock.sleep(5000);
    const second = await killedRun(storeOf('gone'));
    expect((await storeOf('me').appliedFaults()).map(({ runId }) => runId)).toEqual([second, first]);
  });

  it('closes the fault of a target that is brought back by hand', async () => {
    const runId = await killedRun(storeOf('gone'));
    const shop = new FakeShop(clock);
    shop.states.set('broker', 'stopped');
    await bringBack('broker', deps(shop));
    expect(storeOf('me').record(runId).faults[0]?.healedMs).toBeDefined();
    expect(await storeOf('me').appliedFaults()).toEqual([]);
  });

  it('leaves the fault of another target as it is', async () => {
    await killedRun(storeOf('gone'));
    await bringBack('payments', deps(new FakeShop(clock)));
    expect(await storeOf('me').appliedFaults()).toHaveLength(1);
  });
});
