import { aspireConfig } from './aspire-shop.ts';
import { composeConfig, kubernetesConfig, referenceConfig } from './reference-shop.ts';
import type { PresetPlaces } from './shop-text.ts';

export interface Preset {
  readonly name: string;
  /** What it is for, in the list of them. */
  readonly about: string;
  /** What `group` is called here, and what it is when nobody says; absent where there is none. */
  readonly group?: { readonly name: string; readonly usual: string };
  /** Databases that it asks the DSNs of. */
  readonly databases: readonly string[];
  readonly text: (places: PresetPlaces) => string;
}

const referenceDatabases = ['ordersdb', 'inventorydb', 'paymentsdb', 'shippingdb'];

export const presets: readonly Preset[] = [
  {
    name: 'reference',
    about: 'the reference shop as shopctl up starts it, to begin from',
    databases: referenceDatabases,
    text: referenceConfig,
  },
  {
    name: 'compose',
    about: 'services of a Docker Compose project',
    group: { name: 'compose project', usual: 'shop' },
    databases: referenceDatabases,
    text: composeConfig,
  },
  {
    name: 'aspire',
    about: 'the .NET course shop in an Aspire app host',
    databases: ['ordersdb', 'shippingdb'],
    text: aspireConfig,
  },
  {
    name: 'kubernetes',
    about: 'deployments of a Kubernetes namespace',
    group: { name: 'context of kubectl', usual: 'kind-shop' },
    databases: referenceDatabases,
    text: kubernetesConfig,
  },
];
