import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { hung } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled } from '../model/scenario.ts';

export const brokerHang = defineScenario({
  name: 'broker-hang',
  obligation: 'a broker that hangs and has to be killed takes no event along that it had not confirmed',
  lesson:
    'A write to a broker that hangs succeeds: the bytes are in a buffer of the sender, of the network, of a process that ' +
    'will never read them. Nobody is told when that process is killed. So a publish that returned says nothing, and ' +
    'a row is sent when its confirm has come, not before; one whose confirm cannot come any more is sent again.',
  steps: [
    orders(10),
    settled(),
    during(hung('broker'), [orders(10, { pauseMs: 100 })]),
    settled({ withinMs: seconds(15) }),
  ],
  expect: [
    ...wholeShop,
    consumersBack,
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
