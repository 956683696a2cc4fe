import { request } from 'undici';
import { whenTrue } from '../await-condition.ts';
import type { Measurement } from '../measurement.ts';
import { inboxCount, insertEvents, isDrained, withShopDatabases } from '../outbox.ts';
import type { BenchStack } from '../stack.ts';
import { median, repeated } from '../statistics.ts';

const rounds = 3;
const withinMs = 120_000;

/** A backlog that waits while the relay stands still, as after a long outage of the broker, but without the outage. */
export const relay: Measurement = {
  name: 'relay',
  about: 'from resuming a paused relay with a backlog; includes up to 0.5 s until it looks again',
  async measure({ stack: openStack, quick, signal, say, limits }) {
    const stack = await openStack();
    const backlog = quick ? 1_000 : 10_000;
    const confirms = await limits.confirmsPerSecond();
    const results = await withShopDatabases(stack, ({ orders, shipping }) =>
      repeated(quick ? 1 : rounds, async (round) => {
        say(`relay: backlog of ${backlog}, round ${round}`);
        await pauseRelay(stack, true);
        const shippedBefore = await inboxCount(shipping);
        await insertEvents(orders, `bench-relay-${round}-${Date.now()}`, backlog);
        const resumedMs = performance.now();
        await pauseRelay(stack, false);
        const wait = { withinMs, signal };
        const [drainedMs, shippedMs] = await Promise.all([
          whenTrue(() => isDrained(orders), { ...wait, what: 'the outbox to drain', everyMs: 5 }),
          whenTrue(async () => (await inboxCount(shipping)) - shippedBefore >= backlog, {
            ...wait,
            what: 'the last shipment',
            everyMs: 50,
          }),
        ]);
        return { drained: (drainedMs - resumedMs) / 1000, shipped: (shippedMs - resumedMs) / 1000 };
      }),
    );
    const name = `backlog of ${backlog} events`;
    const atConfirms = { name: 'at the confirms of the broker', value: backlog / confirms, unit: 's' };
    return [
      {
        name: `${name}, all sent`,
        value: median(results.map((result) => result.drained)),
        unit: 's',
        beside: atConfirms,
        ...(quick ? {} : { target: { prototype: 1.4 } }),
      },
      {
        name: `${name}, all shipped`,
        value: median(results.map((result) => result.shipped)),
        unit: 's',
        beside: atConfirms,
        ...(quick ? {} : { target: { prototype: 5.2 } }),
      },
    ];
  },
};

async function pauseRelay(stack: BenchStack, relayPaused: boolean): Promise<void> {
  const admin = stack.addresses.admin['orders'];
  const { statusCode, body } = await request(`${admin}/admin/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ relayPaused }),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`the admin door of orders answered ${statusCode}`);
}
