import { Socket } from 'node:net';
import pg from 'pg';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { within } from './time-limit.ts';

/** A statement with its parameters. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What can be done with a column's values; `flag` is a boolean or bits. */
export type ColumnKind = 'number' | 'time' | 'flag' | 'other';

export interface ColumnType {
  readonly name: string;
  readonly kind: ColumnKind;
  /** PostgreSQL's number for the type. */
  readonly typeId: number;
}

/** One database, for reading only. */
export interface Database {
  /** `HOST:PORT/NAME`, fit for messages: without user and password. */
  readonly address: string;
  /** @throws NoAnswer when it takes longer, and the database's own errors */
  rows<Row extends object>(query: Query, withinMs: number): Promise<Row[]>;
  /** The columns that a query returns, without its rows. Same errors. */
  columns(query: Query, withinMs: number): Promise<ColumnType[]>;
  /** Closes all connections, also to a database that does not answer any more. */
  close(): Promise<void>;
}

/** Two looks at a time and the evidence beside them; a shop's database has better uses for its connections. */
const connectionsMax = 4;
const connectWithinMs = 2000;
/** The server ends a statement that nobody waits for any more, so that slow looks do not pile up in the shop. */
const statementWithinMs = 15_000;
const closeWithinMs = 500;
/** PostgreSQL's own and everlasting numbers for its types. */
const kinds: ReadonlyMap<number, ColumnKind> = new Map([
  // int8, int2, int4, float4, float8, numeric
  ...[20, 21, 23, 700, 701, 1700].map((id) => [id, 'number'] as const),
  // date, timestamp, timestamptz
  ...[1082, 1114, 1184].map((id) => [id, 'time'] as const),
  // bool, bit
  ...[16, 1560].map((id) => [id, 'flag'] as const),
]);

/**
 * Opens nothing yet: connections come with the first query and go when they are idle.
 *
 * @param dsn `postgres://USER:PASSWORD@HOST:PORT/NAME`
 * @param options readOnly: the server itself refuses whatever would write or lock, for queries of somebody else's
 * @throws ShopctlError (usage) when it is none
 */
export function openDatabase(dsn: string, { readOnly = false } = {}): Database {
  const address = addressOf(dsn);
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: dsn,
    application_name: 'shopctl',
    max: connectionsMax,
    connectionTimeoutMillis: connectWithinMs,
    // As a startup parameter and not with SET: behind a pooler, SET would change the shop's own connections.
    statement_timeout: statementWithinMs,
    ...(readOnly ? { options: '-c default_transaction_read_only=on' } : {}),
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
    stream: () => remembered(new Socket(), sockets),
  });
  // An idle connection that breaks says so here; without a listener the process would die of it.
  pool.on('error', () => {});
  async function ask<Row extends object>({ text, values }: Query, withinMs: number) {
    // The driver's limit gives the connection up; ours also covers waiting for one.
    const query = { text, values: [...values], query_timeout: withinMs };
    return await within(withinMs, pool.query<Row>(query));
  }
  return {
    address,
    rows: async <Row extends object>(query: Query, withinMs: number) =>
      (await ask<Row>(query, withinMs)).rows,
    async columns(query, withinMs) {
      const { fields } = await ask(query, withinMs);
      return fields.map(({ name, dataTypeID: typeId }) => ({
        name,
        kind: kinds.get(typeId) ?? 'other',
        typeId,
      }));
    },
    async close() {
      // A frozen database never answers the goodbye.
      await within(closeWithinMs, pool.end()).catch(() => {});
      for (const socket of sockets) socket.destroy();
    },
  };
}

function remembered(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

function addressOf(dsn: string): string {
  const url = URL.canParse(dsn) ? new URL(dsn) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new ShopctlError({
      message: `not a PostgreSQL DSN: ${dsn.slice(dsn.lastIndexOf('@') + 1)}`,
      hint: 'give it as postgres://USER:PASSWORD@HOST:PORT/NAME',
      exitCode: ExitCode.usage,
    });
  }
  return `${url.hostname || 'localhost'}:${url.port || '5432'}${url.pathname}`;
}
