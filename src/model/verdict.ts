import type { RunRecord } from './run-record.ts';

/** Broken beats unknown beats held. */
export type Verdict = 'held' | 'broken' | 'unknown';

/** What went wrong with one order. The words are the glossary's: see docs/findings.md. */
export type FindingKind =
  | 'lost'
  | 'stuck'
  | 'given up'
  | 'late'
  | 'duplicated'
  | 'ghost'
  | 'unexpected'
  | 'recovered'
  | 'overcharged'
  | 'kept money'
  | 'leaked stock'
  | 'reordered'
  | 'hangs'
  | 'storm';

export interface Finding {
  readonly kind: FindingKind;
  readonly orderId: string;
  /** Where it is, and what was seen of it, in words. */
  readonly detail: string;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** What was looked at, with numbers: `45 accepted orders against 45 shipments`. */
  readonly lookedAt: string;
  /** Why, where it is not plain from the findings. */
  readonly reason?: string;
  /** All offending orders; renderers name the first ten. */
  readonly findings: readonly Finding[];
  /** What was looked at, side by side, where that is the point of the promise. */
  readonly comparison?: Comparison;
  /** This shop does not have what the promise is about: it is neither kept nor broken, and counts for nothing. */
  readonly leftOut?: true;
}

/** A table of short texts; every row is as long as the head. */
export interface Comparison {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A promise: one pure function over the run record. */
export interface Invariant {
  readonly name: string;
  /** The promise in words, for `explain` and the reports. */
  readonly obligation: string;
  readonly judge: (record: RunRecord) => Judgement;
}

/** A judgement with the promise it is of, as it is journalled and reported. */
export interface JudgedPromise extends Judgement {
  readonly promise: string;
}

/** A promise that could not be asked of this shop, and why. */
export interface LeftOut {
  readonly promise: string;
  readonly reason: string;
}

/** Parts what was judged from what this shop has no evidence for. */
export function partLeftOut(all: readonly JudgedPromise[]): {
  readonly promises: readonly JudgedPromise[];
  readonly leftOut: readonly LeftOut[];
} {
  return {
    promises: all.filter((judged) => judged.leftOut !== true),
    leftOut: all.flatMap(({ leftOut, promise, reason = '' }) => (leftOut ? [{ promise, reason }] : [])),
  };
}

export function worstOf(verdicts: Iterable<Verdict>): Verdict {
  let worst: Verdict | undefined;
  for (const verdict of verdicts) {
    if (verdict === 'broken') return 'broken';
    if (worst !== 'unknown') worst = verdict;
  }
  // No promise judged at all is no evidence.
  return worst ?? 'unknown';
}

/**
 * A promise that throws saw nothing it understood: unknown, never held.
 */
export function judgeAll(promises: readonly Invariant[], record: RunRecord): JudgedPromise[] {
  return promises.map((promise) => ({ promise: promise.name, ...judgeSafely(promise, record) }));
}

function judgeSafely(promise: Invariant, record: RunRecord): Judgement {
  try {
    return promise.judge(record);
  } catch (error) {
    const reason = `the check itself failed: ${error instanceof Error ? error.message : String(error)}`;
    return { verdict: 'unknown', lookedAt: 'nothing', reason, findings: [] };
  }
}
