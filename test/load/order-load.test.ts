import { afterEach, describe, expect, it } from 'vitest';
import type { LoadRequest } from '../../src/engine/ports.ts';
import { createOrderLoad } from '../../src/load/order-load.ts';
import { referenceShopOrder } from '../../src/load/reference-shop-order.ts';
import type { Attempt, LoadPlan } from '../../src/model/attempt.ts';
import { type Answering, closedPort, json, openLocalShop } from './local-shop.ts';

const shape = referenceShopOrder({ productId: '3', quantity: 1 });
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});

async function shopThat(answering: Answering) {
  const shop = await openLocalShop(answering);
  opened.push(shop);
  return shop;
}

function request(plan: LoadPlan, attempts: Attempt[], signal = new AbortController().signal): LoadRequest {
  const onAttempt = (attempt: Attempt) => attempts.push(attempt);
  return { name: 'load 1', plan, firstN: 1, runId: 'r', clock: () => performance.now(), onAttempt, signal };
}

const closed = (orders: number, concurrency: number): LoadPlan => ({
  model: 'closed',
  orders,
  concurrency,
  pauseMs: 0,
});

describe('a load against a real server', () => {
  it('sends every order once, over no more connections than clients', async () => {
    const connections = new Set<unknown>();
    const shop = await shopThat((response, socket, seen) => {
      connections.add(socket);
      json(201, { id: `o-${seen.headers['idempotency-key']}`, status: 'Confirmed' })(response, socket, seen);
    });
    const attempts: Attempt[] = [];
    const load = createOrderLoad({ url: shop.url, timeoutMs: 10_000, shape });
    const totals = await load.run(request(closed(300, 8), attempts));
    expect(totals).toMatchObject({ scheduled: 300, started: 300, accepted: 300, refused: 0, unknown: 0 });
    const keys = Array.from({ length: 300 }, (_, index) => `r-${index + 1}`);
    expect(shop.seen.map(({ headers }) => headers['idempotency-key']).toSorted()).toEqual(keys.toSorted());
    expect(attempts.map(({ orderId, key }) => orderId === `o-${key}`)).not.toContain(false);
    expect(connections.size).toBeLessThanOrEqual(8);
  });

  it('keeps going while the shop resets every third order, and sends none again', async () => {
    const shop = await shopThat((response, socket, seen) => {
      const n = Number(String(seen.headers['idempotency-key']).slice(2));
      if (n % 3 === 0) socket.resetAndDestroy();
      else json(201, { id: `o-${n}`, status: 'Confirmed' })(response, socket, seen);
    });
    const attempts: Attempt[] = [];
    const load = createOrderLoad({ url: shop.url, timeoutMs: 10_000, shape });
    const totals = await load.run(request(closed(60, 4), attempts));
    expect(totals).toMatchObject({ started: 60, accepted: 40, refused: 0, unknown: 20 });
    expect(shop.seen).toHaveLength(60);
  });

  it('is refused throughout by a closed port', async () => {
    const attempts: Attempt[] = [];
    const url = `http://127.0.0.1:${await closedPort()}`;
    const totals = await createOrderLoad({ url, timeoutMs: 10_000, shape }).run(
      request(closed(40, 4), attempts),
    );
    expect(totals).toMatchObject({ started: 40, accepted: 0, refused: 40, unknown: 0 });
    expect(new Set(attempts.map(({ result, reason }) => `${result}: ${reason}`))).toEqual(
      new Set(['not sent: ECONNREFUSED']),
    );
  });

  it('interrupted while the shop hangs, ends with those orders unknown', async () => {
    const stop = new AbortController();
    const shop = await shopThat(() => {
      if (shop.seen.length === 3) stop.abort();
    });
    const attempts: Attempt[] = [];
    const load = createOrderLoad({ url: shop.url, timeoutMs: 60_000, shape, graceMs: 20 });
    const totals = await load.run(request(closed(100, 3), attempts, stop.signal));
    expect(totals).toMatchObject({ scheduled: 3, started: 3, accepted: 0, refused: 0, unknown: 3 });
    expect(attempts.map(({ reason }) => reason)).toEqual(['interrupted', 'interrupted', 'interrupted']);
  });

  it('drops what a hanging shop leaves no room for', async () => {
    const shop = await shopThat(() => {});
    const stages = [{ fromPerSecond: 1000, toPerSecond: 1000, durationMs: 50 }];
    const load = createOrderLoad({ url: shop.url, timeoutMs: 1000, shape });
    const totals = await load.run(request({ model: 'open', stages, inFlightMax: 5 }, []));
    expect(totals).toMatchObject({ scheduled: 50, started: 5, dropped: 45, accepted: 0, unknown: 5 });
  });

  it('to an address that is no URL is wrong usage', async () => {
    const load = createOrderLoad({ url: 'shop:5100', timeoutMs: 1000, shape });
    await expect(load.run(request(closed(1, 1), []))).rejects.toMatchObject({ exitCode: 64 });
  });
});
