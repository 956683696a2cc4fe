import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalFile, readJournal } from '../../src/engine/journal-file.ts';
import { defaultRunOptions, type RecordedJournal, runScenario } from '../../src/engine/run-scenario.ts';
import { noLostOrders } from '../../src/invariants/no-lost-orders.ts';
import { stopped } from '../../src/model/fault.ts';
import { foldJournal } from '../../src/model/fold-journal.ts';
import { defineScenario, during, hold, orders, settled } from '../../src/model/scenario.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { FakeShop } from '../helpers/fake-shop.ts';

const outage = defineScenario({
  name: 'outage',
  obligation: 'nothing is lost',
  lesson: '',
  steps: [orders(2), settled(), during(stopped('broker'), [orders(1), hold(2000)])],
  expect: [noLostOrders],
});

let folder: string;
let path: string;
let clock: FakeClock;
let shop: FakeShop;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-disk-'));
  path = join(folder, 'journal.ndjson');
  clock = new FakeClock();
  shop = new FakeShop(clock);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A journal whose disk takes so many commits and is full then. */
function fullAfter(journal: JournalFile, commits: number): RecordedJournal & { readonly refused: string[] } {
  const refused: string[] = [];
  let left = commits;
  return {
    runId: journal.runId,
    refused,
    elapsedMs: () => journal.elapsedMs(),
    fold: () => journal.fold(),
    record: (fact) => {
      if (left > 0) journal.record(fact);
    },
    commit: async (fact) => {
      left -= 1;
      if (left >= 0) return journal.commit(fact);
      refused.push(fact.type);
      throw new Error('ENOSPC: no space left on device');
    },
  };
}

async function runUntilFull(commits: number) {
  const opening = { runId: 'run', command: 'check outage', shopctlVersion: '0' };
  const file = await JournalFile.create(path, opening, clock);
  const journal = fullAfter(file, commits);
  const { runtime, probes, load } = shop;
  const deps = { runtime, probes, load, actions: {}, journal, clock, progress: { say: () => {} } };
  const failure = await runScenario(outage, deps, defaultRunOptions, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  await file.close();
  return { failure, refused: journal.refused };
}

describe('a disk that is full', () => {
  it('at whatever moment leaves nothing broken, and a journal that can be read up to there', async () => {
    let commits = 0;
    const seen = new Set<string>();
    for (;;) {
      shop = new FakeShop(clock);
      const { failure, refused } = await runUntilFull(commits);
      if (refused.length === 0) break;
      seen.add(refused[0] ?? '');
      expect(failure).toMatchObject({ message: expect.stringContaining('ENOSPC') });
      expect(shop.states.get('broker'), `full at ${refused[0]}`).toBe('running');
      expect(foldJournal(readJournal(path)).end).toMatchObject({ how: 'lost', verdict: 'unknown' });
      rmSync(path);
      commits += 1;
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['baseline', 'fault-intended', 'fault-injected', 'fault-observed', 'evidence']),
    );
  });

  it('before the intent is written keeps anything from being broken', async () => {
    const commits = [0, 1, 2, 3, 4, 5];
    for (const count of commits) {
      shop = new FakeShop(clock);
      const { refused } = await runUntilFull(count);
      if (refused[0] === 'fault-intended') {
        expect(shop.deeds.filter((deed) => deed === 'broker stopped')).toEqual([]);
        return;
      }
      rmSync(path);
    }
    throw new Error('the disk was never full at the intent');
  });
});
