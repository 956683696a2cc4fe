import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from 'amqplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { once, withDatabase } from './shapes/shape-database.ts';
import { shopctl, startShopctl } from './shopctl.ts';
import { stackAddresses } from './stack-addresses.ts';
import { wholeShop } from './whole-shop.ts';

const run = promisify(execFile);
const folderOfShop = fileURLToPath(new URL('../second-shop', import.meta.url));
const config = join(folderOfShop, 'shopctl.config.yaml');
const roles = ['front', 'postman', 'depot'];

interface Report {
  readonly verdict: string;
  readonly runs: readonly {
    readonly promises: readonly {
      readonly promise: string;
      readonly verdict: string;
      readonly lookedAt: string;
      readonly findings: readonly { readonly kind: string; readonly detail: string }[];
    }[];
    readonly leftOut?: readonly { readonly promise: string; readonly reason: string }[];
    readonly remarks: readonly { readonly text: string }[];
    readonly samples: readonly { readonly outbox: unknown; readonly shipping: unknown }[];
  }[];
}

/** The second shop at work, in a database and a folder of its own, told to misbehave or not. */
let shop: { readonly env: Record<string, string>; readonly server: string; readonly name: string };

async function open(misbehave = '', more: Record<string, string> = {}): Promise<void> {
  const { databases, broker, management } = stackAddresses();
  const server = databases['ordersdb'] ?? '';
  const name = `second_${Date.now()}`;
  await once(server, `create database ${name}`);
  const database = withDatabase(server, name);
  await once(database, readFileSync(join(folderOfShop, 'tables.sql'), 'utf8'));
  const env = {
    SECOND_DB: database,
    SECOND_BROKER: broker,
    SECOND_MANAGEMENT: management,
    SECOND_PORT: String(await freePort()),
    SECOND_SECRET: 'open-sesame',
    SECOND_FOLDER: mkdtempSync(join(tmpdir(), 'second-shop-')),
    MISBEHAVE: misbehave,
    ...more,
  };
  shop = { env, server, name };
  await forgetQueue();
  for (const role of roles) await keeper('start', role);
  await answers(`http://127.0.0.1:${env.SECOND_PORT}/alive`);
}

beforeEach(() => wholeShop());

afterEach(async () => {
  for (const role of roles) await keeper('kill', role);
  await forgetQueue();
  await once(shop.server, `drop database ${shop.name} with (force)`);
  rmSync(shop.env['SECOND_FOLDER'] ?? '', { recursive: true, force: true });
});

/** Letters are numbered anew in each database: one that an earlier test left in the queue would pass for another. */
async function forgetQueue(): Promise<void> {
  const connection = await connect(shop.env['SECOND_BROKER'] ?? '');
  const channel = await connection.createChannel();
  await channel.deleteQueue('depot.parcels');
  await channel.deleteExchange('counter.news');
  await connection.close();
}

function keeper(action: string, role: string) {
  const env = { ...process.env, ...shop.env };
  return run(process.execPath, [join(folderOfShop, 'keeper.mjs'), action, role], { env });
}

/** A check of the second shop, with nothing but its config. */
async function check(
  scenario: string,
  ...more: string[]
): Promise<Report & { readonly code: number | null }> {
  const args = ['check', scenario, '--config', config, '--json', ...more];
  const { code, stdout, stderr } = await startShopctl(args, { env: shop.env }).ended;
  try {
    return { code, ...(JSON.parse(stdout) as Report) };
  } catch {
    throw new Error(`no report (exit ${code}): ${stdout}\n${stderr}`);
  }
}

/** What was found, by kind, with the first detail of each. */
function findingsOf({ runs }: Report, promise: string): Record<string, string> {
  const judged = runs[0]?.promises.find((each) => each.promise === promise);
  return Object.fromEntries((judged?.findings ?? []).map(({ kind, detail }) => [kind, detail]).reverse());
}

const verdictsOf = ({ runs }: Report) =>
  Object.fromEntries(runs[0]?.promises.map(({ promise, verdict }) => [promise, verdict]) ?? []);

const patience = { SHOPCTL_SETTLE: '12s' };

describe('a shop that shares nothing with ours, by its config alone', () => {
  it('is held through a broker outage, and what it does not have is left out and said so', async () => {
    await open();
    const report = await check('broker-outage', '--hold', '3s');
    expect(report.code).toBe(0);
    expect(new Set(Object.values(verdictsOf(report)))).toEqual(new Set(['held']));
    expect(Object.keys(verdictsOf(report))).toContain('money-conserved');
    expect(report.runs[0]?.leftOut).toEqual([
      { promise: 'stock-conserved', reason: 'this shop shows no reservations' },
    ]);
    expect(report.runs[0]?.samples.at(-1)).toMatchObject({
      outbox: { unsent: 0, all: 48 },
      shipping: { shipments: 48, inbox: 48 },
    });
  }, 120_000);

  it('is held when an event is delivered twice', async () => {
    await open();
    const report = await check('duplicate-delivery', '--orders', '10');
    expect(verdictsOf(report)).toMatchObject({ 'duplicate-absorbed': 'held', 'no-double-shipments': 'held' });
    expect(report.code).toBe(0);
  }, 120_000);

  it('is held though four rows of its outbox stay for ever, as all that they tell has arrived', async () => {
    await open('forgets-to-mark', patience);
    const report = await check('broker-outage', '--hold', '3s');
    expect(report.code).toBe(0);
    const drained = report.runs[0]?.promises.find(({ promise }) => promise === 'outbox-drained');
    expect(drained?.lookedAt).toBe(
      '48 outbox rows, 4 of them still unsent, though what they tell has arrived',
    );
  }, 120_000);
});

