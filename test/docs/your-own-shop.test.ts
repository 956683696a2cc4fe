import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsedText } from '../../src/config/config-file.ts';
import { checkedConfig } from '../../src/config/load-config.ts';
import { configJsonSchema } from '../../src/config/schema/shop.ts';

const page = readFileSync(new URL('../../docs/your-own-shop.md', import.meta.url), 'utf8');

describe('docs/your-own-shop.md', () => {
  it('has an example that is a config without a problem', async () => {
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const raw = await parsedText('/shop/shopctl.config.yaml', yaml);
    const { config } = checkedConfig(raw, {}, { SHOP_SECRET: 'a', DB_PASSWORD: 'b' });
    expect(config.probes.outbox?.sent).toEqual({ by: 'boolean', column: 'IsPosted' });
    expect(config.targets.shipping).toMatchObject({ runtime: 'command', cwd: '/shop' });
  });

  it('has every key that a config may have, but those of the runtimes', () => {
    const { properties } = configJsonSchema() as { properties: Record<string, object> };
    const { targets: _, $schema: __, ...own } = properties;
    const missing = keysIn({ properties: own }).filter((key) => !new RegExp(`\\b${key}\\b`).test(page));
    expect(missing).toEqual([]);
  });
});

/** The names of all properties, however deep. */
function keysIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.keys(value as object) : []),
    ...keysIn(value),
  ]);
}
