import type { Scenario } from '../model/scenario.ts';
import { batchedRelay } from './batched-relay.ts';
import { brokerAlarm } from './broker-alarm.ts';
import { brokerBlink } from './broker-blink.ts';
import { brokerCrash } from './broker-crash.ts';
import { brokerEmpty } from './broker-empty.ts';
import { brokerFreeze } from './broker-freeze.ts';
import { brokerHang } from './broker-hang.ts';
import { brokerOutage } from './broker-outage.ts';
import { brokerRestart } from './broker-restart.ts';
import { cancel } from './cancel.ts';
import { cleaning } from './cleaning.ts';
import { consumerCrash } from './consumer-crash.ts';
import { consumerOutage } from './consumer-outage.ts';
import { databaseOutage } from './database-outage.ts';
import { dualWrite } from './dual-write.ts';
import { duplicateDelivery } from './duplicate-delivery.ts';
import { inventoryOutage } from './inventory-outage.ts';
import { lateCommit } from './late-commit.ts';
import { paymentsBlink } from './payments-blink.ts';
import { paymentsErrors } from './payments-errors.ts';
import { paymentsFlaky } from './payments-flaky.ts';
import { paymentsFreeze } from './payments-freeze.ts';
import { paymentsOutage } from './payments-outage.ts';
import { paymentsSlow } from './payments-slow.ts';
import { poison } from './poison.ts';
import { relayCrash } from './relay-crash.ts';
import { relayRace } from './relay-race.ts';
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
  paymentsErrors,
  paymentsOutage,
  paymentsSlow,
  paymentsBlink,
  paymentsFreeze,
  sagaCrash,
  inventoryOutage,
  cancel,
  unroutable,
  dualWrite,
  poison,
  brokerEmpty,
  brokerFreeze,
  brokerBlink,
  brokerHang,
  brokerAlarm,
  brokerRestart,
  databaseOutage,
  cleaning,
  lateCommit,
  relayRace,
];
