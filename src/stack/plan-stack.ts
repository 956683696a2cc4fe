import type { PartInspection } from './part.ts';
import { inspectRecord } from './part-control.ts';
import { claimPort } from './port-claims.ts';
import { type ChosenPorts, choosePorts, isPortFree, ownerLookup, type PortWish } from './ports.ts';
import { databaseNames, databaseUrl } from './postgres.ts';
import { brokerUrl, managementUrl } from './rabbitmq.ts';
import type { ServiceInstance } from './services.ts';
import type { StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import type { StackAddresses, StackState } from './state-schema.ts';

/** What `up` was asked for, as far as ports and addresses go. */
export interface StackPlan {
  readonly instances: readonly ServiceInstance[];
  /** The user's own broker; undefined: the stack has one. */
  readonly brokerUrl: string | undefined;
  /** Ports asked for, by part name. */
  readonly asked: Readonly<Record<string, number>>;
}

/** Chooses the ports of a plan; running parts keep theirs. */
export async function planPorts(
  plan: StackPlan,
  before: StackState | undefined,
  paths: StackPaths,
  deps: StackHost,
): Promise<ChosenPorts> {
  const running = await runningParts(before, deps);
  const wish = (role: string, standard: number, owner: string, internal = false): PortWish => {
    const asked = internal ? undefined : plan.asked[role];
    const known = before?.ports[role];
    return {
      role,
      standard,
      internal,
      held: running.has(owner),
      ...(asked !== undefined && { asked }),
      ...(known !== undefined && { before: known }),
    };
  };
  const broker =
    plan.brokerUrl !== undefined
      ? []
      : [
          wish('broker', 5672, 'broker'),
          wish('management', 15_672, 'broker'),
          wish('broker distribution', 25_672, 'broker', true),
          wish('broker epmd', 4370, 'broker', true),
        ];
  const services = plan.instances.flatMap((instance) => [
    wish(instance.name, instance.standardPort, instance.name),
    wish(`${instance.name} admin`, instance.standardAdminPort, instance.name, true),
  ]);
  const wishes = [wish('postgres', 5432, 'postgres'), ...broker, ...services];
  // What was asked for outright comes first: a spare port must not take it away.
  wishes.sort((a, b) => Number(b.asked !== undefined) - Number(a.asked !== undefined));
  const isOurs = async (port: number) => (await isPortFree(port)) && (await claimPort(port, paths, deps));
  return choosePorts(wishes, paths.stackId, isOurs, ownerLookup(deps.platform));
}

async function runningParts(state: StackState | undefined, deps: StackHost): Promise<Set<string>> {
  const seen = await Promise.all(
    (state?.parts ?? []).map(
      async (part): Promise<[string, PartInspection]> => [part.name, await inspectRecord(part, deps)],
    ),
  );
  return new Set(seen.filter(([, inspection]) => inspection.state !== 'stopped').map(([name]) => name));
}

/** Every address of the stack, from its ports. */
export function addressesOf(plan: StackPlan, ports: Readonly<Record<string, number>>): StackAddresses {
  const base = (role: string) => `http://127.0.0.1:${ports[role]}`;
  const hasGateway = plan.instances.some((instance) => instance.name === 'gateway');
  return {
    ...(hasGateway && { gateway: base('gateway') }),
    services: Object.fromEntries(plan.instances.map(({ name }) => [name, base(name)])),
    admin: Object.fromEntries(plan.instances.map(({ name }) => [name, base(`${name} admin`)])),
    databases: Object.fromEntries(databaseNames.map((name) => [name, databaseUrl(ports['postgres']!, name)])),
    broker: plan.brokerUrl ?? brokerUrl(ports['broker']!),
    ...(plan.brokerUrl === undefined && { management: managementUrl(ports['management']!) }),
  };
}
