import type { FindingKind, Verdict } from './verdict.ts';
import { worstOf } from './verdict.ts';

/**
 * What became of one expectation of a run: as expected, with so many findings of the named kind (none where the shop was
 * to hold); judged, but otherwise; or without a verdict that counts. `seen` says in words what was seen instead.
 */
export type TrialOutcome =
  | { readonly how: 'as expected'; readonly findings: number }
  | { readonly how: 'otherwise'; readonly seen: string }
  | { readonly how: 'no verdict'; readonly seen: string };

/** One run of a proof, as far as one expectation goes. */
export interface TrialRun {
  /** Of how many times the same is tried, 1 or more. */
  readonly round: number;
  /** RFC 3339, UTC: when it ended. */
  readonly at: string;
  /** Absent when its shop did not start. */
  readonly runId?: string;
  /** From the opening of the run to its verdict. */
  readonly tookMs: number;
  readonly outcome: TrialOutcome;
}

/** Why a run is to break: this promise, with at least one finding of this kind. */
export interface ExpectedFinding {
  readonly promise: string;
  readonly finding: FindingKind;
  /** The switch or crash point of the shop without which the moment cannot be hit. */
  readonly needs?: string;
}

/** One scenario with what was expected of it, and its runs so far. */
export interface ProvedCheck {
  readonly scenario: string;
  /** Absent where every promise is to be held. */
  readonly expected?: ExpectedFinding;
  /** Settings and instances of the shop beside the defect, in words; absent with the usual ones. */
  readonly shop?: string;
  /** How many runs there are to be. */
  readonly rounds: number;
  readonly runs: readonly TrialRun[];
}

export interface ProvedDefect {
  readonly name: string;
  readonly mechanism: string;
  readonly exposure: string;
  readonly reports: readonly string[];
  readonly checks: readonly ProvedCheck[];
}

/** The clean shop over all scenarios in turn. */
export interface Soak {
  /** Runs that were to hold, one after the other. */
  readonly rounds: number;
  /** Runs that did hold, until the first that did not. */
  readonly held: number;
  /** That first one, when there is one. */
  readonly ended?: { readonly scenario: string; readonly run: TrialRun };
  /** Of the first and the last run; absent when there is none. */
  readonly from?: string;
  readonly to?: string;
}

/** What the figures of a run depend on, beside the code. */
export interface MachineFacts {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: string;
  readonly node: string;
  readonly postgres: string;
  readonly rabbitmq: string;
}

/** Runs that were made in one go. */
export interface WorkDone {
  readonly at: string;
  readonly runs: number;
  /** Shops side by side. */
  readonly jobs: number;
  readonly tookMs: number;
}

/** What is known of how shopctl tells wrong shops from a right one. */
export interface Proof {
  readonly shopctlVersion: string;
  /** Names the code that was run: results of other code are none of this proof. */
  readonly code: string;
  /** Absent until a shop has started. */
  readonly machine?: MachineFacts;
  /** How long it took, from the first to the last time that runs were made. */
  readonly work: readonly WorkDone[];
  readonly defects: readonly ProvedDefect[];
  readonly control: readonly ProvedCheck[];
  readonly soak?: Soak;
}

/** Whether all runs there are to be went as expected: held; otherwise at least once: broken; else unknown. */
export function checkVerdict({ rounds, runs }: ProvedCheck): Verdict {
  if (runs.some(({ outcome }) => outcome.how === 'otherwise')) return 'broken';
  const expected = runs.filter(({ outcome }) => outcome.how === 'as expected');
  return expected.length >= rounds ? 'held' : 'unknown';
}

/** A defect is caught when every one of its checks went as expected in every round. */
export function defectVerdict({ checks }: ProvedDefect): Verdict {
  return worstOf(checks.map(checkVerdict));
}

export function soakVerdict({ rounds, held, ended }: Soak): Verdict {
  if (held >= rounds) return 'held';
  return ended?.run.outcome.how === 'otherwise' ? 'broken' : 'unknown';
}

/** Held only when every defect was caught, the clean shop held everything, and the soak was as long as asked for. */
export function proofVerdict({ defects, control, soak }: Proof): Verdict {
  const soaked = soak === undefined ? [] : [soakVerdict(soak)];
  return worstOf([...defects.map(defectVerdict), ...control.map(checkVerdict), ...soaked]);
}
