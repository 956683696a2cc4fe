import { describe, expect, it } from 'vitest';
import { ProbeTable } from '../../../src/probes/configured/probe-table.ts';
import { relationsOf } from '../../../src/probes/configured/relations.ts';
import type { Database } from '../../../src/probes/postgres.ts';
import { configOf } from '../../config/configs.ts';

const { probes } = configOf({
  order: { url: 'http://127.0.0.1:8080/orders', body: '{{key}}' },
  probes: {
    dsn: 'postgres://app@db/shop',
    outbox: { table: 'outbox', id: 'id', sent: { by: 'deleted' } },
    inbox: { table: 'inbox', event: 'id' },
    shipments: { table: 'shipments', order: 'order_id' },
    payments: { charges: { table: 'charges', order: 'order_id' } },
  },
});

/** What the database is asked for where a table stands. */
async function askedForMarks(name: 'outbox' | 'inbox' | 'shipments' | 'charges', more: object = {}) {
  const asked: string[] = [];
  const database = {
    address: 'db:5432/shop',
    rows: async ({ text }: { text: string }) => {
      asked.push(text);
      return [];
    },
  } as unknown as Database;
  const relation = relationsOf({ ...probes, [name]: { ...probes[name], ...more } })[name];
  if (relation === undefined) throw new Error(`no ${name}`);
  await new ProbeTable(relation, database).marks(1000);
  return asked.join(';');
}

describe('where a table stands', () => {
  it.each(['outbox', 'inbox'] as const)('is how many rows it has: %s', async (name) => {
    expect(await askedForMarks(name)).toContain('count(*)');
  });

  it.each(['shipments', 'charges'] as const)(
    'reads no row of what is found by its order: %s',
    async (name) => {
      const text = await askedForMarks(name);
      expect(text).not.toContain('count(*)');
      expect(text).toContain('where false');
    },
  );

  it('is its highest position where it has one', async () => {
    const text = await askedForMarks('inbox', { position: 'at' });
    expect(text).toContain('max("position")');
    expect(text).not.toContain('count(*)');
  });
});
