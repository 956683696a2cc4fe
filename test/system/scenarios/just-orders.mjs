import {
  everySagaEnds,
  inboxMatchesOutbox,
  moneyConserved,
  noDoubleShipments,
  noGhostShipments,
  noLostOrders,
  orders,
  outboxDrained,
  settled,
  stockConserved,
} from 'shopctl/scenario';

/** Nothing is broken: several of these can run on one shop at the same time. */
export default {
  name: 'just-orders',
  obligation: 'each order ships exactly once',
  lesson: '',
  steps: [orders(30, { concurrency: 3 }), settled()],
  expect: [
    noLostOrders,
    noDoubleShipments,
    noGhostShipments,
    outboxDrained,
    inboxMatchesOutbox,
    everySagaEnds,
    moneyConserved,
    stockConserved,
  ],
};
