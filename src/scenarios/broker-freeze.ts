import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { paused } from '../model/fault.ts';
import { defineScenario, during, hold, orders, seconds, settled } from '../model/scenario.ts';

export const brokerFreeze = defineScenario({
  name: 'broker-freeze',
  obligation: 'a broker that is there and never answers holds up neither orders nor their recovery',
  lesson:
    'A frozen broker refuses nothing: its port accepts connections, and then comes silence. Only time limits help. The ' +
    'relay waits 5 s for a confirm, heartbeats of 5 s find a dead connection, and a connection attempt ends after 3 s. ' +
    'An event whose confirm never came may be in the queue; it is sent again, and the inbox skips the copy.',
  steps: [
    orders(10),
    settled(),
    during(paused('broker'), [orders(20, { pauseMs: 250 }), hold(seconds(8))]),
    settled(),
  ],
  expect: [
    ...wholeShop,
    consumersBack,
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
