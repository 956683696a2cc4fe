import { afterEach, describe, expect, it } from 'vitest';
import { openOrderClient } from '../../src/load/order-client.ts';
import type { OrderAnswer, OrderSender } from '../../src/load/order-request.ts';
import { referenceShopOrder } from '../../src/load/reference-shop-order.ts';
import { type Answering, closedPort, json, type LocalShop, openLocalShop } from './local-shop.ts';

const order = { runId: 'run7', n: 3, key: 'run7-3' };
const shape = referenceShopOrder({ productId: '3', quantity: 2 });
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

async function shopThat(answering: Answering): Promise<LocalShop> {
  const shop = await openLocalShop(answering);
  opened.push(shop);
  return shop;
}

function clientOf(url: string, timeoutMs = 5000): OrderSender {
  const client = openOrderClient({ url, timeoutMs, connectionsMax: 1, shape });
  opened.push(client);
  return client;
}

async function answerTo(answering: Answering, timeoutMs?: number): Promise<OrderAnswer> {
  return await clientOf((await shopThat(answering)).url, timeoutMs).send(order);
}

describe('a reply', () => {
  it.each<[string, number, unknown, OrderAnswer]>([
    [
      '201 with an id is accepted',
      201,
      { id: 'o-1', status: 'Confirmed' },
      { outcome: 'accepted', result: 'Confirmed', httpStatus: 201, orderId: 'o-1' },
    ],
    [
      '202 is accepted with the reason for its detour',
      202,
      { id: 'o-1', status: 'Compensating', reason: 'BrokenCircuit' },
      {
        outcome: 'accepted',
        result: 'Compensating',
        reason: 'BrokenCircuit',
        httpStatus: 202,
        orderId: 'o-1',
      },
    ],
    [
      'a numeric id is kept as text',
      201,
      { id: 17, status: 'Confirmed' },
      { outcome: 'accepted', result: 'Confirmed', httpStatus: 201, orderId: '17' },
    ],
    [
      '422 with a cancelled order is refused, and its id is kept',
      422,
      { id: 'o-2', status: 'Cancelled', reason: 'OutOfStock' },
      { outcome: 'refused', result: 'Cancelled', reason: 'OutOfStock', httpStatus: 422, orderId: 'o-2' },
    ],
    [
      '400 with a problem document is refused with its title',
      400,
      { type: 'about:blank', status: 400, title: 'quantity must be at least 1' },
      { outcome: 'refused', result: 'HTTP 400', reason: 'quantity must be at least 1', httpStatus: 400 },
    ],
    [
      '503 is unknown with its reason',
      503,
      { status: 503, title: 'Service Unavailable', reason: 'InventoryUnavailable' },
      { outcome: 'unknown', result: 'HTTP 503', reason: 'InventoryUnavailable', httpStatus: 503 },
    ],
    [
      '201 without an id is unknown',
      201,
      { status: 'Confirmed' },
      { outcome: 'unknown', result: 'HTTP 201', reason: 'no order id in the reply', httpStatus: 201 },
    ],
    [
      '302 is unknown and not followed',
      302,
      { id: 'o-1' },
      { outcome: 'unknown', result: 'HTTP 302', httpStatus: 302, orderId: 'o-1' },
    ],
  ])('%s', async (_title, status, body, expected) => {
    expect(await answerTo(json(status, body))).toEqual(expected);
  });

  it('that is no JSON is unknown when it should have held an id', async () => {
    const answer = await answerTo((response) => response.writeHead(200).end('<html>welcome</html>'));
    expect(answer).toEqual({
      outcome: 'unknown',
      result: 'HTTP 200',
      reason: 'no order id in the reply',
      httpStatus: 200,
    });
  });

  it('that is no HTTP is unknown', async () => {
    const answer = await answerTo((_response, socket) => socket.end('garbage\r\n\r\n'));
    expect(answer).toEqual({ outcome: 'unknown', result: 'no answer', reason: 'reply is not HTTP' });
  });

  it('of megabytes is cut off, and the next order still gets through', async () => {
    const shop = await shopThat((response, socket, { headers }) => {
      if (headers['idempotency-key'] === 'run7-3') response.writeHead(201).end('x'.repeat(5_000_000));
      else json(201, { id: 'o-4', status: 'Confirmed' })(response, socket, {} as never);
    });
    const client = clientOf(shop.url);
    expect(await client.send(order)).toEqual({
      outcome: 'unknown',
      result: 'HTTP 201',
      reason: 'reply over 65536 bytes',
      httpStatus: 201,
    });
    expect(await client.send({ ...order, key: 'run7-4' })).toMatchObject({ outcome: 'accepted' });
  });

  it('of 400 whose body never ends is still a refusal', async () => {
    const answer = await answerTo((response) => response.writeHead(400).write('{'), 100);
    expect(answer).toEqual({ outcome: 'refused', result: 'HTTP 400', httpStatus: 400 });
  });
});

