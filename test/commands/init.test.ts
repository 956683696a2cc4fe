import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { init } from '../../src/commands/init.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { presets } from '../../src/config/presets/index.ts';
import { writeContainerState } from '../../src/stack/containers/container-state.ts';
import { stackPaths } from '../../src/stack/stack-paths.ts';
import { fakeTerminal } from '../helpers/fake-host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A terminal on which somebody types these lines, or none. */
function contextOf(typed?: string[], env: Record<string, string> = {}) {
  return fakeTerminal(typed, folder, env);
}

const options = { out: 'shopctl.config.yaml', force: false };
const file = () => join(folder, options.out);

describe('shopctl init', () => {
  it.each(presets.map(({ name }) => name))('--preset %s writes a config without asking', async (preset) => {
    expect(await init({ ...options, preset }, contextOf().context)).toBe(0);
    const { config } = await loadConfig(file(), {}, {});
    expect(config.url).toBe('http://127.0.0.1:5100');
  });

  it('asks on a terminal, and takes what is meant usually for an empty line', async () => {
    const answers = [
      'compose',
      'http://127.0.0.1:8080',
      '',
      'postgres://me@db/stock',
      '',
      '',
      'amqp://127.0.0.1:5673',
      '',
      'my shop',
    ];
    const { context, said } = contextOf(answers);
    await init(options, context);
    const { config } = await loadConfig(file(), {}, {});
    expect(said.join('')).toContain('What is the shop like? [reference]');
    expect(said.join('')).toContain("Where is the broker's management API? [none]");
    expect(config.broker?.management).toBeUndefined();
    expect(config).toMatchObject({
      url: 'http://127.0.0.1:8080',
      broker: { url: 'amqp://127.0.0.1:5673' },
      probes: { reservations: { dsn: 'postgres://me@db/stock' } },
      targets: { shipping: { runtime: 'docker', project: 'my shop', service: 'shipping' } },
    });
  });

  it('takes flags for answers', async () => {
    const told = {
      preset: 'kubernetes',
      databaseUrl: 'postgres://me:${DB_PASSWORD}@db:5433/any?sslmode=require',
      brokerUrl: 'amqp://mq:5673',
      managementUrl: 'http://mq:15673',
    };
    const { context } = contextOf(undefined, { DB_PASSWORD: 'hunter2' });
    await init({ ...options, ...told }, context);
    expect(readFileSync(file(), 'utf8')).not.toContain('hunter2');
    const { config } = await loadConfig(file(), {}, { DB_PASSWORD: 'hunter2' });
    expect(config).toMatchObject({
      broker: { url: 'amqp://mq:5673', management: 'http://mq:15673' },
      probes: {
        orders: { dsn: 'postgres://me:hunter2@db:5433/ordersdb?sslmode=require' },
        shipments: { dsn: 'postgres://me:hunter2@db:5433/shippingdb?sslmode=require' },
      },
    });
  });

  it('knows no management API of a broker that a flag names alone', async () => {
    await init({ ...options, preset: 'reference', brokerUrl: 'amqp://mq' }, contextOf().context);
    const { config } = await loadConfig(file(), {}, {});
    expect(config.broker).toMatchObject({ url: 'amqp://mq' });
    expect(config.broker?.management).toBeUndefined();
  });

  it('describes the shop in containers that was started here, by its own project and ports', async () => {
    const { context } = contextOf();
    const paths = stackPaths(context.settings.stateDir);
    mkdirSync(paths.root, { recursive: true });
    const ports = { gateway: 6100, postgres: 6432, broker: 6672, management: 16_672 };
    const state = { version: 1 as const, project: 'shop-0123456789', ports, set: {}, down: false };
    await writeContainerState(paths, state);
    await init({ ...options, preset: 'compose' }, context);
    const { config } = await loadConfig(file(), {}, {});
    expect(config).toMatchObject({
      url: 'http://127.0.0.1:6100',
      broker: { management: expect.stringContaining(':16672') },
      targets: { orders: { project: 'shop-0123456789' }, broker: { servedAt: 'amqp://127.0.0.1:6672' } },
    });
  });

  it('writes nothing that would not work: an answer was wrong, and its path is named', async () => {
    const { context } = contextOf(['reference', 'my shop']);
    await expect(init(options, context)).rejects.toThrow(/url: 'my shop'; give a URL such as/);
    expect(() => readFileSync(file())).toThrow('ENOENT');
  });

  it('overwrites nothing without --force', async () => {
    writeFileSync(file(), 'mine');
    const preset = 'reference';
    await expect(init({ ...options, preset }, contextOf().context)).rejects.toMatchObject({ exitCode: 64 });
    expect(readFileSync(file(), 'utf8')).toBe('mine');
    await init({ ...options, preset, force: true }, contextOf().context);
    expect(readFileSync(file(), 'utf8')).toContain('order:');
  });

  it.each<[string, { preset?: string }, RegExp]>([
    ['without a terminal and a preset', {}, /init asks on a terminal/],
    ['for a preset nobody knows', { preset: 'compos' }, /there is no preset 'compos'; near it: compose/],
  ])('is refused %s', async (_title, more, message) => {
    await expect(init({ ...options, ...more }, contextOf().context)).rejects.toThrow(message);
  });
});
