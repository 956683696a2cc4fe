import { recoversWithin } from '../invariants/recovers-within.ts';
import { refundedOnce } from '../invariants/refunded-once.ts';
import { saysWhy } from '../invariants/says-why.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { paymentsSlowed } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled } from '../model/scenario.ts';

export const paymentsSlow = defineScenario({
  name: 'payments-slow',
  obligation: 'a charge that succeeds only after the shop has given it up is refunded, and never taken twice',
  lesson:
    'A timeout is not a failure: it says only that nobody waited for the answer. Here every charge takes 1.5 s and ' +
    'the shop waits 1 s, so it gives up on charges that go through a moment later. Its retries come with the same ' +
    'key, so they charge nothing more. And an order that is cancelled is always refunded, charged or not: a refund ' +
    'that comes before its charge is remembered, and that charge is refused. A shop that takes the timeout for a ' +
    'no keeps the money of every one of these orders.',
  steps: [
    during(paymentsSlowed(1500), [orders(1), orders(6, { concurrency: 6 }), orders(3)]),
    settled({ withinMs: seconds(40) }),
  ],
  expect: [
    ...wholeShop,
    refundedOnce,
    saysWhy(['TimeoutRejected', 'BrokenCircuit']),
    recoversWithin(seconds(40)),
  ],
});
