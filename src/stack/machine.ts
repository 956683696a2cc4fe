import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import pg from 'pg';
import type { MachineFacts } from '../model/proof.ts';
import { askManagement } from './management.ts';
import { runTool } from './run-tool.ts';
import type { StackHost } from './stack-deps.ts';
import type { StackAddresses } from './state-schema.ts';

const withinMs = 5000;

/** The machine and the versions of the servers of a running stack. A version that cannot be learned is `unknown`. */
export async function describeMachine(addresses: StackAddresses, host: StackHost): Promise<MachineFacts> {
  const [node, postgres, rabbitmq] = await Promise.all([
    nodeVersion(host).catch(() => 'unknown'),
    postgresVersion(addresses.databases['ordersdb'] ?? '').catch(() => 'unknown'),
    rabbitmqVersion(addresses.management ?? '').catch(() => 'unknown'),
  ]);
  return {
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${type()} ${release()}, ${host.arch}`,
    node,
    postgres,
    rabbitmq,
  };
}

/** A stack at work takes up to a gigabyte; as much is left to others. */
const stackBytes = 2 * 1024 ** 3;

/** How many stacks this machine bears side by side, 1 to 4. Checks wait more than they compute: three on two cores. */
export function stacksBorne(cores = availableParallelism(), memoryBytes = totalmem()): number {
  const borne = Math.min(4, Math.floor(cores * 1.5), Math.floor(memoryBytes / stackBytes));
  return Math.max(1, borne);
}

async function nodeVersion(host: StackHost): Promise<string> {
  const { stdout } = await runTool({
    command: host.execPath,
    args: ['--version'],
    env: {},
    cwd: '/',
    withinMs,
  });
  return stdout.trim().replace(/^v/, '');
}

async function postgresVersion(dsn: string): Promise<string> {
  const client = new pg.Client({
    connectionString: dsn,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown';
  } finally {
    await client.end();
  }
}

async function rabbitmqVersion(management: string): Promise<string> {
  const asked = { method: 'GET', path: '/api/overview', withinMs } as const;
  const overview = (await askManagement(management, asked)) as { readonly rabbitmq_version?: string };
  return overview.rabbitmq_version ?? 'unknown';
}
