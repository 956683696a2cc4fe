import type { Baseline, RunProgress, RunScope, ShopProbes } from '../engine/ports.ts';
import { messageOf, ShopctlError } from '../errors.ts';
import type { StockCount } from '../model/evidence.ts';
import type { OutboxCount, Sample, ShippingCount } from '../model/sample.ts';
import { type HttpReader, openHttpReader } from './http-get.ts';
import { readRetries, retriesBetween } from './payment-retries.ts';
import { type Database, openDatabase, type Query } from './postgres.ts';
import * as queries from './queries.ts';
import { openBroker } from './rabbitmq.ts';
import { readEvidence, readQueues, type ShopStores, shippingQueue, shippingQueues } from './run-evidence.ts';
import { orNull } from './time-limit.ts';

/** Where the reference shop's stores are. Without a broker URL and a management URL, queues are not looked at. */
export interface ShopAddresses {
  readonly ordersDsn: string;
  readonly inventoryDsn: string;
  readonly paymentsDsn: string;
  readonly shippingDsn: string;
  readonly brokerUrl?: string | undefined;
  readonly managementUrl?: string | undefined;
  /** `/metrics` of each orders instance; without them retries of payments are not counted. */
  readonly ordersMetricsUrls?: readonly string[] | undefined;
}

export interface OpenShopProbes extends ShopProbes {
  /** Releases all connections, within a second also where nothing answers any more. */
  close(): Promise<void>;
}

/**
 * Probes of the reference shop. Nothing is connected before the first look.
 *
 * @throws ShopctlError (usage) when an address is no URL of its kind
 */
export function openShopProbes(addresses: ShopAddresses): OpenShopProbes {
  const { brokerUrl, managementUrl, ordersMetricsUrls } = addresses;
  const hasBroker = brokerUrl !== undefined || managementUrl !== undefined;
  const stores: ShopStores = {
    orders: openDatabase(addresses.ordersDsn),
    inventory: openDatabase(addresses.inventoryDsn),
    payments: openDatabase(addresses.paymentsDsn),
    shipping: openDatabase(addresses.shippingDsn),
    broker: hasBroker ? openBroker({ brokerUrl, managementUrl }) : undefined,
  };
  const reader = openHttpReader();
  const metrics = ordersMetricsUrls && { reader, urls: ordersMetricsUrls };
  return {
    baseline: (withinMs) => readBaseline(stores, metrics, withinMs),
    sample: (scope, withinMs) => takeSample(stores, scope, withinMs),
    progress: (scope, withinMs) => orNull(readProgress(stores, scope, withinMs)),
    async evidence(scope, withinMs) {
      const [stored, paymentRetries] = await Promise.all([
        readEvidence(stores, scope, withinMs),
        metrics && retriesSince(scope, metrics, withinMs),
      ]);
      return paymentRetries === undefined ? stored : { ...stored, paymentRetries };
    },
    async close() {
      const { broker, ...databases } = stores;
      await Promise.all([
        reader.close(),
        broker?.close(),
        ...Object.values(databases).map((database) => database.close()),
      ]);
    },
  };
}

/** The metrics pages of the orders instances. */
interface OrdersMetrics {
  readonly reader: HttpReader;
  readonly urls: readonly string[];
}

async function retriesSince(
  scope: RunScope,
  metrics: OrdersMetrics,
  withinMs: number,
): Promise<number | null> {
  const now = await readRetries(metrics.reader, metrics.urls, withinMs);
  return retriesBetween(scope.baseline.marks[queries.mark.paymentRetries], now);
}

async function readBaseline(
  stores: ShopStores,
  metrics: OrdersMetrics | undefined,
  withinMs: number,
): Promise<Baseline> {
  const { orders, shipping, inventory, broker } = stores;
  const ask = <Row extends object>(service: string, database: Database, query: Query) =>
    answered(service, database, database.rows<Row>(query, withinMs));
  const [[ordersMarks], [shippingMarks], stock, retries, queues] = await Promise.all([
    ask<{ seq: string; clock: string }>('orders', orders, queries.ordersMarks()),
    ask<{ clock: string }>('shipping', shipping, queries.shippingMarks()),
    ask<StockCount>('inventory', inventory, queries.stock()),
    metrics && readRetries(metrics.reader, metrics.urls, withinMs),
    broker && readQueues(broker, shippingQueues, withinMs),
  ]);
  if (ordersMarks === undefined || shippingMarks === undefined) {
    throw new Error('a select without a from clause or with an aggregate has one row');
  }
  const marks = {
    [queries.mark.outboxSeq]: ordersMarks.seq,
    [queries.mark.ordersClock]: ordersMarks.clock,
    [queries.mark.shippingClock]: shippingMarks.clock,
    // No mark, no count: retries are one promise's evidence and no reason to refuse a run.
    ...(typeof retries === 'number' ? { [queries.mark.paymentRetries]: String(retries) } : {}),
  };
  return { marks, stock, ...(queues === undefined ? {} : { queues }) };
}

async function answered<Result>(service: string, database: Database, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new ShopctlError({
      message: `the ${service} database at ${database.address} cannot be read: ${messageOf(cause)}`,
      hint: 'is the shop running? start it with: shopctl up',
      cause,
    });
  }
}

async function takeSample(
  stores: ShopStores,
  scope: RunScope,
  withinMs: number,
): Promise<Omit<Sample, 'atMs'>> {
  const { orders, shipping, broker } = stores;
  const [outbox, byStatus, shipped, queue] = await Promise.all([
    orNull(orders.rows<OutboxCount>(queries.outboxCounts(scope), withinMs)),
    orNull(orders.rows<{ status: string; count: number }>(queries.ordersByStatus(scope), withinMs)),
    orNull(shipping.rows<ShippingCount>(queries.shippingCounts(scope), withinMs)),
    broker?.queue(shippingQueue, withinMs),
  ]);
  return {
    outbox: outbox?.[0] ?? null,
    shipping: shipped?.[0] ?? null,
    orders: byStatus && Object.fromEntries(byStatus.map(({ status, count }) => [status, count])),
    ...(queue === undefined ? {} : { queue }),
  };
}

async function readProgress(
  { orders, shipping }: ShopStores,
  scope: RunScope,
  withinMs: number,
): Promise<RunProgress | null> {
  const [[saga], [arrived]] = await Promise.all([
    orders.rows<Omit<RunProgress, 'shippedOrders'>>(queries.ordersProgress(scope), withinMs),
    shipping.rows<Pick<RunProgress, 'shippedOrders'>>(queries.shippingProgress(scope), withinMs),
  ]);
  return saga === undefined || arrived === undefined ? null : { ...saga, ...arrived };
}
