import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { stopped } from '../model/fault.ts';
import { defineScenario, during, hold, orders, seconds, settled } from '../model/scenario.ts';

export const brokerOutage = defineScenario({
  name: 'broker-outage',
  obligation: 'orders accepted while the broker is down ship exactly once after it returns',
  lesson:
    'The outbox row is written in the same transaction as the order, so the shop can say yes without its broker. ' +
    'While the broker is away the rows wait as unsent; when it is back the relay sends them, and the inbox makes ' +
    'sure that a row sent twice ships once.',
  steps: [
    orders(40),
    settled(),
    during(stopped('broker'), [orders(5), hold(seconds(15))]),
    settled({ withinMs: seconds(30) }),
  ],
  expect: [...wholeShop, acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }), recoversWithin(seconds(10))],
});
