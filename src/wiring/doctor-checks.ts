import { type ClientName, clientNames, engineVersion, mayDo, neededPermissions } from '../chaos/clients.ts';
import type { CommandContext } from '../commands/context.ts';
import { loadConfig } from '../config/load-config.ts';
import { clockCheck } from '../doctor/clocks.ts';
import type { Check } from '../doctor/examine.ts';
import { brokerChecks, databaseCheck, doorCheck, probeCheck } from '../doctor/reach.ts';
import { clusterCheck, engineCheck, targetCheck } from '../doctor/runtimes.ts';
import { ShopctlError } from '../errors.ts';
import { killed, paused, stopped } from '../model/fault.ts';
import { groupBy } from '../model/group-by.ts';
import type { BrokerSpec, ShopConfig } from '../model/shop-config.ts';
import type { TargetName } from '../model/target.ts';
import type { KubernetesWorkload, TargetIdentity } from '../model/target-identity.ts';
import { firstDatabaseClock, httpClock } from '../probes/clocks.ts';
import { openStores } from '../probes/configured/stores.ts';
import {
  brokerVersion,
  databaseVersion,
  managementVersion,
  queueCounts,
  withoutUser,
} from '../probes/reach.ts';
import { openContainerStack } from '../stack/containers/container-stack.ts';
import { openStack, type StackAddresses } from '../stack/stack.ts';
import { standardAddresses } from './addresses.ts';
import { machineChecks } from './doctor-machine.ts';
import { openShop, type Shop } from './shop.ts';
import { stackDeps } from './stack.ts';

/*
 * What `shopctl doctor` looks at, put together from the real adapters. A file of its own, because only the doctor needs all
 * of them at once.
 */

/** Of each single question; a check of several has its own, longer limit. */
const askWithinMs = 4000;

