import { eventWithOrder } from '../invariants/event-with-order.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { refundedOnce } from '../invariants/refunded-once.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { crashing } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled, untilConfirmed } from '../model/scenario.ts';

const points = ['saga.after-charge', 'orders.before-commit', 'orders.after-save'];

export const sagaCrash = defineScenario({
  name: 'saga-crash',
  obligation: 'wherever the saga dies, no order stays half done',
  lesson:
    'The orders process kills itself right after a charge, right before the commit that confirms, and right after it. ' +
    'Before the commit there is neither a confirmed order nor its event; what is left is an order that nobody works ' +
    'on. Saga recovery finds it once it has not moved for 10 s, refunds it, releases its stock and cancels it. ' +
    'After the commit there are both, so the order ships although its customer never had an answer: such orders are ' +
    'looked up by their key, and called recovered, not lost. Three orders are under way at a time, so the crash also ' +
    'hits others anywhere in their saga.',
  steps: [
    ...points.flatMap((point) => [
      untilConfirmed({ withinMs: seconds(20) }),
      during(crashing('orders', point), [orders(6, { concurrency: 3 })]),
    ]),
    settled({ withinMs: seconds(30) }),
  ],
  // An order in the middle of its saga belongs to nobody for 10 s, before recovery takes it.
  expect: [...wholeShop, eventWithOrder, refundedOnce, recoversWithin(seconds(30))],
});
