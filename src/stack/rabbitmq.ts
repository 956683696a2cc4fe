import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { findInstalledRabbitmq, firstWith, type RabbitmqBinaries } from './rabbitmq-binaries.ts';
import { fetchRabbitmq } from './rabbitmq-fetch.ts';
import { slimHome } from './rabbitmq-plugins.ts';
import type { StackDeps } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import type { PartRecord } from './state-schema.ts';

export interface BrokerPorts {
  readonly amqp: number;
  readonly management: number;
  /** Erlang's own, between nodes; nothing connects, but the node has it. */
  readonly distribution: number;
  readonly epmd: number;
}

/** RabbitMQ's own, said here so that an alarm can be ended again: the share of memory at which it is raised. */
export const memoryShare = '0.4';

/** The broker's only user; RabbitMQ lets it in from loopback only. */
const credentials = 'guest:guest';

export function brokerUrl(port: number): string {
  return `amqp://${credentials}@127.0.0.1:${port}`;
}

export function managementUrl(port: number): string {
  return `http://${credentials}@127.0.0.1:${port}`;
}

/**
 * Finds or fetches RabbitMQ, writes its private configuration, and says how the broker is started.
 * @throws ShopctlError with the ways out when there is no RabbitMQ
 */
export async function prepareBroker(
  ports: BrokerPorts,
  paths: StackPaths,
  deps: StackDeps,
  signal?: AbortSignal,
): Promise<PartRecord> {
  const binaries = (await findInstalledRabbitmq(deps)) ?? (await fetchRabbitmq(paths, deps, signal));
  const folder = join(paths.root, 'broker');
  await writeFiles(folder, ports);
  // RabbitMQ's start script does not quote its own place: a blank in it must not come from the user's folders.
  const home = await slimHome(binaries.home, join(/\s/.test(folder) ? paths.outside : folder, 'server'));
  const env = brokerEnv({ folder, home, nodeName: nodeName(paths), binaries, ports, stackId: paths.stackId });
  const epmd = (await firstWith(binaries.erlang, 'epmd')) ?? '';
  return {
    name: 'broker',
    kind: 'broker',
    port: ports.amqp,
    launch: { command: join(home, 'sbin/rabbitmq-server'), args: [], env, cwd: folder },
    companion: {
      port: ports.epmd,
      launch: {
        command: join(epmd, 'epmd'),
        args: ['-port', String(ports.epmd), '-address', '127.0.0.1'],
        env,
        cwd: folder,
      },
    },
    logFile: join(paths.logs, 'broker.log'),
    probe: { kind: 'amqp', url: brokerUrl(ports.amqp), nodeName: nodeName(paths) },
    stopSignal: 'SIGTERM',
  };
}

function nodeName(paths: StackPaths): string {
  return `shopctl-${paths.stackId}`;
}

async function writeFiles(folder: string, ports: BrokerPorts): Promise<void> {
  for (const name of ['home', 'data', 'logs']) await mkdir(join(folder, name), { recursive: true });
  // Erlang makes a cookie itself when there is none; made here it needs no luck with the clock and no second look.
  const cookie = join(folder, 'home/.erlang.cookie');
  await writeFile(cookie, randomBytes(20).toString('hex'), { flag: 'wx', mode: 0o400 }).catch(ignoreExisting);
  await chmod(cookie, 0o400);
  await writeFile(join(folder, 'enabled_plugins'), '[rabbitmq_management].\n');
  await writeFile(join(folder, 'rabbitmq.conf'), configuration(ports));
}

/** Statistics once a second, not every five, so that queue counts in the HTTP API are as fresh as a timeline needs. */
function configuration(ports: BrokerPorts): string {
  // The collector looks as often as the finest of the kept histories asks for; a minute of each is plenty.
  const histories = ['global', 'basic', 'detailed'].map(
    (kind) => `management.sample_retention_policies.${kind}.minute = 1`,
  );
  return [
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${ports.management}`,
    'collect_statistics_interval = 500',
    `vm_memory_high_watermark.relative = ${memoryShare}`,
    ...histories,
    '',
  ].join('\n');
}

interface BrokerPlace {
  readonly folder: string;
  readonly home: string;
  readonly nodeName: string;
  readonly binaries: RabbitmqBinaries;
  readonly ports: BrokerPorts;
  readonly stackId: string;
}

function brokerEnv(place: BrokerPlace): Record<string, string> {
  const { folder, home, binaries, ports } = place;
  const node = `${place.nodeName}@localhost`;
  return {
    HOME: join(folder, 'home'),
    PATH: [...binaries.erlang, '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
    SHOPCTL_STACK: place.stackId,
    ...(binaries.libraries.length > 0 && { LD_LIBRARY_PATH: binaries.libraries.join(':') }),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_CRASH_DUMP: join(folder, 'logs/erl_crash.dump'),
    RABBITMQ_SCRIPTS_DIR: join(home, 'sbin'),
    RABBITMQ_NODENAME: node,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'logs'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_PID_FILE: join(folder, 'broker.pid'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'no-rabbitmq-env.conf'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: erlangArguments(node, ports).join(' '),
    // The start script then becomes the node instead of minding it: one process, one pid, and SIGTERM reaches it.
    RUNNING_UNDER_SYSTEMD: 'true',
  };
}

function erlangArguments(node: string, ports: BrokerPorts): string[] {
  return [
    // Named from the start and with epmd there already, the node spares itself a second Erlang just to start epmd.
    `-sname ${node} -start_epmd false`,
    `-kernel inet_dist_listen_min ${ports.distribution} -kernel inet_dist_listen_max ${ports.distribution}`,
    '-kernel inet_dist_use_interface {127,0,0,1}',
    '-rabbit quorum_tick_interval 500',
    // Schedulers that have nothing to do sleep at once instead of spinning: the shop shares these cores.
    '+sbwt none +sbwtdcpu none +sbwtdio none',
    // A stop through a signal leaves the management agent waiting 5 s for an answer that cannot come any more
    // (application_controller is busy stopping it). By then listeners and stores are closed: cut it short.
    '-shutdown_time 2000',
  ];
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
