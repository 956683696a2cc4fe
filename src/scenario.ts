/**
 * The vocabulary for scenarios of your own, as `import { defineScenario, … } from 'shopctl/scenario'`. A file that
 * exports one is run with `shopctl check ./mine.mjs`.
 */
export { answersStayTrue } from './invariants/answers-stay-true.ts';
export { boundedRedeliveries } from './invariants/bounded-redeliveries.ts';
export { boundedRetries } from './invariants/bounded-retries.ts';
export { catalogueServed } from './invariants/catalogue-served.ts';
export { consumersBack } from './invariants/consumers-back.ts';
export { duplicateAbsorbed } from './invariants/duplicate-absorbed.ts';
export { eventWithOrder } from './invariants/event-with-order.ts';
export { eventsInOrder } from './invariants/events-in-order.ts';
export { eventsQueued } from './invariants/events-queued.ts';
export { everySagaEnds } from './invariants/every-saga-ends.ts';
export { failsFast } from './invariants/fails-fast.ts';
export { inboxMatchesOutbox } from './invariants/inbox-matches-outbox.ts';
export { moneyConserved } from './invariants/money-conserved.ts';
export { noDoubleShipments } from './invariants/no-double-shipments.ts';
export { noGhostShipments } from './invariants/no-ghost-shipments.ts';
export { noLostOrders } from './invariants/no-lost-orders.ts';
export { nothingHalfDone } from './invariants/nothing-half-done.ts';
export { acceptedDuringOutage } from './invariants/orders-accepted-during-outage.ts';
export { confirmedDuringFault } from './invariants/orders-confirmed-during-fault.ts';
export { outboxDrained } from './invariants/outbox-drained.ts';
export { poisonSetAside } from './invariants/poison-set-aside.ts';
export { publishedAboutOnce } from './invariants/published-about-once.ts';
export { recoversWithin } from './invariants/recovers-within.ts';
export { refundedOnce } from './invariants/refunded-once.ts';
export { relayBatches } from './invariants/relay-batches.ts';
export { saysWhy, saysWhyInTurn } from './invariants/says-why.ts';
export { sentRowsCleaned } from './invariants/sent-rows-cleaned.ts';
export { stockConserved } from './invariants/stock-conserved.ts';
export { takesOver } from './invariants/takes-over.ts';
export { unroutablePasses } from './invariants/unroutable-passes.ts';
export { wholeShop } from './invariants/whole-shop.ts';
export { worksAgain } from './invariants/works-again.ts';
export {
  brokerAlarmed,
  brokerWiped,
  commitsLate,
  configured,
  crashing,
  type Fault,
  hung,
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
  untilConfirmed,
} from './model/scenario.ts';
export type { Finding, Invariant, Judgement } from './model/verdict.ts';