describe('no reply', () => {
  it('from a closed port is a refusal: nothing was sent', async () => {
    const answer = await clientOf(`http://127.0.0.1:${await closedPort()}`).send(order);
    expect(answer).toEqual({ outcome: 'refused', result: 'not sent', reason: 'ECONNREFUSED' });
  });

  it('from a closed port of a dual-stack name has a reason too', async () => {
    const answer = await clientOf(`http://localhost:${await closedPort()}`).send(order);
    expect(answer).toEqual({ outcome: 'refused', result: 'not sent', reason: 'ECONNREFUSED' });
  });

  it('in time is unknown', async () => {
    expect(await answerTo(() => {}, 50)).toEqual({
      outcome: 'unknown',
      result: 'no answer',
      reason: 'timeout after 50 ms',
    });
  });

  it('after a 201 whose body never ends is unknown', async () => {
    const answer = await answerTo((response) => response.writeHead(201).write('{"id":'), 100);
    expect(answer).toEqual({
      outcome: 'unknown',
      result: 'HTTP 201',
      reason: 'timeout after 100 ms',
      httpStatus: 201,
    });
  });

  it('because the connection was reset after sending is unknown, and the order is not sent again', async () => {
    const shop = await shopThat((_response, socket) => socket.resetAndDestroy());
    const answer = await clientOf(shop.url).send(order);
    expect(answer).toMatchObject({ outcome: 'unknown', result: 'no answer' });
    expect(answer.reason).toMatch(/ECONNRESET|connection closed/);
    expect(shop.seen).toHaveLength(1);
  });

  it('because the connection was closed after sending is unknown, and the order is not sent again', async () => {
    const shop = await shopThat((_response, socket) => socket.end());
    const answer = await clientOf(shop.url).send(order);
    expect(answer).toEqual({ outcome: 'unknown', result: 'no answer', reason: 'connection closed' });
    expect(shop.seen).toHaveLength(1);
  });

  it('while all connections are taken is a refusal: the second order never left', async () => {
    const shop = await shopThat(() => {});
    const client = clientOf(shop.url, 60_000);
    const first = client.send(order);
    const second = client.send({ ...order, key: 'run7-4' });
    while (shop.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    client.abandon('interrupted');
    expect(await first).toEqual({ outcome: 'unknown', result: 'no answer', reason: 'interrupted' });
    expect(await second).toEqual({ outcome: 'refused', result: 'not sent', reason: 'interrupted' });
    expect(shop.seen).toHaveLength(1);
  });
});

describe('the request', () => {
  it('carries the key as idempotency key and as customer', async () => {
    const shop = await shopThat(json(201, { id: 'o-1', status: 'Confirmed' }));
    await clientOf(`${shop.url}/below/`).send(order);
    const [seen] = shop.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/below/api/orders' });
    expect(seen?.headers).toMatchObject({ 'idempotency-key': 'run7-3', 'content-type': 'application/json' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ customer: 'run7-3', productId: 3, quantity: 2 });
  });

  it('sends the credentials of the URL as basic authorization', async () => {
    const shop = await shopThat(json(201, { id: 'o-1', status: 'Confirmed' }));
    await clientOf(shop.url.replace('//', '//ann:p%40ss@')).send(order);
    expect(shop.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
  });

  it.each(['', 'localhost:5100', 'ftp://127.0.0.1', 'http://'])('is refused for the URL "%s"', (url) => {
    expect(() => clientOf(url)).toThrow(/not an http URL/);
  });

  it('keeps the password of an unusable URL out of the message', () => {
    expect(() => clientOf('amqp://ann:secret@broker')).toThrow(/^not an http URL: broker$/);
  });
});
