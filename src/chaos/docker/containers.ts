import { ShopctlError } from '../../errors.ts';
import type { TargetState } from '../../model/target.ts';
import type { DockerEngine } from './engine.ts';

/** A container as it is now, as far as faults are concerned. */
export interface Container {
  /** All 64 digits. */
  readonly id: string;
  readonly name: string;
  /** `.State.Status`: of a paused or a restarting one, `.State.Running` is true as well. */
  readonly status: string;
  readonly health?: string;
  /** RFC 3339 with nanoseconds: with the id it names one life of the container. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly exitCode: number;
  readonly restartPolicy: string;
  /** How often its policy has started it again since somebody started it. */
  readonly restarts: number;
  /** `--rm`: to stop it is to delete it. */
  readonly isRemovedAtEnd: boolean;
  readonly networks: readonly Network[];
  readonly ports: readonly PublishedPort[];
  /** Of a compose service's several containers: 1, 2 … */
  readonly number: number;
}

export interface Network {
  readonly name: string;
  /** The names that were given to it there; Docker's own, the short id, is left out. */
  readonly aliases: readonly string[];
  readonly address: string;
  /** The address was asked for, and stays. */
  readonly fixedAddress?: string;
}

export interface PublishedPort {
  readonly hostPort: number;
  /** Nobody asked for this very port: after the next start it is another one. */
  readonly isChosenByEngine: boolean;
}

/** @returns those that exist, in no order */
export async function inspectContainers(engine: DockerEngine, ids: readonly string[]): Promise<Container[]> {
  const { exitCode, stdout, stderr } = await engine.attempt(['container', 'inspect', ...ids]);
  const isGone = /no such container/i.test(stderr);
  const found = parsed(stdout);
  if (!Array.isArray(found) || (exitCode !== 0 && !isGone)) {
    throw new ShopctlError({
      message: `docker container inspect ended with ${exitCode}, and what it printed describes no container: '${(stderr || stdout).trim().slice(0, 80)}'`,
      hint: 'is the docker on the PATH the real one? docker version shows what it talks to',
    });
  }
  const containers = found.map(containerOf);
  if (exitCode === 0 && containers.length < new Set(ids).size) {
    throw new ShopctlError({
      message: `docker was asked about ${ids.length} containers, and told of ${containers.length} without saying why`,
      hint: 'is the docker on the PATH the real one? docker version shows what it talks to',
    });
  }
  return containers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Json = Readonly<Record<string, unknown>>;

const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function containerOf(inspected: unknown): Container {
  const all = record(inspected);
  const state = record(all['State']);
  const config = record(all['HostConfig']);
  const labels = record(record(all['Config'])['Labels']);
  const id = text(all['Id']);
  const health = text(record(state['Health'])['Status']);
  return {
    id,
    name: text(all['Name']).replace(/^\//, ''),
    status: text(state['Status']),
    ...(health === '' || health === 'none' ? {} : { health }),
    startedAt: text(state['StartedAt']),
    finishedAt: text(state['FinishedAt']),
    exitCode: Number(state['ExitCode'] ?? 0),
    restartPolicy: text(record(config['RestartPolicy'])['Name']) || 'no',
    restarts: Number(all['RestartCount'] ?? 0),
    isRemovedAtEnd: config['AutoRemove'] === true,
    networks: networksOf(record(record(all['NetworkSettings'])['Networks']), id),
    ports: portsOf(record(record(all['NetworkSettings'])['Ports']), record(config['PortBindings'])),
    number: Number(labels['com.docker.compose.container-number'] ?? 1),
  };
}

function networksOf(networks: Json, id: string): Network[] {
  return Object.entries(networks).map(([name, value]) => {
    const network = record(value);
    const aliases = Array.isArray(network['Aliases']) ? network['Aliases'].map(text) : [];
    const fixedAddress = text(record(network['IPAMConfig'])['IPv4Address']);
    return {
      name,
      aliases: aliases.filter((alias) => alias !== '' && !id.startsWith(alias)),
      address: text(network['IPAddress']),
      ...(fixedAddress === '' ? {} : { fixedAddress }),
    };
  });
}

function portsOf(published: Json, asked: Json): PublishedPort[] {
  return Object.entries(published).flatMap(([port, bindings]) => {
    const wishes = listOf(asked[port]).map((wish) => text(wish['HostPort']));
    return listOf(bindings).map((binding) => {
      const hostPort = text(binding['HostPort']);
      // A range such as 8000-8010 is a choice of the engine's as well.
      return { hostPort: Number(hostPort), isChosenByEngine: !wishes.includes(hostPort) };
    });
  });
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : []);

/** A container that ends and is started again and again is neither: nothing can be broken about it. */
export function stateOf({ status }: Container): TargetState {
  if (status === 'paused') return 'paused';
  return status === 'running' ? 'running' : 'stopped';
}
