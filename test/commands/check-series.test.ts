import { describe, expect, it } from 'vitest';
import { runSeries, type SeriesDeps } from '../../src/commands/check-series.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import { defineScenario, type Scenario } from '../../src/model/scenario.ts';
import { brokerWindow, runRecord } from '../helpers/run-record.ts';

const scenario = (name: string): Scenario =>
  defineScenario({ name, obligation: '', lesson: '', steps: [], expect: [] });
const plan = ['one', 'two', 'three'].map(scenario);

/** Runs `plan`, with what each run leaves behind and what ails the shop before the next. */
async function series({ repeat = 1, left = {}, ails = {} }: Troubles = {}) {
  const said: string[] = [];
  const complaints: string[] = [];
  const printed: string[] = [];
  const looks: string[] = [];
  let last = '';
  const deps: SeriesDeps = {
    run: async ({ name, obligation }) => {
      last = name;
      const parts = left[name] ?? {};
      if (parts instanceof Error) throw parts;
      return runRecord({ scenario: { name, obligation }, ...parts });
    },
    ails: async () => {
      looks.push(last);
      return ails[last];
    },
    say: (text) => said.push(text.trim()),
    complain: (text) => complaints.push(text),
    onRecord: (record) => printed.push(record.scenario?.name ?? ''),
  };
  const { records, notReached, failure } = await runSeries(plan, repeat, deps);
  const ran = records.map((record) => record.scenario?.name);
  return { ran, notReached, failure, said, complaints, printed, looks };
}

interface Troubles {
  readonly repeat?: number;
  readonly left?: Readonly<Record<string, Partial<RunRecord> | Error>>;
  readonly ails?: Readonly<Record<string, string>>;
}

const end = (how: 'finished' | 'interrupted') => ({ end: { how, atMs: 1, verdict: 'unknown' as const } });

describe('a series of scenarios', () => {
  it('runs each in turn, says how far it is, and looks at the shop in between', async () => {
    const { ran, notReached, said, printed, looks, complaints } = await series();
    expect(ran).toEqual(['one', 'two', 'three']);
    expect(printed).toEqual(ran);
    expect(said).toEqual(['[1/3] one', '[2/3] two', '[3/3] three']);
    expect(looks).toEqual(['one', 'two']);
    expect([notReached, complaints]).toEqual([[], []]);
  });

  it('repeats each before the next', async () => {
    expect((await series({ repeat: 2 })).ran).toEqual(['one', 'one', 'two', 'two', 'three', 'three']);
  });

  it('never hands a shop that is not well on to the next scenario', async () => {
    const { ran, notReached, complaints } = await series({ ails: { one: 'payments is paused' } });
    expect(ran).toEqual(['one']);
    expect(complaints).toEqual(['the shop is not well after one: payments is paused; the series ends here']);
    const why = 'not run: the shop was not well: payments is paused';
    expect(notReached).toEqual([
      { scenario: 'two', why },
      { scenario: 'three', why },
    ]);
  });

  it('goes on after a broken verdict: the shop is whole again', async () => {
    const broken = { end: { how: 'finished' as const, atMs: 1, verdict: 'broken' as const } };
    expect((await series({ left: { one: broken } })).ran).toHaveLength(3);
  });

  it('ends with a fault that is not healed', async () => {
    const faults = [brokerWindow({ failure: 'healing' } as object)];
    const { ran, notReached, complaints } = await series({ left: { two: { faults } } });
    expect(ran).toEqual(['one', 'two']);
    expect(complaints).toEqual(['two left the shop broken: no further scenario is run']);
    expect(notReached).toEqual([{ scenario: 'three', why: 'not run: the series ended before it' }]);
  });

  it('ends with an interruption, and asks the shop nothing more', async () => {
    const { ran, looks } = await series({ left: { one: end('interrupted') } });
    expect([ran, looks]).toEqual([['one'], []]);
  });

  it('keeps what was seen before something was thrown', async () => {
    const thrown = new Error('no baseline');
    const { ran, failure, notReached } = await series({ left: { two: thrown } });
    expect(ran).toEqual(['one']);
    expect(failure).toBe(thrown);
    expect(notReached.map((one) => one.scenario)).toEqual(['two', 'three']);
  });
});
