/**
 * How an attempt ended for its client. Three-valued on purpose: a timeout, a reset after sending or a 5xx may hide an
 * order, so `unknown` is looked up in the shop before anything is called lost or duplicated.
 */
export type AttemptOutcome = 'accepted' | 'refused' | 'unknown';

/** One order sent. All times are milliseconds on the run's monotonic clock. */
export interface Attempt {
  /** 1, 2, 3 … over the whole run. */
  readonly n: number;
  /** Which load of the scenario it belongs to. */
  readonly load: string;
  /** Idempotency key and customer of the order: `<run id>-<n>`. */
  readonly key: string;
  /** When it was due. In a closed model that is when it started. */
  readonly scheduledMs: number;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: AttemptOutcome;
  /** The shop's word for it (`Confirmed`, `Compensating`, `Cancelled`), or `HTTP 503`, `no answer`, `not sent`. */
  readonly result: string;
  /** The stable reason: `BrokenCircuit`, `OutOfStock`, `ECONNREFUSED`, `timeout after 10000 ms` … */
  readonly reason?: string;
  readonly httpStatus?: number;
  readonly orderId?: string;
}

/** Latency as its user saw it: from when it was due, so that a stalled shop cannot hide the wait (coordinated omission). */
export function latencyMs(attempt: Attempt): number {
  return attempt.endedMs - attempt.scheduledMs;
}

/** What its client was told: `Compensating (BrokenCircuit)`. */
export function answerInWords({ result, reason }: Pick<Attempt, 'result' | 'reason'>): string {
  return reason === undefined ? result : `${result} (${reason})`;
}

/** What is to be sent: how many or how long, and how fast. */
export type LoadPlan = ClosedLoad | OpenLoad;

/** A fixed number of orders by a fixed number of clients, each waiting for its answer. */
export interface ClosedLoad {
  readonly model: 'closed';
  readonly orders: number;
  readonly concurrency: number;
  /** Wait of each client between its answer and its next order. */
  readonly pauseMs: number;
}

/** A single order, to see whether the shop confirms it. */
export const oneOrder: ClosedLoad = { model: 'closed', orders: 1, concurrency: 1, pauseMs: 0 };

/** Orders arrive when they are due, whether or not earlier ones were answered. */
export interface OpenLoad {
  readonly model: 'open';
  readonly stages: readonly RateStage[];
  /** More than this many unanswered orders: further ones are dropped and counted, never back-filled. */
  readonly inFlightMax: number;
}

/** The rate goes in a straight line from the previous stage's rate (or `fromPerSecond`) to `toPerSecond`. */
export interface RateStage {
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
  readonly durationMs: number;
}

/** The most orders a plan sends. */
export function expectedOrders(plan: LoadPlan): number {
  if (plan.model === 'closed') return plan.orders;
  return plan.stages.reduce((sum, { fromPerSecond, toPerSecond, durationMs }) => {
    return sum + Math.ceil((((fromPerSecond + toPerSecond) / 2) * durationMs) / 1000) + 1;
  }, 0);
}

/** scheduled = started + dropped; started = accepted + refused + unknown. */
export interface LoadTotals {
  readonly scheduled: number;
  readonly started: number;
  readonly dropped: number;
  readonly accepted: number;
  readonly refused: number;
  readonly unknown: number;
  readonly wallMs: number;
}
