import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { crashing } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled } from '../model/scenario.ts';

export const consumerCrash = defineScenario({
  name: 'consumer-crash',
  obligation:
    'a consumer that dies right before its commit, or between commit and ack, ships each order once',
  lesson:
    'Before the commit neither the inbox row nor the shipment exists, and the broker delivers the unacknowledged message again. ' +
    'After the commit both exist, and the broker delivers it again all the same, because the ack never came: the inbox ' +
    'skips it. An ack before the commit would lose the first, and no inbox would ship the second twice.',
  steps: [
    orders(10),
    settled(),
    during(crashing('shipping', 'shipping.before-commit'), [orders(10, { pauseMs: 100 })]),
    settled(),
    during(crashing('shipping', 'shipping.after-commit'), [orders(10, { pauseMs: 100 })]),
    settled(),
  ],
  expect: [
    ...wholeShop,
    consumersBack,
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
