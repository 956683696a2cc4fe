import type { ProbeSpecs } from '../../model/probe-spec.ts';
import type { BrokerSpec, StatusWords } from '../../model/shop-config.ts';
import type { OpenShopProbes } from '../shop-probes.ts';
import { orNull } from '../time-limit.ts';
import { readBaseline } from './baseline.ts';
import { readProgress, takeSample } from './counts.ts';
import { readEvidence } from './evidence.ts';
import { openStores } from './stores.ts';

/** What a config says of where a shop keeps things. */
export interface ConfiguredAddresses {
  readonly probes: ProbeSpecs;
  readonly statuses: StatusWords;
  readonly broker?: BrokerSpec | undefined;
}

/**
 * Probes of somebody's shop. Nothing is connected before the baseline, which also asks every probe once.
 *
 * @throws ShopctlError (usage) when an address is no URL of its kind
 */
export function openConfiguredProbes({ probes, statuses, broker }: ConfiguredAddresses): OpenShopProbes {
  const stores = openStores(probes, statuses, broker);
  return {
    baseline: (withinMs) => readBaseline(stores, withinMs),
    sample: (scope, withinMs) => takeSample(stores, scope, withinMs),
    progress: (scope, withinMs) => orNull(readProgress(stores, scope, withinMs)),
    evidence: (scope, withinMs) => readEvidence(stores, scope, withinMs),
    close: () => stores.close(),
  };
}
