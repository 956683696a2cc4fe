import type { ShopAddresses } from '../probes/shop-probes.ts';
import type { StackAddresses } from '../stack/stack.ts';

export type Addresses = ShopAddresses & { readonly brokerUrl: string };

/** Where the reference shop is when it was started by hand. */
export const defaultAddresses: Addresses = {
  ordersDsn: 'postgres://shop:shop@127.0.0.1:5432/ordersdb',
  inventoryDsn: 'postgres://shop:shop@127.0.0.1:5432/inventorydb',
  paymentsDsn: 'postgres://shop:shop@127.0.0.1:5432/paymentsdb',
  shippingDsn: 'postgres://shop:shop@127.0.0.1:5432/shippingdb',
  brokerUrl: 'amqp://guest:guest@127.0.0.1:5672',
};

/** The same in the stack's own words. */
export const standardAddresses: Pick<StackAddresses, 'databases' | 'broker'> = {
  databases: {
    ordersdb: defaultAddresses.ordersDsn,
    inventorydb: defaultAddresses.inventoryDsn,
    paymentsdb: defaultAddresses.paymentsDsn,
    shippingdb: defaultAddresses.shippingDsn,
  },
  broker: defaultAddresses.brokerUrl,
};

/** Where the probes find the shop that a stack runs. */
export function addressesOf({ databases, broker, management, services }: StackAddresses): Addresses {
  const ordersInstances = Object.entries(services).filter(([name]) => /^orders(-\d+)?$/.test(name));
  const dsn = (database: string) => databases[database] ?? '';
  return {
    ordersDsn: dsn('ordersdb'),
    inventoryDsn: dsn('inventorydb'),
    paymentsDsn: dsn('paymentsdb'),
    shippingDsn: dsn('shippingdb'),
    brokerUrl: broker,
    managementUrl: management,
    ordersMetricsUrls: ordersInstances.map(([, url]) => `${url}/metrics`),
  };
}
