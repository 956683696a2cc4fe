import { eventsInOrder } from '../invariants/events-in-order.ts';
import { publishedAboutOnce } from '../invariants/published-about-once.ts';
import { takesOver } from '../invariants/takes-over.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { type Fault, killed, paused, scaled } from '../model/fault.ts';
import {
  cancelling,
  defineScenario,
  during,
  hold,
  orders,
  type Step,
  seconds,
  settled,
  tapped,
} from '../model/scenario.ts';

/** Events that wait while one of the other instances is away. */
const without = (fault: Fault): Step => during(fault, [orders(5), cancelling(2), settled()]);

export const relayRace = defineScenario({
  name: 'relay-race',
  obligation: 'of three relays one works at a time, and another takes over when it freezes or dies',
  lesson:
    'Two relays at work would publish everything twice and out of order, so one holds a lock in the database. A dead ' +
    'holder loses it with its session. A frozen one keeps its session, so the server ends sessions that fell silent. ' +
    'Instance 1 takes the orders, so nothing can be seen of a take-over while it is away; but then the lock is at 2 or 3, ' +
    'and whichever of them has it, its turn comes with events waiting: once frozen, once killed.',
  steps: [
    during(scaled('orders', 3), [
      tapped([
        orders(10),
        cancelling(5),
        settled(),
        during(killed('orders', 1), [hold(seconds(1))]),
        without(paused('orders', 2)),
        without(paused('orders', 3)),
        during(paused('orders', 1), [hold(seconds(6))]),
        without(killed('orders', 2)),
        without(killed('orders', 3)),
      ]),
    ]),
  ],
  expect: [...wholeShop, takesOver(seconds(10)), publishedAboutOnce(0.2), eventsInOrder],
});
