import { boundedRetries } from '../src/invariants/bounded-retries.ts';
import { eventsInOrder } from '../src/invariants/events-in-order.ts';
import { failsFast } from '../src/invariants/fails-fast.ts';
import { acceptedDuringOutage } from '../src/invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../src/invariants/recovers-within.ts';
import { wholeShop } from '../src/invariants/whole-shop.ts';
import type { Invariant } from '../src/model/verdict.ts';

/** What the judging program says of one run. */
export interface Judged {
  readonly ms: number;
  /** Peak resident set of the process. */
  readonly peakBytes: number;
}

/** Every promise there is, whether or not one scenario makes them all. */
export const everyPromise: readonly Invariant[] = [
  ...wholeShop,
  acceptedDuringOutage({ share: 1, p95WithinMs: 1_000 }),
  recoversWithin(10_000),
  failsFast(250),
  boundedRetries(1),
  eventsInOrder,
];
