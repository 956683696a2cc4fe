/*
 * What `shopctl doctor` looked at, and what came of it. Its JSON is this, so fields are added and never renamed.
 */

/** In the order of the report. */
export const areas = ['versions', 'state', 'ports', 'runtimes', 'shop', 'clocks'] as const;

export type Area = (typeof areas)[number];

/**
 * `problem`: the shop cannot be checked until something is done about it. `warning`: it can, and something may surprise.
 * `skipped`: it was not looked at, or is missing and this shop does not need it.
 */
export type Health = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Observation {
  readonly area: Area;
  /** What was looked at, e.g. `postgres`, `port 5672` or `probe outbox`. One line of the report. */
  readonly name: string;
  readonly health: Health;
  /** What was seen, with its figures. */
  readonly says: string;
  /** What to do about it; always there for a problem. */
  readonly advice?: string;
  /** The figures apart, for programs; their units are in their names. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

export interface Checkup {
  /** Raised when a field changes its meaning. */
  readonly version: 1;
  readonly shopctl: string;
  /** Absolute path of the shop's config; null: the reference shop. */
  readonly config: string | null;
  /** Nothing speaks against `shopctl check`. */
  readonly checkable: boolean;
  readonly observations: readonly Observation[];
}

export function isCheckable(observations: readonly Observation[]): boolean {
  return observations.every(({ health }) => health !== 'problem');
}
