import type pg from 'pg';
import type { Bench } from './measurement.ts';

/** Small enough that an interruption is noticed and a word can be said. */
const chunk = 250_000;

/** Rows that were sent an hour ago: too young for the cleaning, too old for anybody else. Ids in time order, as v7's. */
const insert = `
  insert into outbox (id, type, payload, created_at, sent_at)
  select lpad(to_hex(n), 32, '0')::uuid, 'order.confirmed', jsonb_build_object(
    'orderId', lpad(to_hex(n), 32, '0')::uuid, 'customer', 'bench-old-' || n, 'productId', 3, 'quantity', 1,
    'amountCents', 1890, 'occurredAt', now()), now() - interval '1 hour', now() - interval '1 hour'
  from generate_series($1::bigint, $2::bigint) n`;

/** Fills the outbox up to so many sent rows, and lets the planner know. */
export async function insertSentRows(
  client: pg.Client,
  upTo: number,
  { signal, say }: Pick<Bench, 'signal' | 'say'>,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from outbox');
  const first = (rows[0]?.count ?? 0) + 1;
  for (let from = first; from <= upTo; from += chunk) {
    signal.throwIfAborted();
    const to = Math.min(upTo, from + chunk - 1);
    await client.query(insert, [from, to]);
    if (to % 1_000_000 === 0) say(`watch: ${to} old rows`);
  }
  await client.query('analyze outbox');
  // Otherwise the server would still be writing these rows out while it is measured.
  await client.query('checkpoint');
}
