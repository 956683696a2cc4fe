import { describe, expect, it } from 'vitest';
import { parsedText } from '../../src/config/config-file.ts';
import { checkedConfig } from '../../src/config/load-config.ts';
import { originsOf } from '../../src/config/origins.ts';
import { presets } from '../../src/config/presets/index.ts';
import { configJsonSchema } from '../../src/config/schema/shop.ts';
import { formatted } from '../helpers/formatted-json.ts';

describe('the schema for editors', () => {
  it('is the one that configs are checked with', async () => {
    const schema = formatted(configJsonSchema());
    expect(JSON.parse(schema)).toEqual(configJsonSchema());
    // `vitest run -u` writes it anew.
    await expect(`${schema}\n`).toMatchFileSnapshot('../../schema/shopctl.config.schema.json');
  });
});

const places = {
  url: 'http://127.0.0.1:5100',
  broker: 'amqp://guest:guest@127.0.0.1:5672',
  management: 'http://guest:guest@127.0.0.1:15672',
  group: 'shop',
  dsn: (database: string) => `postgres://shop:shop@127.0.0.1:5432/${database}`,
};

describe.each(presets)('the preset $name', ({ text }) => {
  it('is a config without a problem, with a comment above each part', async () => {
    const written = text(places);
    const { config } = checkedConfig(await parsedText('/shop/shopctl.config.yaml', written), {}, {});
    expect(config.url).toBe(places.url);
    expect(config.probes.orders?.dsn).toBe(places.dsn('ordersdb'));
    expect(Object.keys(config.targets).length).toBeGreaterThan(3);
    expect(written.match(/^# /gm)?.length).toBeGreaterThan(5);
  });
});

describe('the preset aspire', () => {
  const aspire = presets.find(({ name }) => name === 'aspire');

  it('says what to add where its tables are long, in words that the schema takes', async () => {
    const written = aspire?.text(places) ?? '';
    expect(written).toContain('#   orders: { …, position: CreatedAt }');
    const bounded = written.replace(/table: (Orders|Inbox),/g, 'table: $1, position: CreatedAt,');
    const { config } = checkedConfig(await parsedText('/shop/shopctl.config.yaml', bounded), {}, {});
    expect([config.probes.orders?.position, config.probes.inbox?.position]).toEqual([
      'CreatedAt',
      'CreatedAt',
    ]);
  });
});

describe('a resolved config', () => {
  it('says of each value where it came from, and shows no secret', async () => {
    const raw = await parsedText(
      '/shop/shopctl.config.yaml',
      'url: http://127.0.0.1:1\norder:\n  url: /orders\n  headers:\n    authorization: Bearer ${TOKEN}\n    x-shop-pass-2: hunter4\n    x-named: ${TOKEN}\n    accept: application/json\n  cookies:\n    who: hunter5\n  login:\n    url: /login\n    body: user=till&pass=hunter6\nprobes:\n  dsn: postgres://app:hunter2@db/shop\n',
    );
    const overrides = { url: { value: 'http://127.0.0.1:2', from: '--url' } };
    const origins = originsOf({ raw, overrides, ...checkedConfig(raw, overrides, { TOKEN: 'hunter3' }) });
    const seen = Object.fromEntries(origins.map(({ path, value, from }) => [path, [value, from]]));
    expect(seen).toMatchObject({
      url: ['http://127.0.0.1:2', '--url'],
      'order.url': ['/orders', 'shopctl.config.yaml:3'],
      'order.method': ['POST', 'default'],
      'order.headers.authorization': ['***', 'shopctl.config.yaml:5'],
      'order.headers.x-shop-pass-2': ['***', 'shopctl.config.yaml:6'],
      'order.headers.x-named': ['${TOKEN}', 'shopctl.config.yaml:7'],
      'order.headers.accept': ['application/json', 'shopctl.config.yaml:8'],
      'order.cookies.who': ['***', 'shopctl.config.yaml:10'],
      'order.login.body': ['user=till&pass=***', 'shopctl.config.yaml:13'],
      'probes.dsn': ['postgres://app:***@db/shop', 'shopctl.config.yaml:15'],
      settle: ['1 min 30 s', 'default'],
    });
    expect(JSON.stringify(origins)).not.toContain('hunter');
  });
});
