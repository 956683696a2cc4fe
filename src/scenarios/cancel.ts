import { eventsInOrder } from '../invariants/events-in-order.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { refundedOnce } from '../invariants/refunded-once.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { stopped } from '../model/fault.ts';
import { cancelling, defineScenario, during, orders, seconds, settled } from '../model/scenario.ts';

export const cancel = defineScenario({
  name: 'cancel',
  obligation:
    'a cancelled order gets one refund and gives its stock back, however often and whenever it is cancelled',
  lesson:
    'A cancellation is a move of its own: one transaction sets the order to Cancelled and writes order.cancelled. ' +
    'Sent twice, it moves once; the second customer request finds an order that is cancelled already and says so. ' +
    'The refund and the release come after that commit, so they may fail: while payments is away the order is ' +
    'cancelled, and its refund is due. Saga recovery pays it back later. The two events of an order leave in the order ' +
    'in which they were written, or shipping would hear of the cancellation before the confirmation.',
  steps: [
    orders(12),
    settled(),
    cancelling(3, { times: 2 }),
    orders(3),
    cancelling(3),
    during(stopped('payments'), [cancelling(3, { times: 2 })]),
    settled({ withinMs: seconds(40) }),
  ],
  expect: [...wholeShop, refundedOnce, eventsInOrder, recoversWithin(seconds(40))],
});
