import type { Scenario } from '../model/scenario.ts';
import { brokerOutage } from './broker-outage.ts';

/** Every scenario `shopctl check` knows by name, in the order in which `check --list` shows them. */
export const scenarios: readonly Scenario[] = [brokerOutage];
