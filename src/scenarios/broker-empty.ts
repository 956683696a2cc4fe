import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { brokerWiped } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled } from '../model/scenario.ts';

export const brokerEmpty = defineScenario({
  name: 'broker-empty',
  obligation: 'a broker that comes back without its data gets its queues again before its first event',
  lesson:
    'A new broker has no exchange, no queue and no binding, and an event that no queue waits for is confirmed and thrown away. ' +
    'So whoever connects declares all of it, the relay before its first publish too. What lay in the ' +
    "old broker's queue is the old broker's loss, and no outbox brings it back: here it is drained before. Orders of the " +
    'outage are unsent rows, and those must all ship.',
  steps: [orders(20), settled(), during(brokerWiped(), [orders(20)]), settled()],
  expect: [
    ...wholeShop,
    consumersBack,
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
