import { dirname, resolve } from 'node:path';
import { placeholders } from '../model/order-spec.ts';
import type { ProbeSpecs } from '../model/probe-spec.ts';
import type { ShopConfig } from '../model/shop-config.ts';
import type { TargetIdentity } from '../model/target-identity.ts';
import type { ConfigPath } from './config-file.ts';
import type { Problem } from './problems.ts';
import type { ShopParsed } from './schema/shop.ts';
import type { TargetInput } from './schema/targets.ts';

/** What the parts of a config say together: defaults that one part takes from another, and what does not fit. */
export interface Assembled {
  readonly config: ShopConfig;
  readonly problems: readonly Problem[];
}

/** @param path of the config file; what it names by a relative path is meant from its folder */
export function assembled(parsed: ShopParsed, path: string): Assembled {
  const problems: Problem[] = [];
  const { url: orderUrl, timeout, ...order } = parsed.order;
  const { broker, statuses, settle, yes } = parsed;
  const whole = /^https?:\/\//.test(orderUrl);
  const url = parsed.url ?? (whole ? new URL(orderUrl).origin : undefined);
  if (url === undefined) {
    problems.push({ path: ['url'], hint: `the shop's public door: order.url is only a path, ${orderUrl}` });
  }
  const probes = probesOf(parsed, problems);
  problems.push(...unknownPlaceholders(parsed.order), ...untold(parsed), ...blind(probes));
  const targets = Object.entries(parsed.targets).flatMap(([name, target]) =>
    target === undefined ? [] : [[name, identityOf(target, path)]],
  );
  const config: ShopConfig = {
    url: url ?? '',
    order: { ...order, url: orderUrl, timeoutMs: timeout },
    statuses,
    probes,
    broker,
    targets: Object.fromEntries(targets),
    settleMs: settle,
    yes,
  };
  return { config, problems };
}

function probesOf({ probes }: ShopParsed, problems: Problem[]): ProbeSpecs {
  const { dsn, payments, stock, effectsPerOrder, orders, outbox, inbox, shipments } = probes;
  const at = <Probe extends { readonly dsn?: string | undefined }>(
    probe: Probe | undefined,
    ...path: string[]
  ): (Probe & { readonly dsn: string }) | undefined => {
    if (probe === undefined) return undefined;
    const where = probe.dsn ?? dsn;
    if (where === undefined) {
      problems.push({ path: ['probes', ...path, 'dsn'], hint: 'a DSN here, or probes.dsn for all probes' });
    }
    return { ...probe, dsn: where ?? '' };
  };
  return {
    orders: at(orders, 'orders'),
    outbox: at(outbox, 'outbox'),
    inbox: at(inbox, 'inbox'),
    shipments: at(shipments, 'shipments'),
    charges: at(payments?.charges, 'payments', 'charges'),
    refunds: at(payments?.refunds, 'payments', 'refunds'),
    reservations: at(stock?.reservations, 'stock', 'reservations'),
    stock: at(stock?.counts, 'stock', 'counts'),
    effectsPerOrder,
  };
}

/** `{{runid}}` would be sent as it stands, and no order would be found again. */
function unknownPlaceholders(value: unknown, path: ConfigPath = ['order']): Problem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unknownPlaceholders(item, [...path, index]));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => unknownPlaceholders(item, [...path, key]));
  }
  if (typeof value !== 'string' || path.at(-2) === 'takeHeader') return [];
  return [...value.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(placeholders as readonly string[]).includes(name))
    .map((name) => ({
      path,
      what: `nobody knows {{${name}}}`,
      hint: `known are ${placeholders.map((known) => `{{${known}}}`).join(' ')}`,
    }));
}

/** An order that does not carry the run id is not found again by it. */
function untold({ order, probes }: ShopParsed): Problem[] {
  if (
    JSON.stringify([order.url, order.headers, order.cookies, order.body ?? '']).match(
      /\{\{\s*(?:runId|key)\s*\}\}/,
    )
  )
    return [];
  return (['orders', 'outbox', 'shipments'] as const)
    .filter((name) => probes[name]?.key !== undefined)
    .map((name) => ({
      path: ['probes', name, 'key'],
      hint: 'no key, or an order request that holds {{runId}}: without it the run id is nowhere to be found',
    }));
}

/** What arrived must be seen somewhere: without effects in the inbox, matched to an order. */
function blind({ effectsPerOrder, inbox, outbox, shipments }: ProbeSpecs): Problem[] {
  if (effectsPerOrder > 0 || inbox === undefined) return [];
  if (shipments !== undefined) {
    return [{ path: ['probes', 'effectsPerOrder'], hint: '1 or more where there is a probe for shipments' }];
  }
  const leaves = outbox?.sent?.by === 'deleted';
  if (inbox.query !== undefined || inbox.order !== undefined) return [];
  if (outbox !== undefined && !leaves && (outbox.order !== undefined || outbox.query !== undefined))
    return [];
  const why = 'with no effects the inbox is the evidence, and nothing says which order an event is of';
  return [{ path: ['probes', 'inbox', 'order'], hint: `the field with the order's id: ${why}` }];
}

function identityOf(target: TargetInput, path: string): TargetIdentity {
  if (target.runtime === 'command') {
    const { within, cwd, ...rest } = target;
    const limit = within === undefined ? {} : { withinMs: within };
    return defined({ ...rest, ...limit, cwd: resolve(dirname(path), cwd ?? '.') }) as TargetIdentity;
  }
  return defined(target) as TargetIdentity;
}

/** Without the fields that nobody gave: an identity is compared and written down. */
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
