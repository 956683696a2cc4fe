import { openShopActions } from '../actions/shop-actions.ts';
import { AdminDoor } from '../chaos/admin-door.ts';
import { ProcessRuntime } from '../chaos/process.ts';
import { type TargetIdentities, TargetsRuntime } from '../chaos/targets.ts';
import type { CommandContext } from '../commands/context.ts';
import { defaultUrl } from '../config/settings.ts';
import type { OrderLoad, Runtime, ShopActions } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { ensureAnswers, ensureLocal } from '../load/door.ts';
import { createOrderLoad } from '../load/order-load.ts';
import { type OrderedGoods, referenceShopOrder } from '../load/reference-shop-order.ts';
import { type OpenShopProbes, openShopProbes } from '../probes/shop-probes.ts';
import { type ContainerStack, openContainerStack } from '../stack/containers/container-stack.ts';
import { stackPowers } from '../stack/powers.ts';
import { openStack, type StackAddresses } from '../stack/stack.ts';
import { addressesOf, defaultAddresses } from './addresses.ts';
import { stackDeps } from './stack.ts';

/** The shop a command works on, reached through real adapters. Close it, or its connections keep the process alive. */
export interface Shop {
  /** The public door. */
  readonly url: string;
  readonly runtime: Runtime;
  readonly probes: OpenShopProbes;
  readonly actions: ShopActions;
  /** How long everything may take to arrive, where the shop's config says it. */
  readonly settleMs?: number;
  /** The load engine against the shop's door. */
  load(settings?: Partial<OrderLoadSettings>): OrderLoad;
  /**
   * @throws ShopctlError: exit 3, within a second, when nobody listens at the door; usage when the door is on another
   * machine and nobody said `--yes`
   */
  mustAnswer(): Promise<void>;
  /** @throws ShopctlError (usage) when the door is not of the shop whose databases and parts are looked at */
  mustBeWatched(): void;
  close(): Promise<void>;
}

/**
 * Connects to the shop that a config describes; without one to the local stack where there is one, else to the default
 * addresses of the reference shop.
 *
 * @throws ShopctlError (usage) with everything that is wrong with the config
 */
export async function openShop(context: CommandContext): Promise<Shop> {
  const { configPath } = context.settings;
  if (configPath !== undefined) {
    const { openConfiguredShop } = await import('./configured-shop.ts');
    return await openConfiguredShop(configPath, await localParts(context), context);
  }
  const containers = await openContainerStack(context.settings.stateDir);
  const stack = containers ?? (await openStack(context.settings.stateDir, stackDeps(context)));
  const url = context.settings.url ?? stack?.addresses.gateway ?? defaultUrl;
  const addresses = stack === undefined ? defaultAddresses : addressesOf(stack.addresses);
  const probes = openShopProbes(addresses);
  const doorOf = adminDoors(stack?.addresses);
  return {
    url,
    probes,
    actions: openShopActions({
      url,
      ordersDsn: addresses.ordersDsn,
      brokerUrl: addresses.brokerUrl,
      stepRelay: relayStepper(doorOf('orders')),
    }),
    runtime: new TargetsRuntime(containers && identitiesOf(containers), {
      host: context.host,
      stateDir: context.settings.stateDir,
      door: doorOf,
      local: localRuntime(context, doorOf, containers === undefined && stack !== undefined),
    }),
    load: ({ goods = defaultLoad.goods, timeoutMs = defaultLoad.timeoutMs } = {}) =>
      createOrderLoad({ url, timeoutMs, shape: referenceShopOrder(goods) }),
    mustAnswer: async () => {
      if (!context.settings.yes) ensureLocal(url);
      await ensureAnswers(url);
    },
    mustBeWatched: () => ensureSameShop(url, stack?.addresses.gateway ?? defaultUrl),
    close: () => probes.close(),
  };
}

/** The admin door of each service of a stack that has one. */
function adminDoors(addresses: StackAddresses | undefined): (service: string) => AdminDoor | undefined {
  return (service) => {
    const door = addresses?.admin[service];
    return door === undefined ? undefined : new AdminDoor(door);
  };
}

/** The local stack's processes, for a config that names some of them as its targets. */
async function localParts(context: CommandContext): Promise<Runtime> {
  const stack = await openStack(context.settings.stateDir, stackDeps(context));
  const doorOf = adminDoors(stack?.addresses);
  return localRuntime(context, doorOf, stack !== undefined);
}

/** The processes that `up` started. */
function localRuntime(
  context: CommandContext,
  door: (service: string) => AdminDoor | undefined,
  hasPowers: boolean,
): Runtime {
  const { stateDir } = context.settings;
  return new ProcessRuntime({
    parts: async () => (await openStack(stateDir, stackDeps(context)))?.parts ?? [],
    door,
    powers: hasPowers ? stackPowers(stateDir, stackDeps(context)) : undefined,
  });
}

/** The containers that `up --runtime docker` started: by their compose labels, on the engine that has them. */
function identitiesOf({ parts, state: { project, dockerHost } }: ContainerStack): TargetIdentities {
  const host = dockerHost === undefined ? {} : { host: dockerHost };
  return Object.fromEntries(
    parts.map(({ name, servedAt }) => [
      name,
      { runtime: 'docker', project, service: name, servedAt, ...host },
    ]),
  );
}

function ensureSameShop(url: string, watched: string): void {
  if (new URL(url).origin === new URL(watched).origin) return;
  throw new ShopctlError({
    message: `orders would go to ${new URL(url).origin}, but what is broken and looked at is the shop at ${watched}`,
    hint: 'leave --url away for a check, or send orders alone with shopctl load',
    exitCode: ExitCode.usage,
  });
}

function relayStepper(
  door: AdminDoor | undefined,
): ((limit: number) => ReturnType<AdminDoor['stepRelay']>) | undefined {
  return door && ((limit) => door.stepRelay(limit));
}

export interface OrderLoadSettings {
  readonly goods: OrderedGoods;
  readonly timeoutMs: number;
}

/** Product 3 is the reference shop's plentiful one. */
const defaultLoad: OrderLoadSettings = { goods: { productId: '3', quantity: 1 }, timeoutMs: 10_000 };
