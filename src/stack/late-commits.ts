import pg from 'pg';
import { ShopctlError } from '../errors.ts';
import type { StackState } from './state-schema.ts';

const connectWithinMs = 3000;
/** Longer than a commit that is on its way and late: the trigger cannot be dropped before its end. */
const answerWithinMs = 15_000;

const name = 'shopctl_late_commit';

/** Any number that no shop uses for a lock of its own. */
const lock = 7_468_020;

/**
 * Runs at the end of each transaction that wrote to the outbox, when its rows have their positions and nobody sees them
 * yet. Whoever finds the lock free is late; the others pass by.
 */
const delaying = (latencyMs: number) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
  begin
    if pg_try_advisory_xact_lock(${lock}) then perform pg_sleep(${latencyMs / 1000}); end if;
    return null;
  end $$;
  drop trigger if exists ${name} on outbox;
  create constraint trigger ${name} after insert on outbox
    deferrable initially deferred for each row execute function ${name}();`;

const inTime = `drop trigger if exists ${name} on outbox; drop function if exists ${name}();`;

/** Makes one commit to the outbox at a time that late, or none any more. @throws when the database does not answer */
export async function delayCommits(state: StackState, latencyMs: number | undefined): Promise<void> {
  await withOrdersDatabase(state, (client) =>
    client.query(latencyMs === undefined ? inTime : delaying(latencyMs)),
  );
}

export async function areCommitsDelayed(state: StackState): Promise<boolean> {
  const found = await withOrdersDatabase(state, (client) =>
    client.query('select from pg_trigger where tgname = $1', [name]),
  );
  return found.rowCount === 1;
}

async function withOrdersDatabase<Result>(
  { addresses }: StackState,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connectionString = addresses.databases['ordersdb'];
  if (connectionString === undefined) throw new ShopctlError({ message: 'the stack has no ordersdb' });
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
