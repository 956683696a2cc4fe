import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/commands/context.ts';
import { ResultsFile } from '../../../src/commands/proving/results-file.ts';
import { type JobStack, runTrials, type TrialsPlan } from '../../../src/commands/proving/run-trials.ts';
import { ShopctlError } from '../../../src/errors.ts';
import { Interrupted } from '../../../src/host.ts';
import { noLostOrders } from '../../../src/invariants/no-lost-orders.ts';
import type { RunRecord } from '../../../src/model/run-record.ts';
import { defineScenario, orders } from '../../../src/model/scenario.ts';
import type { Trial } from '../../../src/proof/trials.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { runRecord } from '../../helpers/run-record.ts';

const scenario = defineScenario({
  name: 'outage',
  obligation: 'it ships',
  lesson: 'none',
  steps: [orders(1)],
  expect: [noLostOrders],
});

function trial(id: string, defect?: string): Trial {
  const shop = { settings: {}, scale: {}, ...(defect === undefined ? {} : { defect }) };
  return { id, shop, scenario, expected: [], round: 1 };
}

const held = () =>
  runRecord({ judged: [{ promise: 'all', verdict: 'held', lookedAt: 'all', findings: [] }] });
const ids = (...names: string[]) => names.map((name) => trial(name, 'no-inbox'));

describe('the trials of a proof', () => {
  let folder: string;
  let file: ResultsFile;
  let interrupting: AbortController;
  let said: string[];
  let log: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shopctl-trials-'));
    file = new ResultsFile(join(folder, 'results.ndjson'), 'code');
    interrupting = new AbortController();
    said = [];
    log = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function context(): CommandContext {
    const clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: slept };
    const host = { clock, signal: interrupting.signal, env: {}, stderr: { isTTY: false, write: () => {} } };
    const output = { style: plainStyle, quiet: false, sayAt: (text: string) => void said.push(text) };
    return { host, output, settings: {} } as unknown as CommandContext;
  }
  const slept = async (ms: number, signal?: AbortSignal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
  };

  /** A stack that notes what is done with it. */
  function stackOf(parts: Partial<JobStack> = {}) {
    return (job: number): JobStack => ({
      start: async ({ id }) => void log.push(`${job} starts ${id}`),
      run: async () => held(),
      machine: async () => undefined,
      end: async () => void log.push(`${job} ends`),
      ...parts,
    });
  }

  function run(trials: readonly Trial[], parts: Partial<TrialsPlan> = {}): Promise<void> {
    const count = { done: 0, all: trials.length };
    const plan = { trials, jobs: 1, count, file, isSameCode: () => true, stackOf: stackOf(), ...parts };
    return runTrials(plan, context());
  }
  const known = () => [...file.results.keys()].sort();

  it('are run by so many stacks side by side, each kept as it ends, and every stack is ended', async () => {
    let atWork = 0;
    let most = 0;
    const busy = async () => {
      most = Math.max(most, ++atWork);
      await sleep(20);
      atWork -= 1;
      return held();
    };
    await run(ids('a', 'b', 'c', 'd', 'e'), { jobs: 2, stackOf: stackOf({ run: busy }) });
    expect(known()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(most).toBe(2);
    expect(log.filter((line) => line.endsWith('ends')).sort()).toEqual(['1 ends', '2 ends']);
    expect(said.at(-1)).toMatch(/^\[5\/5\] ✓ no-inbox in outage: held, as such a shop does \(1 min\)$/);
  });

  it('that an interruption cuts short are no result, and nothing is begun after it', async () => {
    const cut = async ({ id }: Trial): Promise<RunRecord> => {
      if (id === 'b') interrupting.abort(new Interrupted('SIGINT'));
      return held();
    };
    await run(ids('a', 'b', 'c'), { stackOf: stackOf({ run: cut }) });
    expect(known()).toEqual(['a']);
    expect(log).toEqual(['1 starts a', '1 starts b', '1 ends']);
  });

  it('that are interrupted while their shop starts are no result either', async () => {
    const start = async () => {
      interrupting.abort(new Interrupted('SIGINT'));
      throw interrupting.signal.reason;
    };
    await run(ids('a', 'b'), { stackOf: stackOf({ start }) });
    expect([known(), log]).toEqual([[], ['1 ends']]);
  });

  it('have no verdict where the wrong shop does not start, or the run cannot be made', async () => {
    const start = async ({ id }: Trial) => {
      if (id === 'a') throw new ShopctlError({ message: 'orders did not answer' });
    };
    const baseline = async ({ id }: Trial) => {
      if (id === 'b') throw new ShopctlError({ message: 'no baseline' });
      return held();
    };
    await run(ids('a', 'b', 'c'), { stackOf: stackOf({ start, run: baseline }) });
    expect([...file.results.values()].map(({ outcomes }) => outcomes[0])).toEqual([
      { how: 'no verdict', seen: 'the shop did not start: orders did not answer' },
      { how: 'no verdict', seen: 'no baseline' },
      { how: 'as expected', findings: 0 },
    ]);
  });

  it.each([
    ['two shops in a row do not start', ids('a', 'b', 'c')],
    ['the clean shop does not start', [trial('clean'), ...ids('b')]],
  ])('are given up when %s', async (_title, trials) => {
    const start = () => Promise.reject(new ShopctlError({ message: 'no free port' }));
    await expect(run(trials, { stackOf: stackOf({ start }) })).rejects.toThrow('no free port');
    expect(log).toEqual(['1 ends']);
  });

  it('are given up by all jobs at a bug of one, and its stack is ended all the same', async () => {
    const stacks = (job: number, signal: AbortSignal): JobStack => ({
      ...stackOf()(job),
      run: async () => {
        if (job === 1) throw new TypeError('x is not a function');
        await slept(60_000, signal);
        return held();
      },
    });
    await expect(run(ids('a', 'b', 'c'), { jobs: 2, stackOf: stacks })).rejects.toThrow(
      'x is not a function',
    );
    expect(known()).toEqual([]);
    expect(log.filter((line) => line.endsWith('ends')).sort()).toEqual(['1 ends', '2 ends']);
  });

  it('of code that was built anew meanwhile are no result', async () => {
    await expect(run(ids('a'), { isSameCode: () => false })).rejects.toThrow('was built anew');
    expect([known(), log]).toEqual([[], ['1 starts a', '1 ends']]);
  });

  it('end with the last that is to be', async () => {
    await run(ids('a', 'b', 'c'), { isLast: ({ id }) => id === 'b' });
    expect(known()).toEqual(['a', 'b']);
  });
});