export interface OpenChecks {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

/** @throws ShopctlError (usage) with everything that is wrong with the config */
export async function openChecks(context: CommandContext): Promise<OpenChecks> {
  const shop = await openShop(context);
  const { configPath, overrides = {} } = context.settings;
  if (configPath === undefined) {
    return { checks: await referenceChecks(shop, context), close: () => shop.close() };
  }
  const { config } = await loadConfig(configPath, overrides, context.host.env);
  const stores = openStores(config.probes, config.statuses, config.broker);
  return {
    checks: [...configuredChecks(config, shop, context), ...probeChecks(stores, config)],
    close: async () => void (await Promise.all([shop.close(), stores.close()])),
  };
}

/** The reference shop: what `up` needs, and what it started, where it did. */
async function referenceChecks(shop: Shop, context: CommandContext): Promise<Check[]> {
  const { stateDir } = context.settings;
  const containers = await openContainerStack(stateDir);
  const opened = containers ?? (await openStack(stateDir, stackDeps(context)));
  const stack = opened?.state.down === true ? undefined : opened;
  const needs = {
    servers: containers === undefined,
    clients: new Set<ClientName>(containers === undefined ? [] : ['docker']),
    ports: new Set(Object.values(stack?.state.ports ?? {})),
  };
  const door = doorCheck(shop.url, () => shop.mustAnswer());
  // Without a stack here it may have been started by hand, at the addresses where everything looks for it then.
  const isUp = stack !== undefined || context.settings.url !== undefined || (await answers(shop));
  const notStarted = { whenFailed: 'skipped' as const, advice: 'shopctl up starts the reference shop' };
  return [
    ...machineChecks(needs, context),
    engine(containers?.state.dockerHost, containers !== undefined, context),
    ...(isUp
      ? [door, ...stackChecks(stack?.addresses ?? standardAddresses, shop.url)]
      : [{ ...door, ...notStarted }]),
  ];
}

function answers(shop: Shop): Promise<boolean> {
  return shop.mustAnswer().then(
    () => true,
    () => false,
  );
}

function stackChecks(
  { databases, broker, management }: Pick<StackAddresses, 'databases' | 'broker' | 'management'>,
  door: string,
): Check[] {
  const dsns = Object.entries(databases);
  return [
    ...dsns.map(([name, dsn]) => databaseCheck(name, () => databaseVersion(dsn, askWithinMs))),
    ...brokerOf({ url: broker, management, queues: [] }),
    ...clockChecks(
      dsns.map(([, dsn]) => dsn),
      { management, queues: [] },
      door,
    ),
  ];
}

function configuredChecks(config: ShopConfig, shop: Shop, context: CommandContext): Check[] {
  const targets = Object.entries(config.targets) as [TargetName, TargetIdentity][];
  const runtimes = new Set(targets.map(([, { runtime }]) => runtime));
  const isLocal = runtimes.has('process');
  const programs = { docker: 'docker', kubectl: 'kubernetes', aspire: 'aspire' } as const;
  const needs = {
    servers: isLocal,
    clients: new Set(clientNames.filter((name) => runtimes.has(programs[name]))),
    ports: undefined,
  };
  const engines = new Set(
    targets.flatMap(([, target]) => (target.runtime === 'docker' ? [target.host] : [])),
  );
  const workloads = targets.flatMap(([, target]) => (target.runtime === 'kubernetes' ? [target] : []));
  return [
    ...machineChecks(needs, context),
    ...[...engines].map((address) => engine(address, true, context)),
    ...clusters(workloads, context),
    ...targets.map(([name, { runtime }]) => targetCheck(name, runtime, () => identityOf(name, shop))),
    doorCheck(shop.url, () => shop.mustAnswer()),
    ...brokerOf(config.broker),
    ...clockChecks(dsnsOf(config), config.broker, shop.url),
  ];
}

function engine(address: string | undefined, isNeeded: boolean, { host }: CommandContext): Check {
  return engineCheck(address, isNeeded, async () => await engineVersion(address, host));
}

/** One for each namespace, whatever number of targets is in it. */
function clusters(workloads: readonly KubernetesWorkload[], { host }: CommandContext): Check[] {
  const places = groupBy(workloads, ({ context, namespace }) => `${context}/${namespace}`);
  return [...places.values()].flatMap((within) => {
    const [place] = within;
    if (place === undefined) return [];
    const all = within.flatMap(neededPermissions);
    const needed = [...new Map(all.map((each) => [`${each.verb} ${each.resource}`, each])).values()];
    return [clusterCheck(place, needed, (permission) => mayDo(place, permission, host))];
  });
}

/** As preflight finds it, for the first thing that can be done to it. */
async function identityOf(target: TargetName, { runtime }: Shop): Promise<string> {
  const ability = (await runtime.abilities()).find((each) => each.target === target);
  const make = { stopped, killed, paused };
  const kind = (Object.keys(make) as (keyof typeof make)[]).find((each) => ability?.faults.includes(each));
  const { identity } = await runtime.resolve(make[kind ?? 'stopped'](target));
  return identity;
}

function probeChecks({ tables, counts }: ReturnType<typeof openStores>, { probes }: ShopConfig): Check[] {
  const at = (dsn: string | undefined) => (dsn === undefined ? 'the database' : withoutUser(dsn));
  return [
    ...Object.entries(tables).map(([field, table]) =>
      probeCheck(table.name, at(probes[field as keyof typeof tables]?.dsn), () => table.inspect(askWithinMs)),
    ),
    ...Object.entries(counts).map(([field, count]) =>
      probeCheck(`outbox.counts.${field}`, at(probes.outbox?.dsn), () => count.inspect(askWithinMs)),
    ),
  ];
}

function brokerOf(broker: BrokerSpec | undefined): Check[] {
  const { url, management, queues = [] } = broker ?? {};
  return brokerChecks(queues, {
    connect: url === undefined ? undefined : () => brokerVersion(url, askWithinMs),
    management: management === undefined ? undefined : () => managementVersion(management, url, askWithinMs),
    queue: url === undefined ? undefined : (name) => queueCounts(url, name, askWithinMs),
  });
}

function clockChecks(dsns: readonly string[], broker: BrokerSpec | undefined, door: string): Check[] {
  const { management } = broker ?? {};
  const untold = () => {
    throw new ShopctlError({ message: 'AMQP does not tell the time; broker.management would' });
  };
  return [
    ...serversOf(dsns).map(([server, ofServer]) =>
      clockCheck(`clock database ${server}`, () => firstDatabaseClock(ofServer, askWithinMs)),
    ),
    ...(broker === undefined
      ? []
      : [
          clockCheck('clock broker', async () =>
            management === undefined ? untold() : httpClock(management, askWithinMs),
          ),
        ]),
    clockCheck('clock door', () => httpClock(door, askWithinMs)),
  ];
}

/** By their servers: databases of one server have one clock. */
function serversOf(dsns: readonly string[]): [server: string, dsns: string[]][] {
  return [...groupBy(new Set(dsns), (dsn) => new URL(dsn).host || 'of this machine')];
}

function dsnsOf({ probes }: ShopConfig): string[] {
  return Object.values(probes).flatMap((probe) => (typeof probe === 'object' ? [probe.dsn] : []));
}
