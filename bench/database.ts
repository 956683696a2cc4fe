import pg from 'pg';

/** One connection, for as long as the work takes. */
export async function withDatabase<Result>(
  dsn: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: dsn, application_name: 'bench' });
  // A stack that is taken down under a query says so twice: the query rejects, and this would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
