import { tapEvents } from '../actions/broker-door.ts';
import { openEventCopier } from '../actions/event-copier.ts';
import { RedeliveringRuntime } from '../chaos/redelivery.ts';
import { TargetsRuntime } from '../chaos/targets.ts';
import type { CommandContext } from '../commands/context.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Runtime, ShopActions } from '../engine/ports.ts';
import { configuredOrder, orderPlace } from '../load/configured-order.ts';
import { ensureAnswers, ensureLocal } from '../load/door.ts';
import { createOrderLoad } from '../load/order-load.ts';
import type { BrokerSpec, ShopConfig } from '../model/shop-config.ts';
import { openConfiguredProbes } from '../probes/configured/configured-probes.ts';
import type { Shop } from './shop.ts';

/*
 * Somebody's shop, put together from its config. A file of its own because only a config needs zod and yaml: shop.ts
 * imports it when there is one.
 */

/**
 * @param path of the config
 * @param local runtime of the targets that the local stack has
 * @throws ShopctlError (usage) with everything that is wrong with the config
 */
export async function openConfiguredShop(
  path: string,
  local: Runtime,
  context: CommandContext,
): Promise<Shop> {
  const { host, settings } = context;
  const { config } = await loadConfig(path, settings.overrides ?? {}, host.env);
  const { door } = orderPlace(config.order.url, config.url);
  const probes = openConfiguredProbes(config);
  const { stateDir } = settings;
  const targets = new TargetsRuntime(config.targets, {
    host,
    stateDir,
    addresses: addressesOf(config),
    local,
  });
  return {
    url: door,
    probes,
    actions: actionsOf(config.broker),
    runtime: redelivering(targets, config.broker),
    settleMs: config.settleMs,
    load: ({ goods, timeoutMs = config.order.timeoutMs } = {}) =>
      createOrderLoad({
        url: door,
        timeoutMs,
        shape: configuredOrder({
          spec: config.order,
          statuses: config.statuses,
          door: config.url,
          goods: goods ?? { productId: '1', quantity: 1 },
        }),
      }),
    mustAnswer: async () => {
      if (!config.yes) for (const url of sentTo(config)) ensureLocal(url);
      await ensureAnswers(door);
    },
    // What is looked at is what the config names.
    mustBeWatched: () => {},
    close: () => probes.close(),
  };
}

/** Every address that a request of the config goes to. */
function sentTo({ url, order }: ShopConfig): string[] {
  const requests = [order, ...(order.login === undefined ? [] : [order.login]), ...order.seed];
  return [...new Set(requests.map((request) => orderPlace(request.url, url).door))];
}

/** Every address that orders and probes use: a target must not move away from under them. */
function addressesOf({ url, probes, broker }: ShopConfig): string[] {
  const dsns = Object.values(probes).flatMap((probe) => (typeof probe === 'object' ? [probe.dsn] : []));
  return [url, ...new Set(dsns), ...[broker?.url, broker?.management].filter((each) => each !== undefined)];
}

function actionsOf(broker: BrokerSpec | undefined): ShopActions {
  if (broker?.url === undefined || broker.events === undefined) return {};
  const route = { brokerUrl: broker.url, ...broker.events };
  return { tap: (onDelivery) => tapEvents(route, onDelivery) };
}

/** A shop has no switch for sending an event twice; a copy of one on the wire is the same to its consumer. */
function redelivering(targets: Runtime, broker: BrokerSpec | undefined): Runtime {
  if (broker?.url === undefined || broker.events === undefined) return targets;
  const route = { brokerUrl: broker.url, ...broker.events };
  return new RedeliveringRuntime(targets, {
    exchange: broker.events.exchange,
    open: () => openEventCopier(route),
  });
}
