import type { ExpectedFinding, TrialOutcome } from '../model/proof.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Exposure, KnownDefect } from './known-defect.ts';
import { type MatchedRun, matchExposure, matchHeld } from './match.ts';

/** How the shop of a trial is started. */
export interface TrialShop {
  /** As `SHOP_DEFECT` has it; absent for the clean shop. */
  readonly defect?: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly scale: Readonly<Record<string, number>>;
}

/** One run that a proof needs: a scenario against a shop, and what is expected of it. */
export interface Trial {
  /** The same trial has the same id in every proof. */
  readonly id: string;
  readonly shop: TrialShop;
  readonly scenario: Scenario;
  /** What it must break; empty where every promise must be held. */
  readonly expected: readonly ExpectedFinding[];
  readonly round: number;
}

const usualShop: TrialShop = { settings: {}, scale: {} };

/** The runs that show whether a defect is caught, in this round. */
export function trialsOfDefect(defect: KnownDefect, round: number): Trial[] {
  const shop = { ...shopBeside(defect), defect: defect.name };
  const exposing = new Set(defect.exposedBy.map(({ scenario }) => scenario));
  const trial = (scenario: Scenario, exposures: readonly Exposure[]): Trial => ({
    id: trialId(defect.name, scenario, shop, round),
    shop,
    scenario,
    expected: exposures.map(expectedOf),
    round,
  });
  return [
    ...[...exposing].map((scenario) =>
      trial(
        scenario,
        defect.exposedBy.filter((one) => one.scenario === scenario),
      ),
    ),
    ...(defect.survives ?? []).map((scenario) => trial(scenario, [])),
  ];
}

/**
 * The runs in which the clean shop must hold what the defects break: each of their scenarios, with the same settings and
 * instances, so that it is surely the defect that breaks it; and the further scenarios, with the usual ones.
 */
export function controlTrials(
  defects: readonly KnownDefect[],
  further: readonly Scenario[],
  round: number,
): Trial[] {
  const usual = further.map((scenario) => ({ scenario, shop: usualShop }));
  const beside = defects.flatMap((defect) =>
    [...defect.exposedBy.map(({ scenario }) => scenario), ...(defect.survives ?? [])].map((scenario) => ({
      scenario,
      shop: shopBeside(defect),
    })),
  );
  const trials = [...usual, ...beside].map(({ scenario, shop }): Trial => {
    return { id: trialId('clean', scenario, shop, round), shop, scenario, expected: [], round };
  });
  return [...new Map(trials.map((trial) => [trial.id, trial])).values()];
}

/** The n-th run of a soak, 1 or more: the scenarios in turn. */
export function soakTrial(n: number, scenarios: readonly Scenario[]): Trial {
  const scenario = scenarios[(n - 1) % scenarios.length];
  if (scenario === undefined) throw new RangeError('a soak needs a scenario');
  return { id: `soak/${n}`, shop: usualShop, scenario, expected: [], round: n };
}

/** What became of each expectation of a trial, in their order; of the one that all is held when there is none. */
export function outcomesOf({ expected }: Trial, run: MatchedRun): TrialOutcome[] {
  return expected.length === 0 ? [matchHeld(run)] : expected.map((one) => matchExposure(one, run));
}

export function expectedOf({ promise, finding, needs }: Exposure): ExpectedFinding {
  return { promise: promise.name, finding, ...(needs === undefined ? {} : { needs }) };
}

/** Settings and instances in words, `RELAY_BATCH=1, orders=2`; undefined for the usual shop. */
export function describeShop({ settings, scale }: TrialShop): string | undefined {
  const pairs = [...Object.entries(settings), ...Object.entries(scale)];
  return pairs.length === 0 ? undefined : pairs.map(([name, value]) => `${name}=${value}`).join(', ');
}

function shopBeside({ settings = {}, scale = {} }: KnownDefect): TrialShop {
  return { settings, scale };
}

function trialId(subject: string, { name }: Scenario, shop: TrialShop, round: number): string {
  const words = describeShop(shop);
  return [subject, words === undefined ? name : `${name} (${words})`, round].join('/');
}
