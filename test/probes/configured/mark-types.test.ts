import { describe, expect, it } from 'vitest';
import { inspectRelation } from '../../../src/probes/configured/inspect.ts';
import { relationsOf } from '../../../src/probes/configured/relations.ts';
import type { ColumnKind, Database } from '../../../src/probes/postgres.ts';
import { configOf } from '../../config/configs.ts';

const kindOf: Readonly<Record<string, ColumnKind>> = {
  boolean: 'flag',
  bigint: 'number',
  'timestamp with time zone': 'time',
  date: 'time',
  text: 'other',
};
const names = Object.keys(kindOf);

/** Looks at an outbox whose columns all have this type. */
async function inspected(type: string, probe: object): Promise<unknown> {
  const { probes } = configOf({
    order: { url: 'http://127.0.0.1:8080/orders' },
    probes: { dsn: 'postgres://app@db/shop', outbox: { table: 'Outbox', id: 'Id', ...probe } },
  });
  const column = { kind: kindOf[type] ?? 'other', typeId: names.indexOf(type) };
  const database = {
    address: 'db:5432/shop',
    columns: async ({ text }: { text: string }) =>
      [...text.matchAll(/as "(\w+)"/g)].map(([, name = '']) => ({ name, ...column })),
    rows: async ({ values: [id] }: { values: number[] }) => [{ name: names[id ?? 0] }],
  } as unknown as Database;
  const { outbox } = relationsOf(probes);
  if (outbox === undefined) throw new Error('no outbox');
  return await inspectRelation(outbox, database, 1000);
}

const sent = (by: string) => ({
  sent: { by, column: 'SentAt', ...(by === 'status' ? { values: ['x'] } : {}) },
});
const givenUp = (mark: object) => ({ sent: { by: 'deleted' }, givenUp: { column: 'Gone', ...mark } });

describe('a column that says what became of a row', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'text',
      sent('timestamp'),
      'sent: { by: timestamp } takes a timestamp or a date, null until then',
      /by: status/,
    ],
    [
      'bigint',
      sent('timestamp'),
      'sent: { by: timestamp } takes a timestamp or a date, null until then',
      /a query/,
    ],
    ['text', sent('boolean'), 'sent: { by: boolean } takes a boolean, or 0 and 1', /by: status/],
    ['date', sent('boolean'), 'sent: { by: boolean } takes a boolean, or 0 and 1', /by: timestamp/],
    ['date', sent('status'), 'sent: { by: status } takes a text, a number or an enum', /by: timestamp/],
  ])('is refused of type %s in %j', async (type, probe, takes, hint) => {
    await expect(inspected(type, probe)).rejects.toMatchObject({
      exitCode: 64,
      message: `probe outbox: the column SentAt of Outbox is of type ${type}; ${takes}`,
      hint: expect.stringMatching(hint),
    });
  });

  it.each<[string, object]>([
    ['text', { by: 'attempts', atLeast: 5 }],
    ['boolean', { by: 'timestamp' }],
    ['text', { by: 'boolean' }],
  ])('is refused of type %s where it says that a row is given up, %j', async (type, mark) => {
    await expect(inspected(type, givenUp(mark))).rejects.toThrow(
      `the column Gone of Outbox is of type ${type}; givenUp: { by: `,
    );
  });

  it.each<[string, object]>([
    ['timestamp with time zone', sent('timestamp')],
    ['date', sent('timestamp')],
    ['boolean', sent('boolean')],
    ['bigint', sent('boolean')],
    ['text', sent('status')],
    ['boolean', sent('status')],
    ['bigint', givenUp({ by: 'attempts', atLeast: 5 })],
    ['text', { sent: { by: 'nothing' } }],
  ])('is taken of type %s in %j', async (type, probe) => {
    await expect(inspected(type, probe)).resolves.toContain('state');
  });
});
