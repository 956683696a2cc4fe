import { boundedRetries } from '../src/invariants/bounded-retries.ts';
import { eventsInOrder } from '../src/invariants/events-in-order.ts';
import { everySagaEnds } from '../src/invariants/every-saga-ends.ts';
import { failsFast } from '../src/invariants/fails-fast.ts';
import { inboxMatchesOutbox } from '../src/invariants/inbox-matches-outbox.ts';
import { moneyConserved } from '../src/invariants/money-conserved.ts';
import { noDoubleShipments } from '../src/invariants/no-double-shipments.ts';
import { noGhostShipments } from '../src/invariants/no-ghost-shipments.ts';
import { noLostOrders } from '../src/invariants/no-lost-orders.ts';
import { acceptedDuringOutage } from '../src/invariants/orders-accepted-during-outage.ts';
import { outboxDrained } from '../src/invariants/outbox-drained.ts';
import { recoversWithin } from '../src/invariants/recovers-within.ts';
import { stockConserved } from '../src/invariants/stock-conserved.ts';
import type { Invariant } from '../src/model/verdict.ts';

/** What the judging program says of one run. */
export interface Judged {
  readonly ms: number;
  /** Peak resident set of the process. */
  readonly peakBytes: number;
}

/** Every promise there is, whether or not one scenario makes them all. */
export const everyPromise: readonly Invariant[] = [
  noLostOrders,
  noDoubleShipments,
  noGhostShipments,
  outboxDrained,
  inboxMatchesOutbox,
  everySagaEnds,
  moneyConserved,
  stockConserved,
  acceptedDuringOutage({ share: 1, p95WithinMs: 1_000 }),
  recoversWithin(10_000),
  failsFast(250),
  boundedRetries(1),
  eventsInOrder,
];
