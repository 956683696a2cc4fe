import { connect } from 'amqplib';
import { whenTrue } from '../await-condition.ts';
import type { Figure } from '../figure.ts';
import type { Bench, Measurement } from '../measurement.ts';
import { inboxCount, insertEvents, isDrained, withShopDatabases } from '../outbox.ts';
import type { BenchStack } from '../stack.ts';
import { median, repeated } from '../statistics.ts';
import { place } from './orders.ts';

const few = 5;
const many = 5_000;

/** The broker is stopped and started by the tool itself; the clock starts when it first takes a connection. */
export const recovery: Measurement = {
  name: 'recovery',
  about: 'from the first AMQP connection that the started broker accepts, polled every 10 ms',
  async measure(bench) {
    const stack = await bench.stack();
    const afterFew = await repeated(bench.quick ? 1 : 3, () =>
      outage(stack, few, bench, () => place(stack, few, 1, 'outage', bench)),
    );
    const afterMany = await repeated(bench.quick ? 1 : 2, () =>
      outage(stack, many, bench, () =>
        withShopDatabases(stack, ({ orders }) => insertEvents(orders, `bench-outage-${Date.now()}`, many)),
      ),
    );
    return [
      ...figures(few, afterFew, { atMost: 2 }),
      ...figures(many, afterMany, { atMost: 2 + many / (await bench.limits.confirmsPerSecond()) }),
    ];
  },
};

interface Recovery {
  readonly drained: number;
  readonly shipped: number;
}

function figures(waiting: number, recoveries: readonly Recovery[], { atMost }: { atMost: number }): Figure[] {
  const name = `broker back, ${waiting} events waiting`;
  return [
    {
      name: `${name}, all sent`,
      value: median(recoveries.map((recovery) => recovery.drained)),
      unit: 's',
      ...(waiting === few ? { target: { atMost } } : {}),
    },
    {
      name: `${name}, all shipped`,
      value: median(recoveries.map((recovery) => recovery.shipped)),
      unit: 's',
    },
  ];
}

async function outage(
  stack: BenchStack,
  waiting: number,
  { signal, say }: Bench,
  fill: () => Promise<unknown>,
): Promise<Recovery> {
  say(`recovery: broker stopped, ${waiting} events waiting`);
  await stack.shopctl('chaos', 'broker-stop');
  await fill();
  return withShopDatabases(stack, async ({ orders, shipping }) => {
    const shippedBefore = await inboxCount(shipping);
    const starting = stack.shopctl('chaos', 'broker-start');
    starting.catch(() => {});
    const wait = { withinMs: 60_000, signal };
    const backMs = await whenTrue(() => accepts(stack.addresses.broker), {
      ...wait,
      what: 'the broker to accept a connection',
      everyMs: 10,
    });
    const [drainedMs, shippedMs] = await Promise.all([
      whenTrue(() => isDrained(orders), { ...wait, what: 'the outbox to drain', everyMs: 5 }),
      whenTrue(async () => (await inboxCount(shipping)) - shippedBefore >= waiting, {
        ...wait,
        what: 'the last shipment',
        everyMs: waiting > few ? 50 : 5,
      }),
    ]);
    await starting;
    return { drained: (drainedMs - backMs) / 1000, shipped: (shippedMs - backMs) / 1000 };
  });
}

async function accepts(url: string): Promise<boolean> {
  try {
    const connection = await connect(url, { timeout: 2_000 });
    connection.on('error', () => {});
    void connection.close().catch(() => {});
    return true;
  } catch {
    return false;
  }
}
