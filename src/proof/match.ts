import type { ExpectedFinding, TrialOutcome } from '../model/proof.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { JudgedPromise } from '../model/verdict.ts';

/** What of a run tells whether it went as expected. */
export type MatchedRun = Pick<RunRecord, 'judged' | 'end' | 'faults'>;

/**
 * Whether a run exposes a defect for the right reason: the named promise is broken, with a finding of the named kind. A
 * run that broke otherwise shows that something is wrong, not that shopctl knows what.
 */
export function matchExposure({ promise, finding }: ExpectedFinding, run: MatchedRun): TrialOutcome {
  const trouble = troubleOf(run);
  if (trouble !== undefined) return { how: 'no verdict', seen: trouble };
  const judged = run.judged.find((one) => one.promise === promise);
  if (judged === undefined) return { how: 'no verdict', seen: `${promise} is no promise of this scenario` };
  if (judged.verdict === 'unknown') return { how: 'no verdict', seen: unknownText(judged) };
  if (judged.verdict === 'held') return { how: 'otherwise', seen: heldText(promise, run) };
  const findings = judged.findings.filter(({ kind }) => kind === finding).length;
  if (findings > 0) return { how: 'as expected', findings };
  return { how: 'otherwise', seen: `${promise} is broken, but with ${kindsText(judged)}, not ${finding}` };
}

/** Whether the shop held everything: the clean one always, a wrong one where its defect does not show. */
export function matchHeld(run: MatchedRun): TrialOutcome {
  const trouble = troubleOf(run);
  if (trouble !== undefined) return { how: 'no verdict', seen: trouble };
  if (run.end.verdict === 'held') return { how: 'as expected', findings: 0 };
  const broken = run.judged.filter(({ verdict }) => verdict === 'broken');
  if (broken.length > 0) return { how: 'otherwise', seen: `broken by ${broken.map(brokenText).join('; ')}` };
  const unknown = run.judged.filter(({ verdict }) => verdict === 'unknown').map(unknownText);
  const unseen = run.faults.some(({ observedMs }) => observedMs === undefined);
  const why = [...unknown, ...(unseen ? ['a fault was never observed to take effect'] : [])];
  return { how: 'no verdict', seen: why.join('; ') || (run.end.why ?? 'no promise was judged') };
}

/** A run that was cut short, or whose shop was left broken, says nothing about the shop. */
function troubleOf({ end, faults }: MatchedRun): string | undefined {
  const failed = faults.find(({ failure }) => failure !== undefined)?.failure;
  if (failed !== undefined) return `a fault failed: ${failed}`;
  return end.how === 'finished'
    ? undefined
    : `the run ${end.how === 'failed' ? 'failed' : 'was cut short'}${end.why === undefined ? '' : `: ${end.why}`}`;
}

function heldText(promise: string, { judged }: MatchedRun): string {
  const broken = judged.filter(({ verdict }) => verdict === 'broken');
  if (broken.length > 0) return `broken, but by ${broken.map(brokenText).join('; ')}`;
  return `not noticed: ${promise} was held`;
}

function brokenText(judged: JudgedPromise): string {
  return `${judged.promise}: ${kindsText(judged)}`;
}

/** `3 stuck, 1 lost`; the reason where there is no finding. */
function kindsText({ findings, reason }: JudgedPromise): string {
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ') || (reason ?? 'no finding');
}

function unknownText({ promise, reason, lookedAt }: JudgedPromise): string {
  return `${promise} is unknown: ${reason ?? lookedAt}`;
}
