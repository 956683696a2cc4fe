import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { configuredOrder, orderPlace } from '../../src/load/configured-order.ts';
import { answerOf } from '../../src/load/order-answer.ts';
import { configOf } from '../config/configs.ts';

const identity = { runId: 'r7', n: 3, key: 'r7-3' };

/** How a shop with this order request takes orders. */
function shapeOf(order: object, statuses: object = {}, door = 'http://127.0.0.1:8080') {
  const config = configOf({ url: door, order: { url: '/orders', ...order }, statuses });
  const goods = { productId: '5', quantity: 2 };
  return configuredOrder({ spec: config.order, statuses: config.statuses, door: config.url, goods });
}

/** The headers of a composed request by name. */
function headersOf(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? '']] : [])));
}

describe('an order by its config', () => {
  it('has its placeholders filled in, in text and in each text of an object', () => {
    const text = shapeOf({
      url: '/o/{{n}}?r={{runId}}',
      body: '{"who": "{{key}}", "p": {{product}}, "q": {{ quantity }}}',
    });
    expect(text.compose(identity)).toMatchObject({
      method: 'POST',
      path: '/o/3?r=r7',
      body: '{"who": "r7-3", "p": 5, "q": 2}',
    });
    const object = shapeOf({ body: { lines: [{ who: 'Ann {{key}}', n: 1 }], id: '{{uuid}}' } });
    const body = JSON.parse(object.compose(identity).body);
    expect(body).toMatchObject({ lines: [{ who: 'Ann r7-3', n: 1 }] });
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(object.compose(identity).body).id).not.toBe(body.id);
  });

  it.each<[unknown, string | undefined]>([
    [{ a: 1 }, 'application/json'],
    ['{"a": 1}', 'application/json'],
    ['a=1&b={{n}}', 'application/x-www-form-urlencoded'],
    [undefined, undefined],
  ])('says what its body %j is', (body, type) => {
    expect(headersOf(shapeOf({ body }).compose(identity).headers)['content-type']).toBe(type);
  });

  it('carries headers and cookies', () => {
    const { headers } = shapeOf({ headers: { 'X-Run': '{{runId}}' }, cookies: { a: '1', b: '2' } }).compose(
      identity,
    );
    expect(headersOf(headers)).toMatchObject({ 'x-run': 'r7', cookie: 'a=1; b=2' });
  });

  it.each([
    ['/orders', { door: 'http://shop:1', path: '/orders' }],
    ['http://other:2/x?y=1', { door: 'http://other:2', path: '/x?y=1' }],
    ['http://other:2', { door: 'http://other:2', path: '/' }],
  ])('goes to the place %s', (url, place) => {
    expect(orderPlace(url, 'http://shop:1')).toEqual(place);
  });
});

describe('a reply', () => {
  const json = (value: unknown) => JSON.stringify(value);
  it.each<[string, object, object, number, string, object]>([
    [
      'the id deep down',
      { id: 'data.id' },
      {},
      200,
      json({ data: { id: 17 } }),
      { outcome: 'accepted', result: 'Confirmed', orderId: '17' },
    ],
    [
      'the id in a list',
      { id: 'items.0.uuid' },
      {},
      201,
      json({ items: [{ uuid: 'A' }] }),
      { outcome: 'accepted', orderId: 'A' },
    ],
    [
      'an id that a double cannot hold',
      { id: 'id' },
      {},
      201,
      '{"id": 9007199254740993}',
      { outcome: 'accepted', orderId: '9007199254740993' },
    ],
    [
      'the id in text',
      { id: { regex: 'Order created: (\\d+)' } },
      {},
      200,
      'Order created: 17',
      { outcome: 'accepted', orderId: '17' },
    ],
    [
      'a uuid in upper case',
      { id: 'id' },
      {},
      200,
      json({ id: '0F6EC9A2-1F6A-4A5E-9D4E-000000000001' }),
      { orderId: '0f6ec9a2-1f6a-4a5e-9d4e-000000000001' },
    ],
    [
      'no id where there should be one',
      { id: 'id' },
      {},
      200,
      '{}',
      { outcome: 'unknown', reason: 'no order id in the reply' },
    ],
    ['no id where there is never one', {}, {}, 202, '', { outcome: 'accepted', result: 'Confirmed' }],
    [
      'a status of its own words',
      { id: 'id', status: 'state' },
      { confirmed: ['PAID'] },
      200,
      json({ id: 1, state: 'paid' }),
      { result: 'Confirmed' },
    ],
    [
      'a status that is open',
      { id: 'id', status: 'state' },
      { open: ['NEW'] },
      200,
      json({ id: 1, state: 'NEW' }),
      { outcome: 'accepted', result: 'Pending' },
    ],
    [
      'a status nobody named',
      { id: 'id', status: 'state' },
      { confirmed: ['PAID'] },
      200,
      json({ id: 1, state: 'ODD' }),
      { result: 'ODD' },
    ],
    [
      'a refusal with its reason',
      { reason: 'error.code' },
      {},
      422,
      json({ error: { code: 'SOLD_OUT' } }),
      { outcome: 'refused', result: 'HTTP 422', reason: 'SOLD_OUT' },
    ],
    ['a crash', { id: 'id' }, {}, 500, json({ id: 1 }), { outcome: 'unknown', result: 'HTTP 500' }],
  ])('with %s', (_title, reply, statuses, status, body, expected) => {
    const answer = { status, body };
    expect(answerOf(answer, shapeOf({ reply }, statuses).read(answer))).toMatchObject(expected);
  });

  it.each<[object, number, string, string]>([
    [{ status: [201] }, 201, '{"id": 1}', 'accepted'],
    [{ status: [201] }, 200, '{"id": 1}', 'unknown'],
    [{ status: [302] }, 302, '{"id": 1}', 'accepted'],
    [{ where: { path: 'ok', equals: true } }, 200, '{"id": 1, "ok": true}', 'accepted'],
    [{ where: { path: 'ok', equals: true } }, 200, '{"id": 1, "ok": false}', 'refused'],
    [{ where: { path: 'error', equals: null } }, 200, '{"id": 1, "error": null}', 'accepted'],
    [{ where: { path: 'error', equals: null } }, 200, '{"id": 1}', 'refused'],
    [{ status: [201] }, 404, '{}', 'refused'],
  ])('%j makes of %i %s: %s', (accepted, status, body, outcome) => {
    const shape = shapeOf({ accepted, reply: { id: 'id' } });
    expect(answerOf({ status, body }, shape.read({ status, body })).outcome).toBe(outcome);
  });

  it('that was cut off is no answer', () => {
    const cut = { status: 200, body: '{"id": 1}', cutOff: 'timeout after 10 ms' };
    const shape = shapeOf({ reply: { id: 'id' } });
    expect(answerOf(cut, shape.read(cut))).toMatchObject({
      outcome: 'unknown',
      reason: 'timeout after 10 ms',
    });
  });
});

