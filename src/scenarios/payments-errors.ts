import { boundedRetries } from '../invariants/bounded-retries.ts';
import { saysWhy } from '../invariants/says-why.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { paymentsFailing } from '../model/fault.ts';
import { defineScenario, during, orders } from '../model/scenario.ts';

export const paymentsErrors = defineScenario({
  name: 'payments-errors',
  obligation:
    'a charge that fails every time is tried three times and no more, and its order is cancelled with the reason',
  lesson:
    'A retry helps against a failure that passes, and harms when it does not: a service that answers 503 has too much to do ' +
    'already, and whoever asks again at once and without end keeps it down. So there are two retries, a pause before ' +
    'each, and never the same one. Then the customer is told the reason, and nothing is kept.',
  steps: [
    // The breaker weighs failures against the calls of the last 10 s, and is not what this is about.
    orders(60, { concurrency: 4 }),
    during(paymentsFailing(1), [orders(5, { concurrency: 5 })]),
  ],
  expect: [...wholeShop, saysWhy(['HttpError 503']), boundedRetries(2)],
});
