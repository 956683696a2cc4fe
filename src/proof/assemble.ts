import type { ProvedCheck, ProvedDefect, Soak, TrialOutcome, TrialRun } from '../model/proof.ts';
import type { Scenario } from '../model/scenario.ts';
import type { KnownDefect } from './known-defect.ts';
import { describeShop, soakTrial, type Trial } from './trials.ts';

/** What one trial came to, as it is kept. */
export interface TrialResult {
  readonly id: string;
  readonly at: string;
  readonly runId?: string;
  readonly tookMs: number;
  /** One for each expectation of the trial, in their order. */
  readonly outcomes: readonly TrialOutcome[];
}

export type Results = ReadonlyMap<string, TrialResult>;

/** The trials of one defect, in all rounds, with what became of them. */
export function provedDefect(
  { name, mechanism, exposure, reports }: KnownDefect,
  trials: readonly Trial[],
  results: Results,
): ProvedDefect {
  return { name, mechanism, exposure, reports, checks: provedChecks(trials, results) };
}

/** A check for each scenario and expectation, its rounds together. */
export function provedChecks(trials: readonly Trial[], results: Results): ProvedCheck[] {
  const byCheck = new Map<string, Trial[]>();
  for (const trial of trials) {
    const key = trial.id.slice(0, trial.id.lastIndexOf('/'));
    byCheck.set(key, [...(byCheck.get(key) ?? []), trial]);
  }
  return [...byCheck.values()].flatMap((rounds) => checksOf(rounds, results));
}

function checksOf(rounds: readonly Trial[], results: Results): ProvedCheck[] {
  const [first] = rounds;
  if (first === undefined) return [];
  const shop = describeShop(first.shop);
  const expected = first.expected.length === 0 ? [undefined] : first.expected;
  return expected.map((one, index) => ({
    scenario: first.scenario.name,
    ...(one === undefined ? {} : { expected: one }),
    ...(shop === undefined ? {} : { shop }),
    rounds: rounds.length,
    runs: rounds.flatMap((trial) => runOf(trial.round, results.get(trial.id), index)),
  }));
}

function runOf(round: number, result: TrialResult | undefined, index: number): TrialRun[] {
  const outcome = result?.outcomes[index];
  if (result === undefined || outcome === undefined) return [];
  const { at, runId, tookMs } = result;
  return [{ round, at, ...(runId === undefined ? {} : { runId }), tookMs, outcome }];
}

/** How many runs of the clean shop held in a row, from the first on. */
export function soakOf(rounds: number, scenarios: readonly Scenario[], results: Results): Soak {
  const runs: TrialRun[] = [];
  let ended: Soak['ended'];
  for (let n = 1; n <= rounds && ended === undefined; n++) {
    const trial = soakTrial(n, scenarios);
    const [run] = runOf(n, results.get(trial.id), 0);
    if (run === undefined) break;
    if (run.outcome.how === 'as expected') runs.push(run);
    else ended = { scenario: trial.scenario.name, run };
  }
  const ends = runs.map(({ at }) => at).sort();
  const [from, to] = [ends[0], ends.at(-1)];
  return {
    rounds,
    held: runs.length,
    ...(ended === undefined ? {} : { ended }),
    ...(from === undefined || to === undefined ? {} : { from, to }),
  };
}
