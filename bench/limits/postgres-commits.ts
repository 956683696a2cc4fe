import pg from 'pg';
import { withDatabase } from '../database.ts';
import type { Bench } from '../measurement.ts';

const setUp = `
  drop table if exists bench_commits;
  create table bench_commits (id bigint generated always as identity primary key, note text not null)`;

/** Rows of the size of an order, in a table of the bench's own in the very server that the shop uses. */
const insert = {
  name: 'insert',
  text: 'insert into bench_commits (note) values ($1)',
  values: ['x'.repeat(200)],
};

/** @returns single-row inserts per second, each committed and synced on its own */
export async function postgresCommits(
  clients: number,
  { stack, quick, signal, say }: Bench,
): Promise<number> {
  const dsn = (await stack()).dsn('ordersdb');
  const forMs = quick ? 500 : 2_000;
  say(`limit: commits/s with ${clients} clients`);
  return withDatabase(dsn, async (admin) => {
    await admin.query(setUp);
    try {
      return await insertFor(forMs, dsn, clients, signal);
    } finally {
      await admin.query('drop table bench_commits');
    }
  });
}

async function insertFor(forMs: number, dsn: string, clients: number, signal: AbortSignal): Promise<number> {
  const sessions = Array.from({ length: clients }, () => new pg.Client({ connectionString: dsn }));
  for (const session of sessions) session.on('error', () => {});
  await Promise.all(sessions.map((session) => session.connect()));
  try {
    // Once each, so that what is measured is prepared.
    await Promise.all(sessions.map((session) => session.query(insert)));
    const startedMs = performance.now();
    let commits = 0;
    const worker = async (session: pg.Client): Promise<void> => {
      while (performance.now() - startedMs < forMs && !signal.aborted) {
        await session.query(insert);
        commits++;
      }
    };
    await Promise.all(sessions.map(worker));
    return commits / ((performance.now() - startedMs) / 1000);
  } finally {
    await Promise.all(sessions.map((session) => session.end().catch(() => {})));
  }
}
