import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkup, Observation } from '../../src/model/checkup.ts';
import { sharedStateDir, startShopctl } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'shopctl-doctor-'));
let addresses: { gateway: string; broker: string; management: string; databases: Record<string, string> };

/** Types `shopctl doctor --json` with a config of these lines. */
async function typed(config?: string) {
  const path = join(folder, 'shopctl.config.yaml');
  if (config !== undefined) writeFileSync(path, config);
  const flags = config === undefined ? [] : ['--config', path];
  const { code, stdout, stderr } = await startShopctl(['doctor', '--json', ...flags]).ended;
  const checkup: Checkup = JSON.parse(stdout);
  const found = new Map(checkup.observations.map((each): [string, Observation] => [each.name, each]));
  expect(found.size).toBe(checkup.observations.length);
  return { code, checkup, found, printed: stdout + stderr };
}

beforeAll(async () => {
  await wholeShop();
  addresses = JSON.parse(readFileSync(join(sharedStateDir(), 'stack/stack.json'), 'utf8')).addresses;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function withPassword(url: string, password: string): string {
  const changed = new URL(url);
  changed.password = password;
  return changed.href;
}

describe('doctor', () => {
  it('finds the whole stack well, with the figures of its clocks', async () => {
    const { code, checkup, found } = await typed();
    expect(checkup.observations.filter(({ health }) => health === 'problem')).toEqual([]);
    expect({ code, checkable: checkup.checkable }).toEqual({ code: 0, checkable: true });
    for (const name of [
      'node',
      'postgres',
      'rabbitmq',
      'state folder',
      'door',
      'broker',
      'broker management',
    ]) {
      expect([name, found.get(name)?.health]).toEqual([name, 'ok']);
    }
    for (const name of ['ordersdb', 'inventorydb', 'paymentsdb', 'shippingdb']) {
      expect(found.get(`database ${name}`)?.says).toMatch(/^PostgreSQL \d+/);
    }
    const clocks = checkup.observations.filter(({ area }) => area === 'clocks');
    expect(clocks.length).toBe(3);
    for (const { facts = {} } of clocks) {
      // One machine has one clock.
      expect(Math.abs(Number(facts['aheadMs']))).toBeLessThanOrEqual(Number(facts['uncertainMs']) + 2);
    }
  });

  it('names each probe of a config that does not answer, and shows no password', async () => {
    const { databases, broker, management, gateway } = addresses;
    const { code, found, printed } = await typed(`
url: ${gateway}
order: { url: /api/orders, body: { customer: '{{key}}' } }
probes:
  dsn: ${databases['ordersdb']}
  orders: { table: orders, id: id, status: status }
  outbox: { table: Outbox, id: id, sent: { by: timestamp, column: sent_at } }
  shipments: { dsn: '${withPassword(databases['shippingdb'] ?? '', 'wr0ng-pg')}', table: shipments, order: order_id }
broker:
  url: ${withPassword(broker, 'wr0ng-mq')}
  management: ${withPassword(management, 'wr0ng-http')}
  queues: [shipping.order-confirmed]
targets:
  broker: { runtime: process }
`);
    expect(code).toBe(3);
    expect(found.get('probe orders')?.health).toBe('ok');
    expect(found.get('target broker')).toMatchObject({ health: 'ok', facts: { runtime: 'process' } });
    expect(found.get('probe outbox')).toMatchObject({
      health: 'problem',
      says: expect.stringContaining('"Outbox" does not exist'),
    });
    expect(found.get('broker')).toMatchObject({ health: 'problem', says: expect.stringContaining('ACCESS') });
    expect(found.get('broker management')).toMatchObject({ health: 'problem' });
    for (const secret of ['wr0ng-pg', 'wr0ng-mq', 'wr0ng-http']) expect(printed).not.toContain(secret);
  });

  it('finds a config well whose every probe answers, its queue by name', async () => {
    const { databases, broker, management, gateway } = addresses;
    const { code, checkup, found } = await typed(`
url: ${gateway}
order: { url: /api/orders, body: { customer: '{{key}}' } }
probes:
  orders: { dsn: '${databases['ordersdb']}', table: orders, id: id, status: status }
  shipments: { dsn: '${databases['shippingdb']}', table: shipments, order: order_id }
broker: { url: '${broker}', management: '${management}', queues: [shipping.order-confirmed] }
`);
    expect(checkup.observations.filter(({ health }) => health === 'problem')).toEqual([]);
    expect(code).toBe(0);
    expect(found.get('queue shipping.order-confirmed')?.says).toContain('1 consumer');
    expect(found.get('probe shipments')?.says).toContain('shippingdb returns what is due');
  });

  it('prints a line for each thing, with what to do where something is missing', async () => {
    const env = { PATH: `${join(process.execPath, '..')}:/nowhere`, SHOPCTL_URL: 'http://127.0.0.1:1' };
    const { code, stdout } = await startShopctl(['doctor'], { env }).ended;
    expect(code).toBe(3);
    expect(stdout).toMatch(/✗ door +ECONNREFUSED 127\.0\.0\.1:1.*\n +to do: /);
    expect(stdout).toMatch(/this shop cannot be checked yet: \d+ problems?/);
  });
});