describe('before the first order', () => {
  const opened: { close(): void }[] = [];
  afterEach(() => {
    for (const server of opened.splice(0)) server.close();
  });

  /** A door that writes down what comes, and answers each path as told. */
  async function doorWith(answers: Record<string, [status: number, body: string, cookies?: string[]]>) {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      const [status, body, cookies = []] = answers[request.url ?? ''] ?? [404, 'nothing here'];
      seen.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`.trim());
      response.writeHead(status, { 'set-cookie': cookies });
      response.end(body);
    });
    opened.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('it logs in once, sends the seeds with what the login gave, and every order carries it', async () => {
    const door = await doorWith({
      '/login': [200, '{"access": {"token": "t0"}}', ['sid=abc; Path=/; HttpOnly', 'lang=en']],
      '/stock': [409, 'there already'],
    });
    const takeHeader = { name: 'Authorization', value: 'Bearer {{token}}', token: 'access.token' };
    const shape = shapeOf(
      {
        login: { url: '/login', takeHeader },
        seed: [{ url: '/stock', method: 'PUT' }],
        cookies: { shop: '1' },
      },
      {},
      door.url,
    );
    await shape.prepare?.('r7');
    await shape.prepare?.('r7');
    expect(door.seen).toEqual(['POST /login', 'PUT /stock shop=1; sid=abc; lang=en']);
    expect(headersOf(shape.compose(identity).headers)).toMatchObject({
      authorization: 'Bearer t0',
      cookie: 'shop=1; sid=abc; lang=en',
    });
  });

  it('the seeds of each run hold its own id', async () => {
    const door = await doorWith({ '/stock/r7': [200, ''], '/stock/r8': [200, ''], '/login': [200, ''] });
    const order = { login: { url: '/login' }, seed: [{ url: '/stock/{{runId}}' }] };
    const shape = shapeOf(order, {}, door.url);
    for (const runId of ['r7', 'r7', 'r8']) await shape.prepare?.(runId);
    expect(door.seen).toEqual(['POST /login', 'POST /stock/r7', 'POST /login', 'POST /stock/r8']);
  });

  it.each<[string, object, RegExp]>([
    [
      'a login that is refused',
      { login: { url: '/no' } },
      /the login: POST \/no answered HTTP 404: nothing here/,
    ],
    [
      'a login without its token',
      { login: { url: '/login', takeHeader: { name: 'a', value: '{{token}}', token: 'token' } } },
      /the login gave no token/,
    ],
    [
      'a seed that is refused',
      { seed: [{ url: '/login' }, { url: '/no' }] },
      /seed request 2: POST \/no answered HTTP 404/,
    ],
  ])('%s ends the run', async (_title, order, message) => {
    const door = await doorWith({ '/login': [200, '{}'] });
    await expect(shapeOf(order, {}, door.url).prepare?.('r7')).rejects.toThrow(message);
  });
});
