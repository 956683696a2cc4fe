import type { RunRecord } from '../model/run-record.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Skipped } from '../report/summary.ts';

/** How the runs of a series are made and told. */
export interface SeriesDeps {
  /** One run, from its preflight to its record. Rejects where there is no record. */
  readonly run: (scenario: Scenario) => Promise<RunRecord>;
  /** What ails the shop before a run, after waiting for it to be well; undefined when it is well. */
  readonly ails: () => Promise<string | undefined>;
  readonly say: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Called with each record as it is there. */
  readonly onRecord: (record: RunRecord) => void;
}

/** What came of a series. */
export interface Series {
  readonly records: readonly RunRecord[];
  /** Scenarios that the series ended before. */
  readonly notReached: readonly Skipped[];
  /** What was thrown and ended it. */
  readonly failure?: unknown;
}

/**
 * Runs scenarios one after the other, each `repeat` times. Each begins with a shop that is well: what an earlier one left
 * broken is not to be held against the next. So the series ends with a fault that is not healed, with a shop that does
 * not get well, with an interruption, and with whatever is thrown; what was seen until then is kept.
 */
export async function runSeries(
  plan: readonly Scenario[],
  repeat: number,
  deps: SeriesDeps,
): Promise<Series> {
  const records: RunRecord[] = [];
  const rounds = plan.flatMap((scenario) => Array<Scenario>(repeat).fill(scenario));
  const ended = (parts: { why?: string; failure?: unknown } = {}): Series => {
    const { why = 'the series ended before it', ...failure } = parts;
    return { records, notReached: notReached(plan, records, why), ...failure };
  };
  for (const [index, scenario] of rounds.entries()) {
    if (rounds.length > 1) deps.say(`\n[${index + 1}/${rounds.length}] ${scenario.name}`);
    try {
      const ails = index === 0 ? undefined : await deps.ails();
      if (ails !== undefined) {
        deps.complain(`the shop is not well after ${rounds[index - 1]?.name}: ${ails}; the series ends here`);
        return ended({ why: `the shop was not well: ${ails}` });
      }
      const record = await deps.run(scenario);
      records.push(record);
      deps.onRecord(record);
      if (record.end.how === 'interrupted') return ended();
      if (record.faults.some((fault) => fault.failure !== undefined)) {
        deps.complain(`${scenario.name} left the shop broken: no further scenario is run`);
        return ended();
      }
    } catch (failure) {
      return ended({ failure });
    }
  }
  return ended();
}

function notReached(plan: readonly Scenario[], records: readonly RunRecord[], why: string): Skipped[] {
  const reached = new Set(records.map((record) => record.scenario?.name));
  const left = plan.filter(({ name }) => !reached.has(name));
  return left.map(({ name }) => ({ scenario: name, why: `not run: ${why}` }));
}
