import { during, hold, killed, noDoubleShipments, noLostOrders, orders, settled } from 'shopctl/scenario';

/** A few seconds in all, because payments is back sooner than a broker. */
export default {
  name: 'quick-outage',
  obligation: 'orders before and after a death of payments ship exactly once',
  lesson: '',
  steps: [orders(3), settled(), during(killed('payments'), [hold(1000)]), settled()],
  expect: [noLostOrders, noDoubleShipments],
};
