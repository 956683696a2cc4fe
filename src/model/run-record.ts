import type { Attempt, LoadPlan, LoadTotals } from './attempt.ts';
import type { Deed, Delivery } from './deed.ts';
import type { Evidence, QueueState, StockCount } from './evidence.ts';
import type { Fault } from './fault.ts';
import type { Sample } from './sample.ts';
import type { JudgedPromise, LeftOut, Verdict } from './verdict.ts';

/**
 * One run as one flat value, folded from its journal. Promises judge it, renderers print it, and neither looks
 * anywhere else. All `…Ms` are milliseconds on the run's monotonic clock, 0 = the journal was opened.
 */
export interface RunRecord {
  readonly runId: string;
  /** `check broker-outage`, `load 40`, `chaos broker-stop` … as typed, secrets redacted. */
  readonly command: string;
  /** Absent where the run had no scenario (load, chaos). */
  readonly scenario?: ScenarioSummary;
  readonly shopctlVersion: string;
  /** RFC 3339, UTC; the wall clock at 0 ms. */
  readonly openedAt: string;
  readonly attempts: readonly Attempt[];
  readonly loads: readonly LoadWindow[];
  readonly samples: readonly Sample[];
  readonly faults: readonly FaultWindow[];
  readonly settles: readonly Settle[];
  readonly stockBefore?: readonly StockCount[] | null;
  /** What lay in the queues before: dead letters of earlier runs never count. */
  readonly queuesBefore?: readonly QueueState[] | null;
  readonly evidence?: Evidence;
  readonly deeds: readonly DoneDeed[];
  /** Events seen on the wire by a tap, in the order in which they came. */
  readonly deliveries: readonly SeenDelivery[];
  /** Things the timeline's event column says beside faults and loads. */
  readonly remarks: readonly Remark[];
  /** As judged when the run ended; empty where it did not get that far. */
  readonly judged: readonly JudgedPromise[];
  /** Promises that this shop shows nothing for. */
  readonly leftOut?: readonly LeftOut[];
  readonly end: RunEnd;
}

export interface ScenarioSummary {
  readonly name: string;
  readonly obligation: string;
}

/** `lost`: the journal stops without an end, because shopctl was killed. */
export interface RunEnd {
  readonly how: 'finished' | 'interrupted' | 'failed' | 'lost';
  readonly atMs: number;
  readonly verdict: Verdict;
  /** The signal's name or the error's message. */
  readonly why?: string;
}

export interface LoadWindow {
  /** `load 1`, `load 2` …, `probe`. */
  readonly name: string;
  readonly plan: LoadPlan;
  readonly startedMs: number;
  /** Absent while it runs, and where the run was cut short. */
  readonly endedMs?: number;
  readonly totals?: LoadTotals;
}

/** A fault from the intent to the observed healing. Absent times did not happen (yet). */
export interface FaultWindow {
  readonly id: string;
  readonly fault: Fault;
  /** Full identity of what is acted on, e.g. `process broker pid 4711 since 88123`. */
  readonly identity: string;
  /** State found before, needed to restore it. The runtime's own words; opaque here. */
  readonly prior: unknown;
  readonly intendedMs: number;
  readonly injectedMs?: number;
  /** Seen to have taken effect, by looking at the target; the time is the runtime's own record's, where it keeps one. */
  readonly observedMs?: number;
  readonly healingMs?: number;
  /** Seen to be well again. */
  readonly healedMs?: number;
  /** Seen well before anybody healed it: a restart policy, an operator. */
  readonly endedEarlyMs?: number;
  /** Nothing was left to heal: the stack was stopped while it was applied. */
  readonly droppedMs?: number;
  readonly failure?: string;
}

/** A wait until everything of the run had arrived. */
export interface Settle {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly withinMs: number;
  /** `moving`: the limit came while counts still changed; `still`: nothing moved any more; `blind`: no probe answered. */
  readonly outcome: 'drained' | 'moving' | 'still' | 'blind';
}

export interface DoneDeed {
  readonly atMs: number;
  readonly deed: Deed;
}

export interface SeenDelivery extends Delivery {
  readonly atMs: number;
}

export interface Remark {
  readonly atMs: number;
  readonly text: string;
}
