import { consumersBack } from '../invariants/consumers-back.ts';
import { eventsQueued } from '../invariants/events-queued.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { stopped } from '../model/fault.ts';
import { defineScenario, during, hold, orders, seconds, settled } from '../model/scenario.ts';

export const brokerRestart = defineScenario({
  name: 'broker-restart',
  obligation: 'events that wait in the queue are still there after a restart of the broker',
  lesson:
    'Once confirmed, an event is the business of the broker alone: the outbox never sends it again. So it has to be on ' +
    'the disk of a queue that is there again after a restart. A durable queue is not enough, its messages have to be ' +
    'persistent as well; a broker confirms the others just the same, and forgets them when it stops. Here shipping is ' +
    'away, 20 events wait for it, and the broker is restarted as for any update.',
  steps: [
    during(stopped('shipping'), [orders(20), hold(seconds(1)), during(stopped('broker'), [])]),
    settled({ withinMs: seconds(15) }),
  ],
  expect: [...wholeShop, eventsQueued(20), consumersBack, recoversWithin(seconds(10))],
});
