import { boundedRetries } from '../invariants/bounded-retries.ts';
import { failsFast } from '../invariants/fails-fast.ts';
import { acceptedDuringOutage } from '../invariants/orders-accepted-during-outage.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { saysWhy } from '../invariants/says-why.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { paused } from '../model/fault.ts';
import { defineScenario, during, hold, orders, seconds, settled } from '../model/scenario.ts';

export const paymentsFreeze = defineScenario({
  name: 'payments-freeze',
  obligation:
    'a payments that takes calls and never answers holds up nobody for long, and nobody pays for nothing',
  lesson:
    'A frozen service is worse than a stopped one: its port takes each call, and then comes silence. Only time limits ' +
    'tell that it is away: 1 s for a try, 5 s for all of them. Two orders wait for those; from their failures the ' +
    'breaker learns, and turns the others away at once. What they had sent is not gone: it lies in the ' +
    'sockets of payments, and is done when it wakes up. So each of those tries charges, long after the shop gave it up. ' +
    'They carry one key, so it is one charge, and the refund that is always sent gives it back.',
  steps: [
    // The breaker weighs failures against the calls of the last 10 s: those of earlier orders are not to count.
    hold(seconds(10)),
    during(paused('payments'), [orders(2, { concurrency: 2 }), orders(6, { concurrency: 6 })]),
    settled({ withinMs: seconds(40) }),
  ],
  expect: [
    ...wholeShop,
    saysWhy(['TimeoutRejected', 'BrokenCircuit']),
    // Two pipelines of 5 s each at the most, charge and refund; the breaker cuts the second short.
    acceptedDuringOutage({ share: 1, p95WithinMs: seconds(8) }),
    // An order that asked payments at all would wait a second or more: the time limit of one try.
    failsFast(900),
    boundedRetries(1.5),
    recoversWithin(seconds(40)),
  ],
});
