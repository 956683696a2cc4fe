import { afterEach, describe, expect, it } from 'vitest';
import type { RunScope } from '../../src/engine/ports.ts';
import { mark } from '../../src/probes/queries.ts';
import { openShopProbes, type ShopAddresses } from '../../src/probes/shop-probes.ts';
import { closedPort, openHttpDoor, openSilentDoor } from './local-doors.ts';

const opened: { close(): Promise<void> }[] = [];
function closedAfter<Thing extends { close(): Promise<void> }>(thing: Thing): Thing {
  opened.push(thing);
  return thing;
}
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

const marks = {
  [mark.outboxSeq]: '0',
  [mark.ordersClock]: '2026-01-01',
  [mark.shippingClock]: '2026-01-01',
  [mark.paymentRetries]: '2',
};
const scope: RunScope = { runId: 'r1', baseline: { marks } };

function allAt(port: number, broker: boolean): ShopAddresses {
  const dsn = (name: string) => `postgres://ann:secret@127.0.0.1:${port}/${name}`;
  return {
    ordersDsn: dsn('ordersdb'),
    inventoryDsn: dsn('inventorydb'),
    paymentsDsn: dsn('paymentsdb'),
    shippingDsn: dsn('shippingdb'),
    brokerUrl: broker ? `amqp://127.0.0.1:${port}` : undefined,
  };
}

const nothingSeen = {
  orders: null,
  outbox: null,
  inbox: null,
  shipments: null,
  charges: null,
  refunds: null,
  reservations: null,
  stock: null,
  queues: null,
};

describe.each([
  ['is not there', closedPort],
  ['is frozen', async () => closedAfter(await openSilentDoor()).port],
])('a shop that %s', (_title, portOf) => {
  it('gives samples without numbers, one after the other', async () => {
    const probes = closedAfter(openShopProbes(allAt(await portOf(), true)));
    for (let look = 1; look <= 6; look++) {
      expect(await probes.sample(scope, 50)).toEqual({
        outbox: null,
        shipping: null,
        orders: null,
        queue: null,
      });
    }
  });

  it('gives no progress', async () => {
    const probes = closedAfter(openShopProbes(allAt(await portOf(), false)));
    expect(await probes.progress(scope, 50)).toBeNull();
  });

  it('gives evidence of nothing', async () => {
    const probes = closedAfter(openShopProbes(allAt(await portOf(), true)));
    expect(await probes.evidence(scope, 50)).toEqual(nothingSeen);
  });

  it('has no baseline, and the error names the database without its password', async () => {
    const port = await portOf();
    const probes = closedAfter(openShopProbes(allAt(port, false)));
    const error = await probes.baseline(50).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'ShopctlError', exitCode: 3 });
    expect(String(error)).toContain(`database at 127.0.0.1:${port}/`);
    expect(String(error)).not.toContain('secret');
  });
});

describe('a shop without a broker', () => {
  it('has no queue in its samples and its evidence', async () => {
    const probes = closedAfter(openShopProbes(allAt(await closedPort(), false)));
    expect(await probes.sample(scope, 50)).not.toHaveProperty('queue');
    expect(await probes.evidence(scope, 50)).not.toHaveProperty('queues');
  });
});

describe('retries of payments', () => {
  it('are the difference to the baseline over all instances', async () => {
    const door = closedAfter(
      await openHttpDoor((_request, response) => response.end('payments_retries_total 4\n')),
    );
    const page = `http://127.0.0.1:${door.port}/metrics`;
    const addresses = { ...allAt(await closedPort(), false), ordersMetricsUrls: [page, page] };
    const probes = closedAfter(openShopProbes(addresses));
    expect((await probes.evidence(scope, 5000)).paymentRetries).toBe(6);
  });

  it('are unknown when one instance does not answer', async () => {
    const page = `http://127.0.0.1:${await closedPort()}/metrics`;
    const probes = closedAfter(
      openShopProbes({ ...allAt(await closedPort(), false), ordersMetricsUrls: [page] }),
    );
    expect((await probes.evidence(scope, 5000)).paymentRetries).toBeNull();
  });
});

it.each(['ordersdb', 'mysql://ann:secret@ordersdb', 'postgres//ann:secret@ordersdb'])(
  'a DSN that is none is told without its password: %s',
  (ordersDsn) => {
    expect(() => openShopProbes({ ...allAt(1, false), ordersDsn })).toThrow(
      expect.objectContaining({ message: 'not a PostgreSQL DSN: ordersdb', exitCode: 64 }),
    );
  },
);
