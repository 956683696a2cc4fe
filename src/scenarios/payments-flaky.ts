import { boundedRetries } from '../invariants/bounded-retries.ts';
import { confirmedDuringFault } from '../invariants/orders-confirmed-during-fault.ts';
import { saysWhy } from '../invariants/says-why.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { paymentsFailing } from '../model/fault.ts';
import { defineScenario, during, orders } from '../model/scenario.ts';

export const paymentsFlaky = defineScenario({
  name: 'payments-flaky',
  obligation: 'customers hardly notice when 30 % of charges fail, and none is charged twice for it',
  lesson:
    'A charge that failed is tried again, at most twice, after a pause that doubles and is never quite the same. ' +
    'That is safe because each try carries the same idempotency key: payments charges once, however often it is ' +
    'asked. Compare the two load tables: the clean one and the one with failures. Most orders take as long as before, ' +
    'and the few that were retried take the pause longer. The retries are bounded, or the shop would hit a struggling ' +
    'service hardest of all.',
  steps: [orders(40, { pauseMs: 100 }), during(paymentsFailing(0.3), [orders(40, { pauseMs: 100 })])],
  expect: [
    ...wholeShop,
    confirmedDuringFault({ share: 0.975, p95WithinMs: 2000 }),
    saysWhy(['HttpError 503']),
    boundedRetries(0.6),
  ],
});
