import type { GlobalFlags } from './settings.ts';

/** What flags and environment say in place of a config file, by its top-level keys, and where each came from. */
export type Overrides = Readonly<Record<string, { readonly value: unknown; readonly from: string }>>;

/** Flags before environment. */
export function overridesFrom(
  flags: Pick<GlobalFlags, 'url' | 'yes'>,
  env: Readonly<Record<string, string | undefined>>,
): Overrides {
  const found: Record<string, { value: unknown; from: string }> = {};
  const take = (key: string, value: unknown, from: string) => {
    if (value !== undefined && value !== '' && found[key] === undefined) found[key] = { value, from };
  };
  take('url', flags.url, '--url');
  take('url', env['SHOPCTL_URL'], 'SHOPCTL_URL');
  take('settle', env['SHOPCTL_SETTLE'], 'SHOPCTL_SETTLE');
  take('yes', flags.yes ? true : undefined, '--yes');
  return found;
}

/** The value of a config with its overrides. A door that is overridden also takes the place of the one in `order.url`. */
export function overridden(value: unknown, overrides: Overrides): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const over = Object.entries(overrides).map(([key, { value: given }]) => [key, given]);
  const merged = { ...value, ...Object.fromEntries(over) };
  return overrides['url'] === undefined ? merged : { ...merged, order: belowDoor(merged) };
}

function belowDoor({ order }: { readonly order?: unknown }): unknown {
  if (typeof order !== 'object' || order === null) return order;
  const url: unknown = Reflect.get(order, 'url');
  if (typeof url !== 'string' || !URL.canParse(url)) return order;
  const { pathname, search } = new URL(url);
  return { ...order, url: `${pathname}${search}` };
}
