import type { RawConfig } from '../../src/config/config-file.ts';
import { checkedConfig } from '../../src/config/load-config.ts';
import type { Overrides } from '../../src/config/overrides.ts';

/** The least that a config must hold. */
export const leastConfig = { order: { url: 'http://127.0.0.1:8080/orders' } };

/** A config as a file would hold it, without lines. */
export function rawConfig(value: unknown): RawConfig {
  return { path: '/shop/shopctl.config.yaml', value, lineOf: () => undefined };
}

export function configOf(value: unknown, overrides: Overrides = {}, env: Record<string, string> = {}) {
  return checkedConfig(rawConfig(value), overrides, env).config;
}

/** The lines of the problems, as they are printed; none when the config is good. */
export function problemLines(value: unknown, env: Record<string, string> = {}): string[] {
  try {
    configOf(value, {}, env);
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}
