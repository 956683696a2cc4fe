import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRun, once, runId, ShapeDatabase, withDatabase, withinMs } from './shape-database.ts';

let database: ShapeDatabase;
beforeEach(async () => {
  database = await ShapeDatabase.create();
});
afterEach(() => database.drop());

describe.each<[string, string, string, string]>([
  ['uuid', 'uuid', '0F6ec9a2-1f6a-4a5e-9d4e-000000000001', '0f6ec9a2-1f6a-4a5e-9d4e-000000000001'],
  ['serial', 'bigint', '17', '17'],
  ['text', 'text', 'ORD-0017', 'ORD-0017'],
  [
    'a uuid in upper case in a varchar',
    'varchar(36)',
    '0F6EC9A2-1F6A-4A5E-9D4E-000000000001',
    '0f6ec9a2-1f6a-4a5e-9d4e-000000000001',
  ],
])('ids that are %s', (_name, type, written, told) => {
  it('are compared as text with what the reply told', async () => {
    await database.sql(
      `create table shipments (id bigserial, order_id ${type}, at timestamptz default clock_timestamp())`,
    );
    const probes = database.probes({
      shipments: { table: 'shipments', id: 'id', order: 'order_id', position: 'at' },
    });
    const scope = await beginRun(probes, [told, 'never-there', '999999999999999999999']);
    await database.sql(`insert into shipments (order_id) values ($1)`, [written]);
    const { shipments, failures } = await probes.evidence(scope, withinMs);
    expect(failures).toBeUndefined();
    expect(shipments).toEqual([{ shipmentId: '1', orderId: told }]);
    expect((await probes.sample(scope, withinMs)).shipping).toEqual({ shipments: 1 });
    expect(await probes.progress(scope, withinMs)).toMatchObject({ shippedOrders: 1 });
  });
});

describe('how many effects an order has', () => {
  it('two: one of them is not an arrival yet', async () => {
    await database.sql('create table effects (id bigserial, order_id text)');
    const probes = database.probes({
      effectsPerOrder: 2,
      shipments: { table: 'effects', id: 'id', order: 'order_id', position: 'id' },
    });
    const scope = await beginRun(probes, ['a', 'b']);
    await database.sql(`insert into effects (order_id) values ('a'), ('a'), ('b')`);
    expect(await probes.progress(scope, withinMs)).toMatchObject({ shippedOrders: 1, confirmedOrders: 1 });
    const { shipments, shape } = await probes.evidence(scope, withinMs);
    expect(shipments?.map(({ orderId }) => orderId).sort()).toEqual(['a', 'a', 'b']);
    expect(shape?.effectsPerOrder).toBe(2);
  });

  it('none: the inbox is the evidence, with one row for each of two handlers', async () => {
    await database.sql(`create table outbox (id uuid primary key, order_id text, sent boolean);
      create table inbox (message_id varchar(36), handler text, at timestamptz default clock_timestamp())`);
    const probes = database.probes({
      effectsPerOrder: 0,
      outbox: { table: 'outbox', id: 'id', order: 'order_id', sent: { by: 'boolean', column: 'sent' } },
      inbox: { table: 'inbox', event: 'message_id', position: 'at', rowsPerEvent: 2 },
    });
    const scope = await beginRun(probes, ['a', 'b']);
    const [first, second] = [randomUUID(), randomUUID()];
    await database.sql(`insert into outbox values ($1, 'a', true), ($2, 'b', true)`, [first, second]);
    const insert = `insert into inbox (message_id, handler) values ($1, 'mail'), ($1, 'stock'), ($2, 'mail')`;
    await database.sql(insert, [first.toUpperCase(), second.toUpperCase()]);
    const { shipments, inbox } = await probes.evidence(scope, withinMs);
    expect(shipments).toEqual([{ shipmentId: 'in the inbox', orderId: 'a' }]);
    expect(inbox?.length).toBe(3);
    expect(await probes.progress(scope, withinMs)).toMatchObject({ shippedOrders: 1 });
    expect((await probes.sample(scope, withinMs)).shipping).toEqual({ inbox: 3 });
  });

  it('none, with the order in the inbox itself', async () => {
    await database.sql('create table inbox (n bigserial, event text, order_id text)');
    const probes = database.probes({
      effectsPerOrder: 0,
      inbox: { table: 'inbox', event: 'event', order: 'order_id', position: 'n' },
    });
    const scope = await beginRun(probes, ['a', 'b']);
    await database.sql(`insert into inbox (event, order_id) values ('e1', 'a')`);
    expect((await probes.evidence(scope, withinMs)).shipments).toEqual([
      { shipmentId: 'in the inbox', orderId: 'a' },
    ]);
  });
});

