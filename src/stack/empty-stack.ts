import pg from 'pg';
import { ShopctlError } from '../errors.ts';
import { stopParts, workLock } from './down.ts';
import { withLock } from './lock-file.ts';
import { askManagement } from './management.ts';
import { databaseNames, databaseUrl } from './postgres.ts';
import type { StackDeps } from './stack-deps.ts';
import { stackPaths } from './stack-paths.ts';
import { noStack, readStackState } from './stack-state.ts';

export interface EmptyOptions {
  readonly stateDir: string;
  /** For each service to end by itself, before SIGKILL. */
  readonly withinMs: number;
}

const serverWithinMs = 20_000;

/**
 * Stops the services and empties the servers, which go on: no database of the shop, no queue and no message is left.
 * What `up` then starts finds what it would find in a new stack, in half the time.
 * @throws ShopctlError when there is no stack with a broker of its own, or something cannot be stopped or emptied
 */
export async function emptyStack({ stateDir, withinMs }: EmptyOptions, deps: StackDeps): Promise<void> {
  const paths = stackPaths(stateDir);
  await withLock(paths.workLock, workLock, deps, async () => {
    const state = await readStackState(paths);
    if (state === undefined) throw noStack(paths);
    const { postgres } = state.ports;
    const { management } = state.addresses;
    if (postgres === undefined || management === undefined) {
      throw new ShopctlError({ message: 'a broker that others use as well is not emptied' });
    }
    const services = state.parts.filter(({ kind }) => kind === 'service');
    await stopParts(state, services, paths, withinMs, deps);
    await Promise.all([dropDatabases(postgres), emptyBroker(management)]);
  });
}

async function dropDatabases(port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl(port, 'postgres'),
    connectionTimeoutMillis: serverWithinMs,
    query_timeout: serverWithinMs,
  });
  await client.connect();
  try {
    for (const name of databaseNames) await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

/** The virtual host goes with all that is in it, and comes back as a new broker has it. */
async function emptyBroker(management: string): Promise<void> {
  const ask = (method: 'PUT' | 'DELETE', path: string, body?: unknown) =>
    askManagement(management, { method, path, body, withinMs: serverWithinMs });
  await ask('DELETE', '/api/vhosts/%2F');
  await ask('PUT', '/api/vhosts/%2F');
  const user = decodeURIComponent(new URL(management).username);
  await ask('PUT', `/api/permissions/%2F/${user}`, { configure: '.*', write: '.*', read: '.*' });
}
