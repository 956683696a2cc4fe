import { describe, expect, it } from 'vitest';
import { noDoubleShipments } from '../../src/invariants/no-double-shipments.ts';
import { noLostOrders } from '../../src/invariants/no-lost-orders.ts';
import { defineScenario, orders } from '../../src/model/scenario.ts';
import { provedChecks, provedDefect, soakOf, type TrialResult } from '../../src/proof/assemble.ts';
import type { KnownDefect } from '../../src/proof/known-defect.ts';
import { controlTrials, soakTrial, trialsOfDefect } from '../../src/proof/trials.ts';

const scenario = (name: string) =>
  defineScenario({
    name,
    obligation: 'it ships',
    lesson: 'none',
    steps: [orders(1)],
    expect: [noLostOrders],
  });
const [outage, crash, race] = [scenario('outage'), scenario('crash'), scenario('race')];

const deaf: KnownDefect = {
  name: 'deaf',
  mechanism: 'It hears nothing.',
  exposure: 'It is spoken to.',
  reports: ['shop #1'],
  exposedBy: [
    { scenario: outage, promise: noLostOrders, finding: 'lost' },
    { scenario: outage, promise: noDoubleShipments, finding: 'duplicated', needs: 'relay.after-publish' },
  ],
  survives: [crash],
};
const double: KnownDefect = {
  ...deaf,
  name: 'double',
  exposedBy: [{ scenario: race, promise: noLostOrders, finding: 'lost' }],
  survives: [outage],
  settings: { RELAY_BATCH: '1' },
  scale: { orders: 2 },
};

const ids = (trials: readonly { readonly id: string }[]) => trials.map(({ id }) => id);
const result = (id: string, ...outcomes: TrialResult['outcomes']): [string, TrialResult] => [
  id,
  { id, at: `2026-03-01T00:00:0${id.slice(-1)}.000Z`, runId: `run of ${id}`, tookMs: 1000, outcomes },
];
const held = { how: 'as expected', findings: 0 } as const;
const broken = { how: 'otherwise', seen: 'broken by it' } as const;

describe('the runs of a proof', () => {
  it('takes one run for all that a scenario exposes of a defect, and one for each that it survives', () => {
    const trials = trialsOfDefect(deaf, 1);
    expect(ids(trials)).toEqual(['deaf/outage/1', 'deaf/crash/1']);
    expect(trials[0]?.expected).toEqual([
      { promise: 'no-lost-orders', finding: 'lost' },
      { promise: 'no-double-shipments', finding: 'duplicated', needs: 'relay.after-publish' },
    ]);
    expect(trials[1]?.expected).toEqual([]);
  });

  it('starts the shop with the defect and its settings, and the clean one with the settings alone', () => {
    const shop = { settings: { RELAY_BATCH: '1' }, scale: { orders: 2 } };
    expect(trialsOfDefect(double, 1)[0]?.shop).toEqual({ ...shop, defect: 'double' });
    expect(controlTrials([double], [], 1).map((trial) => trial.shop)).toEqual([shop, shop]);
  });

  it('has the clean shop hold each scenario once for each way the shop is set up', () => {
    expect(ids(controlTrials([deaf, double], [outage], 2))).toEqual([
      'clean/outage/2',
      'clean/crash/2',
      'clean/race (RELAY_BATCH=1, orders=2)/2',
      'clean/outage (RELAY_BATCH=1, orders=2)/2',
    ]);
  });

  it('soaks over the scenarios in turn', () => {
    const turns = [1, 2, 3].map((n) => soakTrial(n, [outage, crash]).scenario.name);
    expect(turns).toEqual(['outage', 'crash', 'outage']);
  });
});

describe('what the runs come to', () => {
  it('gives each expectation of a run its own check, with its rounds', () => {
    const trials = [1, 2].flatMap((round) => trialsOfDefect(deaf, round));
    const results = new Map([
      result('deaf/outage/1', { how: 'as expected', findings: 3 }, broken),
      result('deaf/crash/1', held),
    ]);
    const { checks } = provedDefect(deaf, trials, results);
    expect(
      checks.map(({ scenario, expected, rounds, runs }) => [
        scenario,
        expected?.finding,
        rounds,
        runs.length,
      ]),
    ).toEqual([
      ['outage', 'lost', 2, 1],
      ['outage', 'duplicated', 2, 1],
      ['crash', undefined, 2, 1],
    ]);
    expect(checks.map(({ runs }) => runs[0]?.outcome)).toEqual([
      { how: 'as expected', findings: 3 },
      broken,
      held,
    ]);
  });

  it('names the shop of a check where it is not the usual one', () => {
    const [check] = provedChecks(trialsOfDefect(double, 1), new Map());
    expect(check).toEqual({
      scenario: 'race',
      expected: { promise: 'no-lost-orders', finding: 'lost' },
      shop: 'RELAY_BATCH=1, orders=2',
      rounds: 1,
      runs: [],
    });
  });

  it('counts a soak until the first run that did not hold, whatever came after it', () => {
    const results = new Map([
      result('soak/1', held),
      result('soak/2', held),
      result('soak/3', broken),
      result('soak/4', held),
    ]);
    expect(soakOf(5, [outage, crash], results)).toMatchObject({
      rounds: 5,
      held: 2,
      ended: { scenario: 'outage', run: { round: 3, outcome: broken } },
      from: '2026-03-01T00:00:01.000Z',
      to: '2026-03-01T00:00:02.000Z',
    });
  });

  it('counts a soak that goes on until the run that is still missing', () => {
    const results = new Map([result('soak/1', held), result('soak/3', held)]);
    expect(soakOf(5, [outage, crash], results)).toMatchObject({ rounds: 5, held: 1 });
  });
});
