import type { Scenario } from '../model/scenario.ts';
import type { FindingKind, Invariant } from '../model/verdict.ts';

/** A known way to get a shop wrong, as data: what it is, and how a run must expose it. */
export interface KnownDefect {
  /** As in `SHOP_DEFECT` of the reference shop, and as typed: `shopctl prove no-inbox`. */
  readonly name: string;
  /** What such a shop does wrong, and why that harms, in one sentence. */
  readonly mechanism: string;
  /** How a run exposes it, in one sentence. */
  readonly exposure: string;
  /** Public reports it stands for: project and number only, `MassTransit #4562`. */
  readonly reports: readonly string[];
  /** Each is run; the defect is caught when every one of them exposes it. */
  readonly exposedBy: readonly Exposure[];
  /** Scenarios that such a shop survives, run as well: they tell this defect from its neighbours. */
  readonly survives?: readonly Scenario[];
  /** Further settings of the shop, beside `SHOP_DEFECT`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Services in several instances: `{ orders: 2 }`. */
  readonly scale?: Readonly<Record<string, number>>;
}

/** One scenario that must break, and for the right reason: this promise, with at least one finding of this kind. */
export interface Exposure {
  readonly scenario: Scenario;
  readonly promise: Invariant;
  readonly finding: FindingKind;
  /**
   * The switch or crash point of the shop without which the moment cannot be hit; absent when faults from outside alone
   * expose it.
   */
  readonly needs?: string;
}
