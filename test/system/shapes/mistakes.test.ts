import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShopctlError } from '../../../src/errors.ts';
import { beginRun, runId, ShapeDatabase, withinMs } from './shape-database.ts';

let database: ShapeDatabase;
beforeEach(async () => {
  database = await ShapeDatabase.create();
  await database.sql('create table "Outbox" ("Id" bigserial primary key, "IsSent" boolean, note text)');
});
afterEach(() => database.drop());

/** What the baseline says of these probes. */
async function refusal(probes: object): Promise<ShopctlError> {
  return await database
    .probes(probes)
    .baseline(withinMs)
    .then(
      () => {
        throw new Error('it was taken');
      },
      (error: ShopctlError) => error,
    );
}

const counts = (all: string) => ({ outbox: { counts: { all } } });

describe('a probe with a mistake is refused before anything is sent', () => {
  it.each<[string, object, number, RegExp]>([
    [
      'two columns where a number is due',
      counts('select count(*) as n, max(note) as note from "Outbox"'),
      64,
      /probe outbox\.counts\.all: expected one column with one number, got 2 columns: n, note/,
    ],
    ['text where a number is due', counts(`select 'many' as n`), 64, /got n, which is no number/],
    [
      'no row where a number is due',
      counts('select 1 as n where false'),
      64,
      /expected one row with one number, got 0 rows/,
    ],
    [
      'a query without the columns that are due',
      { shipments: { query: 'select note from "Outbox"' } },
      64,
      /probe shipments: expected the columns order, got note/,
    ],
    [
      'an amount that is text',
      { payments: { charges: { table: 'Outbox', order: 'Id', amount: 'note' } } },
      64,
      /probe payments\.charges: expected a number as amount, got text/,
    ],
    [
      'a time that is text',
      { outbox: { table: 'Outbox', id: 'Id', sent: { by: 'timestamp', column: 'note' } } },
      64,
      /probe outbox: the column note of Outbox is of type text; sent: \{ by: timestamp \} takes a timestamp/,
    ],
    [
      'tries that are a boolean',
      {
        outbox: {
          table: 'Outbox',
          id: 'Id',
          sent: { by: 'boolean', column: 'IsSent' },
          givenUp: { by: 'attempts', column: 'IsSent', atLeast: 3 },
        },
      },
      64,
      /the column IsSent of Outbox is of type boolean; givenUp: \{ by: attempts \} takes a number of tries/,
    ],
    [
      'a table that is not there',
      { shipments: { table: 'outbox', order: 'Id' } },
      64,
      /probe shipments at .+: relation "outbox" does not exist/,
    ],
    [
      'a column that is not there',
      { outbox: { table: 'Outbox', id: 'Id', sent: { by: 'boolean', column: 'issent' } } },
      64,
      /probe outbox at .+: column "issent" does not exist/,
    ],
    [
      'a query that is none',
      { shipments: { query: 'selec order' } },
      64,
      /probe shipments at .+: syntax error/,
    ],
    [
      'a query that locks',
      { shipments: { query: 'select "Id" as "order" from "Outbox" for update' } },
      64,
      /read-only transaction/,
    ],
    [
      'a query that writes',
      { shipments: { query: 'delete from "Outbox" returning "Id" as "order"' } },
      64,
      /probe shipments at .+: syntax error/,
    ],
  ])('%s', async (_title, probes, exitCode, message) => {
    const error = await refusal(probes);
    expect(error.message).toMatch(message);
    expect(error.exitCode).toBe(exitCode);
    expect(error.hint).not.toBe('');
  });

  it('a wrong password: says which probe, and never the password', async () => {
    const url = new URL(database.dsn);
    url.password = 'hunter2';
    await database.sql(`create role nobody_in_particular login password 'other'`);
    url.username = 'nobody_in_particular';
    try {
      const error = await refusal({ inbox: { dsn: url.href, table: 'Outbox', event: 'Id' } });
      expect(error.message).toMatch(/^probe inbox at [^@]+: password authentication failed/);
      expect(error.hint).toContain('probes.inbox.dsn');
      expect(`${error.message} ${error.hint}`).not.toContain('hunter2');
      expect(error.exitCode).toBe(3);
    } finally {
      await database.sql('drop role nobody_in_particular');
    }
  });
});

describe('looking', () => {
  const probe = { table: 'Outbox', id: 'Id', position: 'Id', sent: { by: 'boolean', column: 'IsSent' } };

  it('holds nobody up, and is held up by no writer', async () => {
    const probes = database.probes({ outbox: probe });
    const scope = await beginRun(probes, []);
    await database.sql('begin');
    await database.sql('insert into "Outbox" ("IsSent") values (false)');
    await database.sql('lock table "Outbox" in exclusive mode');
    expect((await probes.sample(scope, withinMs)).outbox).toEqual({ all: 0, unsent: 0 });
    await database.sql('commit');
    expect((await probes.sample(scope, withinMs)).outbox).toEqual({ all: 1, unsent: 1 });
  });

  it('reads no row of the history, however long it is', async () => {
    await database.sql('insert into "Outbox" ("IsSent") select true from generate_series(1, 50000)');
    await database.sql('analyze "Outbox"');
    const probes = database.probes({ outbox: probe });
    const scope = await beginRun(probes, []);
    await database.sql('insert into "Outbox" ("IsSent") values (false)');
    const before = await rowsRead();
    for (let look = 0; look < 5; look++) {
      expect((await probes.sample(scope, withinMs)).outbox).toEqual({ all: 1, unsent: 1 });
    }
    await probes.evidence(scope, withinMs);
    await probes.close();
    expect((await rowsRead()) - before).toBeLessThan(100);
  });

  it('refuses leftovers by the thousand that nothing tells from later rows', async () => {
    await database.sql('insert into "Outbox" ("IsSent") select false from generate_series(1, 10001)');
    const { position: _, ...unbounded } = probe;
    expect((await refusal({ outbox: unbounded })).message).toContain(
      'more than 10000 rows wait there already',
    );
    const keyed = database.probes({ outbox: { ...unbounded, key: 'note' } });
    const scope = await beginRun(keyed, []);
    await database.sql('insert into "Outbox" ("IsSent", note) values (false, $1)', [`${runId}-1`]);
    expect((await keyed.sample(scope, withinMs)).outbox).toEqual({ all: 1, unsent: 1 });
  });
});

/** Rows of the outbox that were ever read, once the server has counted those of closed connections. */
async function rowsRead(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const [row] = await database.sql(
    `select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables where relname = 'Outbox'`,
  );
  return Number(row?.['n']);
}
