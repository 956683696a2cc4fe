import type pg from 'pg';
import { withDatabase } from './database.ts';
import type { BenchStack } from './stack.ts';

/** Valid payloads of orders that no customer made: the relay and shipping cannot tell the difference. */
const insertWaiting = `
  insert into outbox (id, type, payload)
  select gen_random_uuid(), 'order.confirmed', jsonb_build_object(
    'orderId', gen_random_uuid(), 'customer', $1 || '-' || n, 'productId', 3, 'quantity', 1,
    'amountCents', 1890, 'occurredAt', now())
  from generate_series(1, $2::int) n order by n`;

/** Puts unsent events into the outbox. */
export async function insertEvents(client: pg.Client, customer: string, count: number): Promise<void> {
  await client.query(insertWaiting, [customer, count]);
}

const noneUnsent = 'not exists (select from outbox where sent_at is null and parked_at is null)';

export async function isDrained(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ drained: boolean }>(`select ${noneUnsent} as drained`);
  return rows[0]?.drained ?? false;
}

/** How far shipping is, by the one table that grows with each message. */
export async function inboxCount(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from inbox');
  return rows[0]?.count ?? 0;
}

export interface ShopDatabases {
  readonly orders: pg.Client;
  readonly shipping: pg.Client;
}

/** One connection to each of the two databases that an event passes. */
export function withShopDatabases<Result>(
  stack: BenchStack,
  work: (databases: ShopDatabases) => Promise<Result>,
): Promise<Result> {
  return withDatabase(stack.dsn('ordersdb'), (orders) =>
    withDatabase(stack.dsn('shippingdb'), (shipping) => work({ orders, shipping })),
  );
}
