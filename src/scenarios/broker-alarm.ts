import { consumersBack } from '../invariants/consumers-back.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { publishedAboutOnce } from '../invariants/published-about-once.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { brokerAlarmed, killed } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled, tapped } from '../model/scenario.ts';

export const brokerAlarm = defineScenario({
  name: 'broker-alarm',
  obligation:
    'a broker that blocks its publishers gets what waited for it once, and loses nothing if it dies of it',
  lesson:
    'A broker that is short of memory or disk stops reading from connections that publish, and says so. The connection ' +
    'is up, publishes return, and stay in a buffer: nothing that is in there is sent. The relay keeps its rows until ' +
    'the broker says that it takes messages again, and then the whole backlog is there at once, which is when two relays ' +
    'at work would send all of it twice. The second alarm ends as such alarms may: the broker dies of it.',
  steps: [
    tapped([during(brokerAlarmed(), [orders(60)]), settled()]),
    during(brokerAlarmed(), [orders(20), during(killed('broker'), [])]),
    settled({ withinMs: seconds(15) }),
  ],
  expect: [
    ...wholeShop,
    consumersBack,
    publishedAboutOnce(0.2),
    acceptedDuringOutage({ share: 1, p95WithinMs: 1000 }),
    recoversWithin(seconds(10)),
  ],
});
