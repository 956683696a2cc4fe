/**
 * The vocabulary for scenarios of your own, as `import { defineScenario, … } from 'shopctl/scenario'`. A file that
 * exports one is run with `shopctl check ./mine.mjs`.
 */
export { boundedRetries } from './invariants/bounded-retries.ts';
export { eventsInOrder } from './invariants/events-in-order.ts';
export { everySagaEnds } from './invariants/every-saga-ends.ts';
export { failsFast } from './invariants/fails-fast.ts';
export { inboxMatchesOutbox } from './invariants/inbox-matches-outbox.ts';
export { moneyConserved } from './invariants/money-conserved.ts';
export { noDoubleShipments } from './invariants/no-double-shipments.ts';
export { noGhostShipments } from './invariants/no-ghost-shipments.ts';
export { noLostOrders } from './invariants/no-lost-orders.ts';
export { acceptedDuringOutage } from './invariants/orders-accepted-during-outage.ts';
export { outboxDrained } from './invariants/outbox-drained.ts';
export { recoversWithin } from './invariants/recovers-within.ts';
export { stockConserved } from './invariants/stock-conserved.ts';
export {
  brokerWiped,
  configured,
  crashing,
  type Fault,
  killed,
  paused,
  paymentsFailing,
  paymentsSlowed,
  relayHeld,
  republishing,
  scaled,
  stopped,
} from './model/fault.ts';
export type { RunRecord } from './model/run-record.ts';
export {
  browsing,
  cancelling,
  defineScenario,
  during,
  hold,
  orders,
  ordersAt,
  poison,
  repeated,
  type Scenario,
  type Step,
  seconds,
  settled,
  stepRelay,
  tapped,
  underLoad,
} from './model/scenario.ts';
export type { Finding, Invariant, Judgement } from './model/verdict.ts';
