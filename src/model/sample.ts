/**
 * One look at the shop. `null` is "did not answer in time" and is shown as `?`, never as 0; an absent field is a part
 * this shop does not have. Counts start at the run's baseline, so earlier rows never show.
 */
export interface Sample {
  /** Milliseconds on the run's monotonic clock, when the look began. */
  readonly atMs: number;
  readonly outbox?: OutboxCount | null;
  readonly shipping?: ShippingCount | null;
  readonly queue?: QueueCount | null;
  /** Orders by status, e.g. `{ Confirmed: 45 }`. */
  readonly orders?: Readonly<Record<string, number>> | null;
}

export interface OutboxCount {
  /** Absent where rows do not say whether they were sent. */
  readonly unsent?: number;
  readonly all: number;
}

/** Absent is what this shop does not keep. */
export interface ShippingCount {
  readonly shipments?: number;
  readonly inbox?: number;
}

export interface QueueCount {
  readonly ready: number;
  /** Unknown (`null`) where the broker has no management API. */
  readonly unacked: number | null;
  readonly consumers: number;
}