describe('the same shop, misbehaving', () => {
  it('whose consumer leaves is stuck: the queue is named, that nobody consumes there, and who is gone', async () => {
    await open('depot-leaves', { ...patience, LEAVES_AFTER_MS: '20000' });
    const report = await check('broker-outage', '--hold', '2s');
    expect(report.code).toBe(1);
    expect(findingsOf(report, 'no-lost-orders')['stuck']).toMatch(
      /^its event was sent, and \d+ wait in depot\.parcels; nobody consumes there; shipping is stopped$/,
    );
    expect(report.runs[0]?.samples.at(-1)?.outbox).toMatchObject({ unsent: 0 });
    expect(report.runs[0]?.remarks.map(({ text }) => text)).toContain(
      'shipping ran at the start and has exited since',
    );
  }, 180_000);

  it('that gives up is told so when nothing arrives', async () => {
    await open('gives-up', patience);
    const report = await check('broker-outage', '--hold', '8s');
    expect(report.code).toBe(1);
    expect(findingsOf(report, 'no-lost-orders')).toEqual({
      'given up': 'the outbox has given its event up',
    });
  }, 180_000);

  it('that gives up, and whose client delivers from memory all the same, is held with a remark', async () => {
    await open('gives-up-late', patience);
    const report = await check('broker-outage', '--hold', '8s');
    expect(verdictsOf(report)).toMatchObject({ 'no-lost-orders': 'held', 'outbox-drained': 'held' });
    expect(report.code).toBe(0);
    const drained = report.runs[0]?.promises.find(({ promise }) => promise === 'outbox-drained');
    expect(drained?.lookedAt).toMatch(/\d of them given up, though what they tell has arrived/);
  }, 180_000);

  it('that deletes what it never sent has lost it, though its outbox is empty, and loses what comes after', async () => {
    await open('burns-letters', patience);
    const report = await check('broker-outage', '--hold', '3s');
    expect(report.code).toBe(1);
    expect(Object.keys(findingsOf(report, 'no-lost-orders'))).toEqual(['lost']);
    expect(findingsOf(report, 'works-again')['lost']).toContain('there is no event for it');
    expect(report.runs[0]?.samples.at(-1)?.outbox).toMatchObject({ unsent: 0 });
  }, 180_000);

  it('whose relay dies is stuck, and the process is named', async () => {
    await open('postman-dies', patience);
    const report = await check('broker-outage', '--hold', '2s');
    expect(report.code).toBe(1);
    expect(findingsOf(report, 'no-lost-orders')['stuck']).toBe(
      'its event is still unsent in the outbox; orders is stopped',
    );
  }, 180_000);
});

describe('its config', () => {
  it('is shown with where each value came from, and without a secret', async () => {
    await open();
    const { stdout } = await startShopctl(['config', '--config', config], {
      env: { ...shop.env, SHOPCTL_SETTLE: '12s' },
    }).ended;
    expect(stdout).toMatch(/^settle +12s +SHOPCTL_SETTLE$/m);
    expect(stdout).toMatch(/^order\.timeout +10 s +default$/m);
    expect(stdout).toMatch(/^probes\.orders\.table +Purchases +shopctl\.config\.yaml:\d+$/m);
    expect(stdout).not.toContain('open-sesame');
    expect(stdout).not.toContain(shop.env['SECOND_DB']);
  });

  it('that is wrong is refused with all its problems, before anything else', async () => {
    await open();
    const { code, stderr } = await startShopctl(['check', 'broker-outage', '--config', config], {
      env: { ...shop.env, SECOND_PORT: '', SECOND_BROKER: 'http://broker' },
    }).ended;
    expect(code).toBe(64);
    expect(stderr).toContain('has 3 problems');
    expect(stderr.match(/\$\{SECOND_PORT\} is not set in the environment/g)).toHaveLength(2);
    expect(stderr).toContain('broker.url: ');
  });
});

describe('shopctl init', () => {
  it('writes a config of the reference shop with which its own check is held, and overwrites nothing', async () => {
    await open();
    const file = join(shop.env['SECOND_FOLDER'] ?? '', 'shopctl.config.yaml');
    const written = await shopctl('init', '--preset', 'reference', '--out', file);
    expect(written).toMatchObject({ code: 0 });
    expect((await shopctl('init', '--preset', 'reference', '--out', file)).code).toBe(64);
    const { code, stdout } = await shopctl('check', 'broker-outage', '--hold', '2s', '--config', file);
    expect(stdout).not.toContain('left out');
    expect(code).toBe(0);
  }, 120_000);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nobody answers at ${url}`);
}