describe('orders', () => {
  it('are found by the run’s id in whatever text holds it, and said in the promises’ words', async () => {
    await database.sql('create table "Orders" ("Id" serial primary key, "Email" text, state int, why text)');
    await database.sql(`insert into "Orders" ("Email", state) values ('yesterday-1@example.com', 0)`);
    const probes = database.probes(
      { orders: { table: 'Orders', id: 'Id', status: 'state', reason: 'why', key: 'Email', position: 'Id' } },
      { confirmed: ['1', '4'], open: ['0'], cancelled: ['9'] },
    );
    const scope = await beginRun(probes, []);
    await database.sql(
      `insert into "Orders" ("Email", state, why) values ($1, 1, null), ($2, 9, 'no stock'), ($3, 0, null), ('somebody@else', 1, null)`,
      [1, 2, 3].map((n) => `${runId}-${n}@example.com`),
    );
    const { orders } = await probes.evidence(scope, withinMs);
    expect(orders).toEqual([
      { orderId: '2', key: `${runId}-1`, status: 'Confirmed' },
      { orderId: '3', key: `${runId}-2`, status: 'Cancelled', reason: 'no stock' },
      { orderId: '4', key: `${runId}-3`, status: 'Pending' },
    ]);
    expect((await probes.sample(scope, withinMs)).orders).toEqual({ Confirmed: 1, Cancelled: 1, Pending: 1 });
    expect(await probes.progress(scope, withinMs)).toMatchObject({ confirmedOrders: 1, openSagas: 1 });
  });

  it('with a status that the config does not name are nobody’s to judge', async () => {
    await database.sql(
      'create table orders (id serial primary key, state text, at timestamptz default now())',
    );
    const probes = database.probes(
      { orders: { table: 'orders', id: 'id', status: 'state' } },
      { confirmed: ['paid'] },
    );
    const scope = await beginRun(probes, ['1']);
    await database.sql(`insert into orders (state) values ('on hold')`);
    const { orders, failures } = await probes.evidence(scope, withinMs);
    expect(orders).toBeNull();
    expect(failures?.['orders']).toContain("'on hold'");
  });
});

describe('money and stock', () => {
  it('come from tables of another unit, a condition and a query', async () => {
    await database.sql(`create table ledger (order_ref text, kind text, amount numeric);
      create table goods (sku text, stock int); create table holds (order_ref text, sku text, released boolean)`);
    await database.sql(`insert into goods values ('x', 10)`);
    const entries = (kind: string) => ({
      table: 'ledger',
      where: `kind = '${kind}'`,
      order: 'order_ref',
      amount: 'amount',
      centsPerUnit: 100,
    });
    const probes = database.probes({
      payments: { charges: entries('debit'), refunds: entries('credit') },
      stock: {
        reservations: { table: 'holds', order: 'order_ref', product: 'sku', active: 'not released' },
        counts: {
          query: `select sku as product, stock as "onShelf", (select count(*) from holds h where h.sku = g.sku and not released) as reserved from goods g`,
        },
      },
    });
    const scope = await beginRun(probes, ['a']);
    expect(scope.baseline.stock).toEqual([{ productId: 'x', onShelf: 10, reserved: 0 }]);
    await database.sql(
      `insert into ledger values ('a', 'debit', 12.5), ('a', 'credit', 2), ('other', 'debit', 1)`,
    );
    await database.sql(`update goods set stock = 9`);
    await database.sql(`insert into holds values ('a', 'x', false)`);
    const evidence = await probes.evidence(scope, withinMs);
    expect(evidence).toMatchObject({
      charges: [{ orderId: 'a', amountCents: 1250 }],
      refunds: [{ orderId: 'a', amountCents: 200 }],
      reservations: [{ orderId: 'a', productId: 'x', quantity: 1, active: true }],
      stock: [{ productId: 'x', onShelf: 9, reserved: 1 }],
    });
  });
});

describe('where the tables are', () => {
  it('may be several databases', async () => {
    const second = await ShapeDatabase.create();
    try {
      await database.sql('create table orders (id text, state text)');
      await second.sql('create table parcels (order_id text)');
      const probes = database.probes({
        orders: { table: 'orders', id: 'id', status: 'state' },
        shipments: { dsn: second.dsn, table: 'parcels', order: 'order_id' },
      });
      const scope = await beginRun(probes, ['a']);
      await database.sql(`insert into orders values ('a', 'Confirmed')`);
      await second.sql(`insert into parcels values ('a')`);
      const { orders, shipments } = await probes.evidence(scope, withinMs);
      expect([orders?.length, shipments?.length]).toEqual([1, 1]);
      await probes.close();
    } finally {
      await second.drop();
    }
  });

  it('needs no more than the right to read', async () => {
    await database.sql('create table parcels (n bigserial, order_id text)');
    const role = `reader_${runId.replaceAll('-', '_')}`;
    await database.sql(`create role ${role} login password 'reading'; grant select on parcels to ${role}`);
    try {
      const url = new URL(database.dsn);
      url.username = role;
      url.password = 'reading';
      const probes = database.probes({
        shipments: { dsn: url.href, table: 'parcels', order: 'order_id', position: 'n' },
      });
      const scope = await beginRun(probes, ['a']);
      await database.sql(`insert into parcels (order_id) values ('a')`);
      expect((await probes.evidence(scope, withinMs)).shipments?.length).toBe(1);
      await probes.close();
    } finally {
      await once(
        withDatabase(database.dsn, new URL(database.dsn).pathname.slice(1)),
        `drop owned by ${role}; drop role ${role}`,
      );
    }
  });
});
