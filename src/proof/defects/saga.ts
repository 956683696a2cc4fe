import { boundedRetries } from '../../invariants/bounded-retries.ts';
import { everySagaEnds } from '../../invariants/every-saga-ends.ts';
import { failsFast } from '../../invariants/fails-fast.ts';
import { moneyConserved } from '../../invariants/money-conserved.ts';
import { acceptedDuringOutage } from '../../invariants/orders-accepted-during-outage.ts';
import { stockConserved } from '../../invariants/stock-conserved.ts';
import { worksAgain } from '../../invariants/works-again.ts';
import { cancel } from '../../scenarios/cancel.ts';
import { paymentsBlink } from '../../scenarios/payments-blink.ts';
import { paymentsErrors } from '../../scenarios/payments-errors.ts';
import { paymentsFreeze } from '../../scenarios/payments-freeze.ts';
import { sagaCrash } from '../../scenarios/saga-crash.ts';
import type { KnownDefect } from '../known-defect.ts';

/** What can be wrong with the saga and its calls to other services. */
export const sagaDefects: readonly KnownDefect[] = [
  {
    name: 'retry-new-key',
    mechanism:
      'Makes a new idempotency key for each try of a charge, so that payments cannot tell a retry from a second purchase.',
    exposure:
      'Payments is frozen: the tries that the shop gives up lie in its sockets, and each of them charges when it goes on.',
    reports: ['akash-network/console #3449', 'Truxify #14824', 'square-mcp-server #31'],
    exposedBy: [{ scenario: paymentsBlink, promise: moneyConserved, finding: 'overcharged' }],
  },
  {
    name: 'no-refund-on-timeout',
    mechanism:
      'Takes a charge that timed out for one that failed, cancels the order and refunds nothing, though the charge may have gone through.',
    exposure:
      'Payments is frozen: the orders are cancelled, their charges go through when it goes on, and nobody gives the money back.',
    reports: ['woocommerce #21083'],
    exposedBy: [{ scenario: paymentsFreeze, promise: moneyConserved, finding: 'kept money' }],
  },
  {
    name: 'compensation-lost',
    mechanism:
      'Compensates in the background and once: a refund that fails then is noted nowhere, and recovery looks only for orders whose compensation never began.',
    exposure:
      'Payments is frozen: the orders that it fails are in compensation when it is back, and stay there; a crash of the saga, which leaves orders whose compensation never began, does no harm.',
    reports: ['hoangdaochuz/booking #39', 'Orleans.Sagas #10'],
    exposedBy: [{ scenario: paymentsFreeze, promise: everySagaEnds, finding: 'stuck' }],
    survives: [sagaCrash],
  },
  {
    name: 'no-saga-recovery',
    mechanism:
      'Nobody looks for orders that have not moved for long, so one whose process died, or whose refund could not be sent, stays as it is.',
    exposure:
      'Payments is frozen: the orders that it fails are in compensation when it is back, and stay there.',
    reports: ['omicron #5947', 'ftgo-application #104'],
    exposedBy: [{ scenario: paymentsFreeze, promise: everySagaEnds, finding: 'stuck' }],
  },
  {
    name: 'recovery-races-request',
    mechanism:
      'Recovery takes an order for abandoned because it is old, while its request still works on it and confirms it in the end: it is shipped, and its money is given back.',
    exposure:
      'Payments stands still for a moment that is longer than recovery waits: it takes back what the requests then go on to confirm.',
    reports: ['Sylius #8928', 'kodus-ai #1902', 'woocommerce-gateway-stripe #5486'],
    exposedBy: [{ scenario: paymentsBlink, promise: moneyConserved, finding: 'lost' }],
    // With the usual 10 s no request is older than that at its charge.
    settings: { SAGA_STALE_AFTER_MS: '500' },
  },
  {
    name: 'no-timeout',
    mechanism:
      'Waits for an answer as long as it takes: what never ends never fails, so that nothing is retried, and the breaker never opens.',
    exposure: 'Payments is frozen: every order hangs with it, and no customer has an answer.',
    reports: ['cloudfoundry/cli #203', 'jenkins-hipchat-plugin #62'],
    exposedBy: [
      {
        scenario: paymentsFreeze,
        promise: acceptedDuringOutage({ share: 1, p95WithinMs: 8000 }),
        finding: 'hangs',
      },
    ],
  },
  {
    name: 'no-breaker',
    mechanism:
      'Asks for every order, however often the service has just failed to answer: each customer waits for all timeouts, and the service is hammered while it is down.',
    exposure:
      'Payments is frozen: the orders that come after the first have waited for nothing wait as long as they did.',
    reports: ['gateleen #84', 'erpc #1130'],
    exposedBy: [
      { scenario: paymentsFreeze, promise: failsFast(900), finding: 'hangs' },
      { scenario: paymentsFreeze, promise: boundedRetries(1.5), finding: 'storm' },
    ],
  },
  {
    name: 'breaker-stuck-open',
    mechanism:
      'Its breaker opens and never lets a trial call through, so that orders are turned away for ever after the service is back.',
    exposure: 'Payments is frozen and goes on: the orders placed when all is well again are turned away.',
    reports: ['opossum #57', 'opossum #119', 'cockatiel #91'],
    exposedBy: [{ scenario: paymentsFreeze, promise: worksAgain, finding: 'stuck' }],
  },
  {
    name: 'retry-storm',
    mechanism:
      'Tries again at once and without limit, within the breaker instead of around it, so that one failed order is thousands of calls.',
    exposure: 'Payments answers every charge with 503 at once, and the shop counts how often it asks again.',
    reports: ['Polly #1896', 'networknext/next #1200', 'cmux #12223'],
    exposedBy: [
      {
        scenario: paymentsErrors,
        promise: boundedRetries(2),
        finding: 'storm',
        needs: 'switch PAYMENTS_FAILURE_RATE',
      },
    ],
  },
  {
    name: 'stock-leak',
    mechanism:
      'Forgets the release on one of the paths that take an order back: the one on which its customer cancels it.',
    exposure: 'Customers cancel: their orders are cancelled and refunded, and still hold their stock.',
    reports: ['razorpay-magento #42', 'woocommerce #66256'],
    exposedBy: [{ scenario: cancel, promise: stockConserved, finding: 'leaked stock' }],
  },
];
