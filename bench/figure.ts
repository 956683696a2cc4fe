/** One measured number, beside what the same machine can do at most and what was promised. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `orders/s`, `ms`, `MB`, … */
  readonly unit: string;
  /** The machine's own limit, or the peer, measured in the same run. */
  readonly beside?: Beside;
  readonly target?: Target;
}

export interface Beside {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** What the project promises, and what an earlier implementation reached. At most one of the two limits is there. */
export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** What the prototype of the same saga reached on 2 cores. */
  readonly prototype?: number;
}

/** @returns undefined where nothing was promised */
export function isMet({ value, target }: Figure): boolean | undefined {
  if (target?.atLeast !== undefined) return value >= target.atLeast;
  if (target?.atMost !== undefined) return value <= target.atMost;
  return undefined;
}

/** Some figures that are measured together, and how it went. */
export interface Section {
  /** As typed: `--only relay`. */
  readonly name: string;
  /** What the figures are about, in a sentence. */
  readonly about: string;
  readonly figures: readonly Figure[];
  /** Share of all cores that others kept busy right before, 0 to 1: what to distrust the figures by. */
  readonly busyBefore: number;
  readonly tookMs: number;
  /** Why there are no figures. */
  readonly failure?: string;
}
