import type { Scenario } from '../model/scenario.ts';
import { batchedRelay } from './batched-relay.ts';
import { brokerCrash } from './broker-crash.ts';
import { brokerOutage } from './broker-outage.ts';
import { cancel } from './cancel.ts';
import { consumerCrash } from './consumer-crash.ts';
import { consumerOutage } from './consumer-outage.ts';
import { duplicateDelivery } from './duplicate-delivery.ts';
import { inventoryOutage } from './inventory-outage.ts';
import { paymentsFlaky } from './payments-flaky.ts';
import { paymentsOutage } from './payments-outage.ts';
import { paymentsSlow } from './payments-slow.ts';
import { relayCrash } from './relay-crash.ts';
import { sagaCrash } from './saga-crash.ts';
import { unroutable } from './unroutable.ts';

/** Every scenario `shopctl check` knows by name, in the order in which `check --list` shows them. */
export const scenarios: readonly Scenario[] = [
  brokerOutage,
  duplicateDelivery,
  relayCrash,
  consumerCrash,
  brokerCrash,
  consumerOutage,
  batchedRelay,
  paymentsFlaky,
  paymentsOutage,
  paymentsSlow,
  sagaCrash,
  inventoryOutage,
  cancel,
  unroutable,
];
