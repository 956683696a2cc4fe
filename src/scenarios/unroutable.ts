import { eventsInOrder } from '../invariants/events-in-order.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { refundedOnce } from '../invariants/refunded-once.ts';
import { unroutablePasses } from '../invariants/unroutable-passes.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { relayHeld } from '../model/fault.ts';
import { cancelling, defineScenario, during, orders, repeated, seconds, settled } from '../model/scenario.ts';

/** Confirmed, confirmed … cancelled, cancelled, confirmed …: events without a queue between events with one. */
const mixed = repeated(3, [orders(4), cancelling(2)]);

export const unroutable = defineScenario({
  name: 'unroutable',
  obligation: 'an event that has no queue yet does not hold up the events behind it',
  lesson:
    'Nobody subscribes to order.cancelled in this shop, so the broker has no queue for it and drops it. That is normal: ' +
    'an event says what happened, not who must hear of it. The relay publishes without the mandatory flag and ' +
    'waits for the confirm, which comes all the same. A relay that asks for unroutable events back, or takes their ' +
    'return for a failure, sends the same row for ever and everything behind it waits. Here such events go out one ' +
    'by one, and then in one batch, in the middle of others.',
  steps: [
    ...mixed,
    settled(),
    during(relayHeld(), [...mixed, orders(4)]),
    settled({ withinMs: seconds(10) }),
  ],
  expect: [...wholeShop, unroutablePasses, eventsInOrder, refundedOnce, recoversWithin(seconds(5))],
});
