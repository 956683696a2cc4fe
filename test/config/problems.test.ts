import { describe, expect, it } from 'vitest';
import { leastConfig, problemLines } from './configs.ts';

describe('a config', () => {
  it('with ten mistakes shows ten lines, each with its path, the value and what to give', () => {
    const lines = problemLines({
      order: {
        url: 'orders',
        method: 'PSOT',
        timeout: 10,
        accepted: { status: [99] },
        reply: { id: { regex: 'Order created' } },
        bdoy: 'x',
      },
      settle: 'soon',
      probes: { orders: { dsn: 'mysql://a:hidden@db/shop', table: 'orders', id: 'id', status: 'status' } },
      broker: { url: 'http://broker' },
      targets: { broker: { runtime: 'dockr' } },
    });
    expect(lines).toEqual([
      "order.url: 'orders'; give a path such as /api/orders, or a URL such as http://127.0.0.1:8080/api/orders",
      "order.method: 'PSOT'; give one of POST, PUT, PATCH, GET, DELETE",
      "order.timeout: '10'; give a time such as 500ms, 20s or 2m",
      "order.accepted.status[0]: '99'; give HTTP statuses, e.g. [200, 201]",
      "order.reply.id.regex: 'Order created'; give a regular expression with one group, e.g. Order created: (\\d+)",
      'order.bdoy: nobody knows this key; near it: body',
      "probes.orders.dsn: 'mysql://a:***@db/shop'; give a DSN such as postgres://USER:PASSWORD@HOST:5432/NAME",
      "broker.url: 'http://broker'; give a broker URL such as amqp://USER:PASSWORD@HOST:5672",
      "targets.broker.runtime: 'dockr'; give how it is reached: { runtime: process, docker, kubernetes, aspire or command, … }",
      "settle: 'soon'; give a time such as 500ms, 20s or 2m",
    ]);
  });

  it.each<[string, unknown, string]>([
    ['that is a text', 'orders', "the config: 'orders'; give a config: { order, probes, broker, targets }"],
    ['without an order', {}, 'order: missing; give how an order is sent: { url, body, reply, … }'],
    [
      'whose door is nowhere',
      { order: { url: '/orders' } },
      "url: missing; give the shop's public door: order.url is only a path, /orders",
    ],
    [
      'whose reply is accepted where nobody knows',
      accepting('ok'),
      "order.accepted.where: 'ok'; give { path, equals }",
    ],
    [
      'whose reply is accepted without a value',
      accepting({ path: 'ok' }),
      'order.accepted.where.equals: missing; give the text, number, true, false or null that the reply holds there, e.g. true',
    ],
    [
      'whose reply is accepted with a value of several',
      accepting({ path: 'ok', equals: [true] }),
      'order.accepted.where.equals: a list; give the text, number, true, false or null that the reply holds there, e.g. true',
    ],
    [
      'whose reply is accepted along a list',
      accepting({ path: ['ok'], equals: true }),
      'order.accepted.where.path: a list; give a path into the JSON, e.g. data.id',
    ],
    [
      'with a header that is an object',
      { order: { ...leastConfig.order, headers: { accept: { json: true } } } },
      'order.headers.accept: an object; give texts by name, e.g. { authorization: "Bearer ${TOKEN}" }',
    ],
    [
      'with a word that is an object',
      { ...leastConfig, statuses: { open: [{ NEW: 1 }] } },
      'statuses.open[0]: an object; give words of the shop, e.g. [NEW]',
    ],
    [
      'with a target nobody knows',
      { ...leastConfig, targets: { brokr: { runtime: 'process' } } },
      'targets.brokr: nobody knows this key; near it: broker',
    ],
    [
      'with half a compose service',
      { ...leastConfig, targets: { broker: { runtime: 'docker', project: 'shop' } } },
      'targets.broker: an object; give either container, or project and service',
    ],
    [
      'with a pause and no resume',
      {
        ...leastConfig,
        targets: { broker: { runtime: 'command', start: 'a', stop: 'b', status: 'c', pause: 'd' } },
      },
      'targets.broker.resume: missing; give a command line: pause and resume go together',
    ],
    [
      'with a probe without a database',
      { ...leastConfig, probes: { shipments: { table: 'shipments', order: 'order_id' } } },
      'probes.shipments.dsn: missing; give a DSN here, or probes.dsn for all probes',
    ],
    [
      'with a condition beside a query',
      probing({ shipments: { query: 'select order_id as "order" from parcels', where: "tenant = 'a'" } }),
      "probes.shipments.where: 'tenant = 'a''; give it within the query: beside a query this would count for nothing",
    ],
    [
      'with columns of a query',
      probing({ outbox: { query: 'select 1', sent: { by: 'boolean', column: 'sent' } } }),
      'probes.outbox.sent: an object; give it within the query: beside a query this would count for nothing',
    ],
    [
      'with a table and a query',
      probing({ shipments: { table: 'shipments', order: 'order_id', query: 'select 1' } }),
      "probes.shipments.query: 'select 1'; give either a table or a query, not both",
    ],
    [
      'with neither',
      probing({ shipments: { order: 'order_id' } }),
      'probes.shipments.table: missing; give the name of a table, or a query',
    ],
    [
      'without the field that a table must have',
      probing({ outbox: { table: 'outbox', id: 'id' } }),
      'probes.outbox.sent: missing; give a column of the table, or { column, json } for something in its JSON',
    ],
    [
      'with a name that is no name',
      probing({ shipments: { table: 'shipments; drop table orders', order: 'order_id' } }),
      "probes.shipments.table: 'shipments; drop table orders'; give the name of a table, with its schema where it needs one, e.g. outbox or shop.Outbox",
    ],
    [
      'with a key and no run id in the order',
      probing({ shipments: { table: 'shipments', order: 'order_id', key: 'customer' } }),
      "probes.shipments.key: 'customer'; give no key, or an order request that holds {{runId}}: without it the run id is nowhere to be found",
    ],
    [
      'with a placeholder nobody knows',
      { order: { ...leastConfig.order, seed: [{ url: '/a', body: { customer: '{{runid}}' } }] } },
      'order.seed[0].body.customer: nobody knows {{runid}}; known here are {{runId}} {{uuid}} {{product}} {{quantity}}',
    ],
    [
      'with the number of an order before there is one',
      { order: { ...leastConfig.order, login: { url: '/login', body: 'user={{key}}' } } },
      "order.login.body: {{key}} is an order's, and this is sent once, before the first; known here are {{runId}} {{uuid}} {{product}} {{quantity}}",
    ],
    [
      'with a placeholder of an order nobody knows',
      { order: { ...leastConfig.order, body: '{{runid}}' } },
      'order.body: nobody knows {{runid}}; known are {{runId}} {{n}} {{key}} {{uuid}} {{product}} {{quantity}}',
    ],
    [
      'with a key and the run id in a seed alone',
      {
        ...probing({ shipments: { table: 'shipments', order: 'order_id', key: 'customer' } }),
        order: { ...leastConfig.order, seed: [{ url: '/stock', body: '{{runId}}' }] },
      },
      "probes.shipments.key: 'customer'; give no key, or an order request that holds {{runId}}: without it the run id is nowhere to be found",
    ],
    [
      'with no effects and an inbox that names no order',
      probing({ effectsPerOrder: 0, inbox: { table: 'inbox', event: 'id' } }),
      "probes.inbox.order: missing; give the field with the order's id: with no effects the inbox is the evidence, and nothing says which order an event is of",
    ],
    [
      'with a way of being sent that there is not',
      probing({ outbox: { table: 'outbox', id: 'id', sent: { by: 'magic' } } }),
      "probes.outbox.sent.by: 'magic'; give how a row says that it was sent: { by: boolean, timestamp, status, deleted, archive or nothing }",
    ],
  ])('%s says so', (_title, value, line) => {
    expect(problemLines(value)).toEqual([line]);
  });

  it('says what several values are wrong about together, beside what single ones are', () => {
    const value = {
      order: { url: '/orders', body: '{{who}}' },
      probes: { shipments: { table: 'shipments', order: 'order_id' } },
      settle: 'soon',
    };
    expect(problemLines(value).map((line) => line.split(': ')[0])).toEqual([
      'settle',
      'url',
      'order.body',
      'probes.shipments.dsn',
    ]);
  });

  it('names a variable that is not set, and shows no other', () => {
    const value = {
      order: { url: 'http://127.0.0.1:8080/orders', headers: { authorization: 'Bearer ${TOKEN}' } },
      probes: { dsn: 'pg://app:${DB_PASSWORD}@db/shop' },
    };
    expect(problemLines(value, { DB_PASSWORD: 'hunter2' })).toEqual([
      'order.headers.authorization: ${TOKEN} is not set in the environment; export TOKEN=…, or write $${TOKEN} where the text is meant as it stands',
      "probes.dsn: 'pg://app:***@db/shop'; give a DSN such as postgres://USER:PASSWORD@HOST:5432/NAME",
    ]);
  });

  it.each(['postgres:/app:hunter2@db/shop', 'postgres//app:hunter2@db/shop'])(
    'refuses a DSN with a slash forgotten, and hides its password: %s',
    (dsn) => {
      const [line, ...others] = problemLines({ ...leastConfig, probes: { dsn } });
      expect(others).toEqual([]);
      expect(line).toBe(
        `probes.dsn: '${dsn.replace('hunter2', '***')}'; give a DSN such as postgres://USER:PASSWORD@HOST:5432/NAME`,
      );
    },
  );

  it('refuses a regex that the reply could not be read with', () => {
    const order = { ...leastConfig.order, reply: { id: { regex: 'Order\\-(\\d+)' } } };
    expect(problemLines({ ...leastConfig, order })).toEqual([
      expect.stringContaining('order.reply.id.regex'),
    ]);
  });

  it('hides what a secret key holds', () => {
    const value = {
      ...leastConfig,
      order: { ...leastConfig.order, cookies: { session_token: ['hunter2'] } },
      password: 'hunter2',
    };
    expect(problemLines(value).join('\n')).not.toContain('hunter2');
  });
});

function accepting(where: unknown) {
  return { order: { ...leastConfig.order, accepted: { where } } };
}

function probing(probes: object) {
  return { ...leastConfig, probes: { dsn: 'postgres://app@db/shop', ...probes } };
}
