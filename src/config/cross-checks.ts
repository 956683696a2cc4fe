import { placeholders, sessionPlaceholders } from '../model/order-spec.ts';
import type { ConfigPath } from './config-file.ts';
import { type Problem, valueAt } from './problems.ts';

/*
 * What no single value of a config is wrong about, but several together. They look at the value as it was given, so that
 * they speak up beside what the schema finds, not only when it finds nothing.
 */

const probePaths: readonly ConfigPath[] = [
  ['orders'],
  ['outbox'],
  ['inbox'],
  ['shipments'],
  ['payments', 'charges'],
  ['payments', 'refunds'],
  ['stock', 'reservations'],
  ['stock', 'counts'],
];

/** @param config as given, with its variables filled in */
export function crossChecks(config: unknown): Problem[] {
  return [
    ...nowhere(config),
    ...unknownPlaceholders(valueAt(config, ['order'])),
    ...homeless(config),
    ...untold(config),
    ...blind(config),
  ];
}

function nowhere(config: unknown): Problem[] {
  const path = valueAt(config, ['order', 'url']);
  if (valueAt(config, ['url']) !== undefined || typeof path !== 'string' || !path.startsWith('/')) return [];
  return [{ path: ['url'], hint: `the shop's public door: order.url is only a path, ${path}` }];
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
  const isOnce = path[1] === 'login' || path[1] === 'seed';
  const known: readonly string[] = isOnce ? sessionPlaceholders : placeholders;
  return [...value.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path,
      what: (placeholders as readonly string[]).includes(name)
        ? `{{${name}}} is an order's, and this is sent once, before the first`
        : `nobody knows {{${name}}}`,
      hint: `known${isOnce ? ' here' : ''} are ${known.map((each) => `{{${each}}}`).join(' ')}`,
    }));
}

/** Probes without a database. */
function homeless(config: unknown): Problem[] {
  if (valueAt(config, ['probes', 'dsn']) !== undefined) return [];
  return probePaths
    .map((path): ConfigPath => ['probes', ...path])
    .filter((path) => isObject(valueAt(config, path)) && valueAt(config, [...path, 'dsn']) === undefined)
    .map((path) => ({ path: [...path, 'dsn'], hint: 'a DSN here, or probes.dsn for all probes' }));
}

/** An order that does not carry the run id is not found again by it. */
function untold(config: unknown): Problem[] {
  const order = valueAt(config, ['order']);
  if (!isObject(order)) return [];
  const request = { ...order, login: undefined, seed: undefined };
  if (/\{\{\s*(?:runId|key)\s*\}\}/.test(JSON.stringify(request))) return [];
  return (['orders', 'outbox', 'shipments'] as const)
    .map((name): ConfigPath => ['probes', name, 'key'])
    .filter((path) => valueAt(config, path) !== undefined)
    .map((path) => ({
      path,
      hint: 'no key, or an order request that holds {{runId}}: without it the run id is nowhere to be found',
    }));
}

/** What arrived must be seen somewhere: without effects in the inbox, matched to an order. */
function blind(config: unknown): Problem[] {
  const at = (...path: string[]) => valueAt(config, ['probes', ...path]);
  if (at('effectsPerOrder') !== 0 || at('inbox') === undefined) return [];
  if (at('shipments') !== undefined) {
    return [{ path: ['probes', 'effectsPerOrder'], hint: '1 or more where there is a probe for shipments' }];
  }
  const leaves = at('outbox', 'sent', 'by') === 'deleted';
  const isMatched = at('outbox', 'order') !== undefined || at('outbox', 'query') !== undefined;
  if (at('inbox', 'query') !== undefined || at('inbox', 'order') !== undefined) return [];
  if (isMatched && !leaves) return [];
  const why = 'with no effects the inbox is the evidence, and nothing says which order an event is of';
  return [{ path: ['probes', 'inbox', 'order'], hint: `the field with the order's id: ${why}` }];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
