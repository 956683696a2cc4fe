import type { Invariant } from '../model/verdict.ts';
import { everySagaEnds } from './every-saga-ends.ts';
import { inboxMatchesOutbox } from './inbox-matches-outbox.ts';
import { moneyConserved } from './money-conserved.ts';
import { noDoubleShipments } from './no-double-shipments.ts';
import { noGhostShipments } from './no-ghost-shipments.ts';
import { noLostOrders } from './no-lost-orders.ts';
import { outboxDrained } from './outbox-drained.ts';
import { stockConserved } from './stock-conserved.ts';
import { worksAgain } from './works-again.ts';

/** What a shop owes its customers whatever breaks: no scenario is without these. */
export const wholeShop: readonly Invariant[] = [
  noLostOrders,
  noDoubleShipments,
  noGhostShipments,
  outboxDrained,
  inboxMatchesOutbox,
  everySagaEnds,
  moneyConserved,
  stockConserved,
  worksAgain,
];
