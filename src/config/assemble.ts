import { dirname, resolve } from 'node:path';
import type { ProbeSpecs } from '../model/probe-spec.ts';
import type { ShopConfig } from '../model/shop-config.ts';
import type { TargetIdentity } from '../model/target-identity.ts';
import type { ShopParsed } from './schema/shop.ts';
import type { TargetInput } from './schema/targets.ts';

/**
 * A config without a problem as the rest of the tool knows it: with what one part takes from another.
 *
 * @param path of the config file; what it names by a relative path is meant from its folder
 */
export function assembled(parsed: ShopParsed, path: string): ShopConfig {
  const { url: orderUrl, timeout, ...order } = parsed.order;
  const { broker, statuses, settle, yes } = parsed;
  const targets = Object.entries(parsed.targets).flatMap(([name, target]) =>
    target === undefined ? [] : [[name, identityOf(target, path)]],
  );
  return {
    url: parsed.url ?? new URL(orderUrl).origin,
    order: { ...order, url: orderUrl, timeoutMs: timeout },
    statuses,
    probes: probesOf(parsed),
    broker,
    targets: Object.fromEntries(targets),
    settleMs: settle,
    yes,
  };
}

function probesOf({ probes }: ShopParsed): ProbeSpecs {
  const { dsn, payments, stock, effectsPerOrder, orders, outbox, inbox, shipments } = probes;
  const at = <Probe extends { readonly dsn?: string | undefined }>(probe: Probe | undefined) =>
    probe && { ...probe, dsn: probe.dsn ?? dsn ?? '' };
  return {
    orders: at(orders),
    outbox: at(outbox),
    inbox: at(inbox),
    shipments: at(shipments),
    charges: at(payments?.charges),
    refunds: at(payments?.refunds),
    reservations: at(stock?.reservations),
    stock: at(stock?.counts),
    effectsPerOrder,
  };
}

function identityOf(target: TargetInput, path: string): TargetIdentity {
  if (target.runtime === 'command') {
    const { within, cwd, ...rest } = target;
    const limit = within === undefined ? {} : { withinMs: within };
    return defined({ ...rest, ...limit, cwd: resolve(dirname(path), cwd ?? '.') }) as TargetIdentity;
  }
  if (target.runtime === 'aspire' && target.apphost !== undefined)
    return defined({ ...target, apphost: resolve(dirname(path), target.apphost) }) as TargetIdentity;
  return defined(target) as TargetIdentity;
}

/** Without the fields that nobody gave: an identity is compared and written down. */
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
