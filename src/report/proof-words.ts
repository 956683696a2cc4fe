import { percentile } from '../model/latency-summary.ts';
import {
  checkVerdict,
  defectVerdict,
  type Proof,
  type ProvedCheck,
  type ProvedDefect,
  type Soak,
  soakVerdict,
  type TrialRun,
} from '../model/proof.ts';

/** What the finding's column says: `3 stuck`, `held`, `missed`, `not run`. */
export function findingText(check: ProvedCheck): string {
  const { expected, runs, rounds } = check;
  const verdict = checkVerdict(check);
  if (verdict === 'broken') return expected === undefined ? 'broken' : 'missed';
  if (verdict === 'unknown') return runs.length < rounds ? 'not run' : 'no verdict';
  if (expected === undefined) return 'held';
  const counts = runs.map(({ outcome }) => (outcome.how === 'as expected' ? outcome.findings : 0));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `${least === most ? least : `${least} to ${most}`} ${expected.finding}`;
}

/** Median time from the opening of the run to its verdict, in seconds; empty before the first. */
export function timeText({ runs }: ProvedCheck): string {
  const times = runs.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return times.length === 0 ? '' : `${(percentile(times, 0.5) / 1000).toFixed(1)} s`;
}

/** `10 of 10` rounds went as expected. */
export function roundsText({ runs, rounds }: ProvedCheck): string {
  return `${runs.filter(wentAsExpected).length} of ${rounds}`;
}

/** What it took beside faults from outside. */
export function neededText({ expected }: ProvedCheck): string {
  return expected === undefined ? '' : (expected.needs ?? 'faults alone');
}

/** Scenario, and how the shop was set up for it where that is unusual. */
export function scenarioText({ scenario, shop }: ProvedCheck): string {
  return shop === undefined ? scenario : `${scenario} (${shop})`;
}

export function wentAsExpected({ outcome }: TrialRun): boolean {
  return outcome.how === 'as expected';
}

/** Whether faults from outside alone cannot expose a defect. */
export function needsHelp({ checks }: ProvedDefect): boolean {
  return checks.every(({ expected }) => expected === undefined || expected.needs !== undefined);
}

/** The sentences that sum a proof up: defects, control, soak. */
export function summaryLines({ defects, control, soak }: Proof): string[] {
  return [
    ...(defects.length === 0 ? [] : [defectsLine(defects)]),
    ...(control.length === 0 ? [] : [controlLine(control)]),
    ...(soak === undefined ? [] : [soakLine(soak)]),
  ];
}

function defectsLine(defects: readonly ProvedDefect[]): string {
  const caught = defects.filter((defect) => defectVerdict(defect) === 'held');
  const helped = caught.filter(needsHelp).length;
  const how =
    caught.length === 0
      ? ''
      : `: ${caught.length - helped} by faults from outside alone, ${helped} with a switch or crash point of the shop`;
  return `${caught.length} of ${defects.length} ${plural(defects.length, 'defect')} caught${how}`;
}

function controlLine(control: readonly ProvedCheck[]): string {
  const held = control.filter((check) => checkVerdict(check) === 'held').length;
  return `the clean shop held ${held} of ${control.length} ${plural(control.length, 'scenario')}`;
}

/** `100 runs of the clean shop in a row held`. */
export function soakLine(soak: Soak): string {
  const { rounds, held, ended } = soak;
  const line = `${held} ${plural(held, 'run')} of the clean shop in a row held`;
  if (soakVerdict(soak) === 'held') return line;
  const then = ended === undefined ? '' : `, then ${ended.scenario}: ${seenText(ended.run)}`;
  return `${line}, of ${rounds} that were to${then}`;
}

/** What went otherwise, a line a run: `no-inbox in relay-crash: broken, but by …`. */
export function otherwiseOf({
  defects,
  control,
}: Proof): { readonly text: string; readonly runId?: string }[] {
  const of = (subject: string, checks: readonly ProvedCheck[]) =>
    checks.flatMap((check) =>
      check.runs
        .filter((run) => !wentAsExpected(run))
        .map((run) => ({
          text: `${subject} in ${scenarioText(check)}: ${seenText(run)}`,
          ...(run.runId === undefined ? {} : { runId: run.runId }),
        })),
    );
  return [...defects.flatMap(({ name, checks }) => of(name, checks)), ...of('the clean shop', control)];
}

function seenText({ outcome }: TrialRun): string {
  return outcome.how === 'as expected' ? 'as expected' : outcome.seen;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
