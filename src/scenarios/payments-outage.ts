import { boundedRetries } from '../invariants/bounded-retries.ts';
import { failsFast } from '../invariants/fails-fast.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { saysWhyInTurn } from '../invariants/says-why.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { stopped } from '../model/fault.ts';
import { defineScenario, during, hold, orders, seconds, settled } from '../model/scenario.ts';

export const paymentsOutage = defineScenario({
  name: 'payments-outage',
  obligation: 'orders that cannot be paid are turned away fast, and end cancelled with nothing kept',
  lesson:
    'The first order waits for its timeouts: its charge may have gone through, and nobody can know. After five ' +
    'failures the breaker opens, and every further order is turned away without asking. All of them are ' +
    'compensating: accepted, with their stock still reserved, because a refund that cannot be sent is still due. ' +
    'Payments coming back is not enough: the breaker stays open for 15 s, lets one call through, and closes; then ' +
    'saga recovery takes the orders that have not moved for 10 s, refunds, releases and cancels them one by one. ' +
    'Watch the orders by status in the timeline.',
  steps: [
    // The breaker weighs failures against the calls of the last 10 s: those of earlier orders are not to count.
    hold(seconds(10)),
    during(stopped('payments'), [orders(20, { pauseMs: 200 })]),
    settled({ withinMs: seconds(40) }),
  ],
  expect: [
    ...wholeShop,
    saysWhyInTurn(['TimeoutRejected', 'BrokenCircuit']),
    // An order that asked payments at all would wait a second or more: the time limit of one try. Only the first one
    // does: the tries of its charge and of its refund are five failures, and open the breaker.
    failsFast(500, {
      reason: 'BrokenCircuit',
      when: 'once the breaker is open',
      waitsMax: 1,
      waitWithinMs: seconds(8),
    }),
    boundedRetries(0.5),
    recoversWithin(seconds(40)),
  ],
});
