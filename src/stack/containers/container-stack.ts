import { databaseNames, databaseUrl } from '../postgres.ts';
import { brokerUrl, managementUrl } from '../rabbitmq.ts';
import { serviceKinds } from '../services.ts';
import { stackPaths } from '../stack-paths.ts';
import type { PartProbe, StackAddresses } from '../state-schema.ts';
import { composeServices } from './compose.ts';
import { type ContainerState, readContainerState } from './container-state.ts';

/** A part of the shop in containers. */
export interface ContainerPart {
  /** Compose's service, and the target's name. */
  readonly name: string;
  readonly port: number;
  readonly probe: PartProbe;
  /** Where a client is served, for whoever breaks and heals it. */
  readonly servedAt: string;
}

/** The shop in containers of a state directory. */
export interface ContainerStack {
  readonly state: ContainerState;
  readonly addresses: StackAddresses;
  readonly parts: readonly ContainerPart[];
}

/** @returns undefined when none was started there, or it was stopped since */
export async function openContainerStack(stateDir: string): Promise<ContainerStack | undefined> {
  const state = await readContainerState(stackPaths(stateDir));
  return state === undefined || state.down ? undefined : containerStack(state);
}

export function containerStack(state: ContainerState): ContainerStack {
  return {
    state,
    addresses: addressesOf(state.ports),
    parts: composeServices.map((name) => partOf(name, state.ports[name] ?? 0)),
  };
}

function addressesOf(ports: Readonly<Record<string, number>>): StackAddresses {
  const base = (role: string) => `http://127.0.0.1:${ports[role]}`;
  const services = Object.keys(serviceKinds);
  const database = (name: string) => [name, databaseUrl(ports['postgres'] ?? 0, name)];
  return {
    gateway: base('gateway'),
    services: Object.fromEntries(services.map((name) => [name, base(name)])),
    admin: Object.fromEntries(services.map((name) => [name, base(`${name} admin`)])),
    databases: Object.fromEntries(databaseNames.map(database)),
    broker: brokerUrl(ports['broker'] ?? 0),
    management: managementUrl(ports['management'] ?? 0),
  };
}

function partOf(name: string, port: number): ContainerPart {
  if (name === 'postgres') {
    const servedAt = `postgres://127.0.0.1:${port}`;
    return { name, port, servedAt, probe: { kind: 'postgres', url: databaseUrl(port, 'ordersdb') } };
  }
  if (name === 'broker') {
    const servedAt = `amqp://127.0.0.1:${port}`;
    return { name, port, servedAt, probe: { kind: 'amqp', url: brokerUrl(port), nodeName: '' } };
  }
  const base = `http://127.0.0.1:${port}`;
  return {
    name,
    port,
    servedAt: `${base}/health/live`,
    probe: { kind: 'http', live: `${base}/health/live`, ready: `${base}/health/ready` },
  };
}
