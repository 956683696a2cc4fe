import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { killed } from '../model/fault.ts';
import { defineScenario, during, hold, ordersAt, seconds, settled, underLoad } from '../model/scenario.ts';

export const brokerCrash = defineScenario({
  name: 'broker-crash',
  obligation: 'a broker that is killed under load loses no event, and the shop says yes meanwhile',
  lesson:
    'A killed broker says no goodbye: publishes under way have no confirm, and what it had in memory alone is gone. ' +
    'Rows are marked as sent only when their confirm came, and messages are persistent in a durable queue, so what was ' +
    'confirmed is on its disk and what was not is still in the outbox.',
  steps: [
    underLoad(ordersAt(20, seconds(8)), [hold(seconds(2)), during(killed('broker'), [hold(seconds(5))])]),
    settled(),
  ],
  expect: [
    ...wholeShop,
    consumersBack,
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
