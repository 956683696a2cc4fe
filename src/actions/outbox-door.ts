import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { PlantedPoison } from '../model/deed.ts';

/** More than the broker takes in one frame-set of properties, and than the relay may publish: see the shop's README. */
const unpublishableType = 'x'.repeat(300);

/**
 * Puts a row into the reference shop's outbox that can never be published: a routing key is at most 255 bytes long.
 * @param key marks it as this run's, as its customer
 */
export async function plantOutboxRow(ordersDsn: string, key: string): Promise<PlantedPoison> {
  const client = new pg.Client({
    connectionString: ordersDsn,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const id = randomUUID();
    const payload = { orderId: id, customer: key };
    await client.query('insert into outbox (id, type, payload) values ($1, $2, $3)', [
      id,
      unpublishableType,
      payload,
    ]);
    return { kind: 'poison-planted', where: 'outbox', id, detail: 'a row that cannot be published' };
  } finally {
    await client.end().catch(() => {});
  }
}
