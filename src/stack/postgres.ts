import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { codeOf } from '../errors.ts';
import { type Account, isPassable, serverAccount } from './account.ts';
import { findPostgres, type PostgresBinaries, prepareBinaries } from './postgres-binaries.ts';
import { runTool } from './run-tool.ts';
import type { StackDeps } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import type { PartRecord } from './state-schema.ts';

/** One database for each service that keeps something. */
export const databaseNames = ['ordersdb', 'inventorydb', 'paymentsdb', 'shippingdb'] as const;

const user = 'shop';
const password = 'shop';

/** DSN of one database of the stack's server. */
export function databaseUrl(port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Where the server's files are and whom it runs as. */
export interface PostgresPlace {
  readonly folder: string;
  readonly account: Account | undefined;
  /** True when `folder` is not below the state directory. */
  readonly isOutside: boolean;
}

/** Below the state directory when the account gets there, else in a folder of its own that a purge removes too. */
export async function placePostgres(paths: StackPaths, deps: StackDeps): Promise<PostgresPlace> {
  const account = (await ownerOfData(paths, deps)) ?? (await serverAccount(deps.uid));
  const inside = account === undefined || (await isPassable(paths.root, account));
  const folder = inside ? join(paths.root, 'postgres') : paths.outside;
  return { folder, account, isOutside: !inside };
}

/** Root goes on as whoever made the cluster: PostgreSQL serves no data of another user's. */
async function ownerOfData(paths: StackPaths, deps: StackDeps): Promise<Account | undefined> {
  if (deps.uid !== 0) return undefined;
  const data = await stat(join(paths.root, 'postgres/data')).catch(() => undefined);
  return data === undefined || data.uid === 0
    ? undefined
    : { name: `uid ${data.uid}`, uid: data.uid, gid: data.gid };
}

/**
 * Finds the binaries, makes the data folder when there is none, and says how the server is started.
 * @throws ShopctlError when there are no binaries or `initdb` fails
 */
export async function preparePostgres(
  place: PostgresPlace,
  port: number,
  paths: StackPaths,
  deps: StackDeps,
  signal?: AbortSignal,
): Promise<PartRecord> {
  await mkdir(place.folder, { recursive: true });
  if (place.account !== undefined) {
    await chown(place.folder, place.account.uid, place.account.gid);
    await chmod(place.folder, 0o700);
  }
  const binaries = await prepareBinaries(await findPostgres(deps), place.account, place.folder);
  const env = serverEnv(binaries, deps, paths);
  const data = join(place.folder, 'data');
  if (await isMissing(join(data, 'PG_VERSION'))) {
    deps.say(`making a database cluster in ${data} (${binaries.origin})`);
    await initialise(binaries, place, data, env, signal);
  }
  return {
    name: 'postgres',
    kind: 'postgres',
    port,
    launch: {
      command: join(binaries.bin, 'postgres'),
      args: ['-D', data, '-p', String(port), ...settings],
      env,
      cwd: data,
      ...(place.account && { uid: place.account.uid, gid: place.account.gid }),
    },
    logFile: join(paths.logs, 'postgres.log'),
    probe: { kind: 'postgres', url: databaseUrl(port, 'postgres') },
    // Fast shutdown: rolls open transactions back and writes everything out. SIGTERM would wait for every client.
    stopSignal: 'SIGINT',
  };
}

/** Full durability: what the shop's promises are checked on must not depend on a server that cuts corners. */
const settings = Object.entries({
  listen_addresses: '127.0.0.1',
  // No socket files: their paths have a length limit that a deep state directory exceeds.
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '300',
  shared_buffers: '256MB',
  // Fewer checkpoints: each makes every page be written whole into the log once more.
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  wal_compression: 'on',
  // Statements here take far less time than compiling them would.
  jit: 'off',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

function serverEnv(binaries: PostgresBinaries, deps: StackDeps, paths: StackPaths): Record<string, string> {
  const libraryVariable = deps.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    SHOPCTL_STACK: paths.stackId,
    ...(binaries.libraries && { [libraryVariable]: binaries.libraries }),
  };
}

/** In a folder with another name that is renamed at the end: an interrupted `initdb` leaves nothing that looks whole. */
async function initialise(
  binaries: PostgresBinaries,
  place: PostgresPlace,
  data: string,
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  const half = `${data}.half`;
  const passwordFile = join(place.folder, 'initial-password');
  await rm(half, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (place.account !== undefined) await chown(passwordFile, place.account.uid, place.account.gid);
  const method = 'scram-sha-256';
  const args = [
    '-D',
    half,
    '-U',
    user,
    '-E',
    'UTF8',
    '--locale=C',
    `--auth=${method}`,
    `--pwfile=${passwordFile}`,
  ];
  try {
    await runTool({
      command: join(binaries.bin, 'initdb'),
      args,
      env,
      cwd: place.folder,
      withinMs: 60_000,
      uid: place.account?.uid,
      gid: place.account?.gid,
      signal,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rm(data, { recursive: true, force: true });
  await rename(half, data);
}

/** Creates those of the shop's databases that are not there yet, in the running server. */
export async function createDatabases(port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl(port, 'postgres'),
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const present = new Set(rows.map((row) => row.datname));
    for (const name of databaseNames) {
      if (!present.has(name)) await client.query(`create database ${name}`).catch(ignoreDuplicate);
    }
  } finally {
    await client.end();
  }
}

function ignoreDuplicate(error: unknown): void {
  if (codeOf(error) !== '42P04') throw error;
}

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR',
  );
}
