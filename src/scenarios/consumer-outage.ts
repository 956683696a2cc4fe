import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { stopped } from '../model/fault.ts';
import { defineScenario, during, hold, ordersAt, seconds, settled, underLoad } from '../model/scenario.ts';

export const consumerOutage = defineScenario({
  name: 'consumer-outage',
  obligation: 'events wait in the queue while shipping is away, and ship once when it is back',
  lesson:
    'The outbox stays empty, because the broker takes every event; what grows is the queue. A durable queue is the ' +
    'buffer between a shop that sells and a consumer that is being deployed, and orders never notice.',
  steps: [
    underLoad(ordersAt(20, seconds(8)), [hold(seconds(1)), during(stopped('shipping'), [hold(seconds(5))])]),
    settled(),
  ],
  expect: [
    ...wholeShop,
    consumersBack,
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
