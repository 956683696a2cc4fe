import type { Attempt, LoadPlan, LoadTotals } from '../model/attempt.ts';
import type { CancelledOrder, Delivery, PlantedPoison, ReadCatalogue, SteppedRelay } from '../model/deed.ts';
import type { Evidence, PartSeen, QueueState, StockCount } from '../model/evidence.ts';
import type { Fault } from '../model/fault.ts';
import type { JournalFact } from '../model/journal-event.ts';
import type { Sample } from '../model/sample.ts';
import type { PoisonStep } from '../model/scenario.ts';
import type { TargetName } from '../model/target.ts';

/*
 * What the engine needs from the outside, in the engine's words. Adapters in chaos/, load/ and probes/ fit these;
 * src/wiring/ puts them together; tests write their own.
 */

/** Sends orders. */
export interface OrderLoad {
  /**
   * Sends the orders of `plan`, calls `onAttempt` once for each as it ends, and resolves when the last one has ended.
   * An aborted signal stops new orders, waits briefly for those in flight (they end `unknown` otherwise) and resolves.
   */
  run(request: LoadRequest): Promise<LoadTotals>;
}

export interface LoadRequest {
  readonly name: string;
  readonly plan: LoadPlan;
  /** Number of the run's first attempt of this load; keys are `<runId>-<n>`. */
  readonly firstN: number;
  readonly runId: string;
  /** The run's monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly signal: AbortSignal;
}

/** Which rows are this run's: `runId` by its orders' keys, `baseline` by what was there before. */
export interface RunScope {
  /** Undefined counts everybody's rows since the baseline (`shopctl watch`). */
  readonly runId: string | undefined;
  readonly baseline: Baseline;
  /** Ids of the orders that the shop has told by now, for shops that keep nothing of the run itself. */
  readonly orderIds?: () => readonly string[];
}

/** Where each table stood when the run began. Opaque to the engine. */
export interface Baseline {
  readonly marks: Readonly<Record<string, string>>;
  readonly stock?: readonly StockCount[] | null;
  readonly queues?: readonly QueueState[] | null;
}

/** Only counts and reads; never locks, never decides. */
export interface ShopProbes {
  /** @throws ShopctlError when a probe does not answer within the limit: a run without a baseline proves nothing. */
  baseline(withinMs: number): Promise<Baseline>;
  /** A part that does not answer within the limit is `null`; never rejects. */
  sample(scope: RunScope, withinMs: number): Promise<Omit<Sample, 'atMs'>>;
  /** How many of the run's orders have arrived; `null` when a probe did not answer. */
  progress(scope: RunScope, withinMs: number): Promise<RunProgress | null>;
  /** Everything the shop holds about the run's orders. A part that does not answer is `null`; never rejects. */
  evidence(scope: RunScope, withinMs: number): Promise<Evidence>;
}

/** What `settled` waits for, by this run's rows alone. */
export interface RunProgress {
  readonly unsent: number;
  /** Distinct orders shipped. */
  readonly shippedOrders: number;
  /** Orders whose saga is not at an end. */
  readonly openSagas: number;
  /** Orders that are confirmed now. */
  readonly confirmedOrders: number;
  /** Orders whose confirmation left an event: they ship even when they were cancelled since. Absent: nobody can tell. */
  readonly confirmedEvents?: number;
  /** Rows may stay unsent for ever though their orders have arrived: nobody knows what this shop's outbox promises. */
  readonly unsentMayStay?: boolean;
}

/** How targets are reached: local processes, containers, … One adapter for each. */
export interface Runtime {
  readonly name: string;
  /** What it can do here, for `chaos list` and for refusing at preflight. */
  abilities(): Promise<readonly Ability[]>;
  /**
   * Finds the one thing the fault acts on and its state before.
   * @throws ShopctlError (exit 3) when there is no match, more than one, or the state does not fit
   */
  resolve(fault: Fault): Promise<FaultHandle>;
  /** The same handle again from what the journal holds, for healing after a crash. */
  reopen(fault: Fault, identity: string, prior: unknown): Promise<FaultHandle>;
  /** Makes every part of a target run again, whoever stopped or froze it. Idempotent. */
  restore(target: TargetName): Promise<void>;
  /** Every part of the shop the runtime knows, as it is now. */
  parts(): Promise<readonly PartSeen[]>;
}

export interface Ability {
  readonly target: TargetName;
  readonly faults: readonly Fault['kind'][];
}

/** One fault on one resolved target. The engine owns time limits, order and the journal; this only acts and looks. */
export interface FaultHandle {
  readonly fault: Fault;
  /** Full identity, e.g. `process broker pid 4711 since 88123`. Never a name that could match two things. */
  readonly identity: string;
  /** What is needed to restore the state found, as plain JSON. */
  readonly prior: unknown;
  inject(): Promise<void>;
  /** One look, at the target itself: has the fault taken effect? */
  tookEffect(): Promise<boolean>;
  /** Restores the state found before. Idempotent; also after a half-done `inject`. */
  heal(): Promise<void>;
  /** One look, as a client of the target: is it well again? */
  isWell(): Promise<boolean>;
  /** By the runtime's own record, which sees what happens between two looks. Absent where there is none. */
  readonly when?: () => Promise<FaultTimes>;
}

/** Milliseconds since the epoch by this machine's clock. */
export interface FaultTimes {
  readonly beganAt?: number;
  /** The target came back, be it for a moment, before anybody healed it. */
  readonly endedAt?: number;
}

/** What a scenario does to the shop beside sending orders. A shop that cannot do one of them has no such function. */
export interface ShopActions {
  /** Asks the shop to cancel an order. Never rejects: what came of it is in the deed. */
  readonly cancel?: (orderId: string) => Promise<CancelledOrder>;
  /** Reads the public catalogue. Never rejects. */
  readonly browse?: () => Promise<ReadCatalogue>;
  /** Runs one batch of the held relay. @throws ShopctlError when there is no door to do it through */
  readonly stepRelay?: (limit: number) => Promise<SteppedRelay>;
  /** Plants what can never be processed. The key marks it as this run's. */
  readonly poison?: (what: PoisonStep['what'], key: string) => Promise<PlantedPoison>;
  /**
   * Writes down every shipped event on the wire until it is closed, from a queue of its own that nobody else reads.
   */
  readonly tap?: (onDelivery: (delivery: Delivery) => void) => Promise<{ close(): Promise<void> }>;
}

/** Where the run's facts go; every table, file and verdict is derived from them. */
export interface Journal {
  readonly runId: string;
  /** Milliseconds since the journal was opened; the run's monotonic clock. */
  elapsedMs(): number;
  /** Appends; on disk soon. For attempts and samples. */
  record(fact: JournalFact): void;
  /** Appends and resolves when it is on disk (fsync). For everything about faults. */
  commit(fact: JournalFact): Promise<void>;
}

/** Talk while it works; never the report. */
export interface Progress {
  say(text: string): void;
}
