import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { killed } from '../model/fault.ts';
import {
  defineScenario,
  during,
  hold,
  ordersAt,
  repeated,
  seconds,
  settled,
  underLoad,
} from '../model/scenario.ts';

export const brokerBlink = defineScenario({
  name: 'broker-blink',
  obligation:
    'five restarts of the broker in a row, while the backlog of the one before drains, lose nothing',
  lesson:
    'A broker that comes back and goes again hits what a single outage leaves alone: connections that are half set up, batches ' +
    'with some confirms, deliveries without their ack. Each time the relay keeps what was not confirmed and ' +
    'the consumer gets again what it did not ack; nothing depends on having been connected for long.',
  steps: [
    underLoad(ordersAt(10, seconds(30)), repeated(5, [during(killed('broker'), [hold(500)]), hold(500)])),
    settled(),
  ],
  expect: [...wholeShop, consumersBack, acceptedDuringOutage({ share: 1, p95WithinMs: 1000 })],
});
