import { confirmedDuringFault } from '../invariants/orders-confirmed-during-fault.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { paused } from '../model/fault.ts';
import { defineScenario, during, hold, orders, ordersAt, seconds, underLoad } from '../model/scenario.ts';

export const paymentsBlink = defineScenario({
  name: 'payments-blink',
  obligation:
    'while payments stands still for two seconds customers wait, and none is turned away or charged twice',
  lesson:
    'A garbage collection, a disk that stalls, a machine that moves: a service is away for a moment and knows nothing of it. ' +
    'The tries of that moment are given up after 1 s and made again, and when payments goes on it does all of them: the ' +
    'ones that were given up, too. They carry one key, so each order is charged once, and confirmed by its last try. The ' +
    'orders are Pending for seconds meanwhile. Saga recovery looks for such orders; it has to tell a slow one from one ' +
    'that nobody works on, or it takes back what is being sold.',
  steps: [
    // The breaker weighs failures against the calls of the last 10 s, and is not what this is about.
    orders(80, { concurrency: 4 }),
    underLoad(ordersAt(10, seconds(5)), [hold(seconds(1)), during(paused('payments'), [hold(1700)])]),
  ],
  expect: [...wholeShop, confirmedDuringFault({ share: 0.95, p95WithinMs: seconds(5) })],
});
