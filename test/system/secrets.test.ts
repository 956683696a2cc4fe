import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStateDir, startShopctl } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

/** A stack with a broker behind a password and a secret setting: nothing that shopctl prints or writes shows either. */

const quickOutage = fileURLToPath(new URL('scenarios/quick-outage.mjs', import.meta.url));
const secrets = {
  brokerPassword: 'br0ker-s3cret',
  setting: 'set-s3cret-99',
  token: 'tok3n-s3cret',
  urlPassword: 'd00r-s3cret',
};
const basic = Buffer.from(`clerk:${secrets.urlPassword}`).toString('base64');
const forbidden = [...Object.values(secrets), basic];

const folder = mkdtempSync(join(tmpdir(), 'shopctl-secrets-'));
const stateDir = join(folder, 'state');
let brokerUrl: string;
let management: (method: string, path: string, body?: object) => Promise<void>;

/** Everything that came out of shopctl, by what was typed. */
const printed = new Map<string, string>();

async function type(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const { code, stdout, stderr } = await startShopctl(args, { stateDir, env }).ended;
  printed.set(args.join(' '), `${stdout}\n${stderr}`);
  return code;
}

beforeAll(async () => {
  await wholeShop();
  const state = JSON.parse(readFileSync(join(sharedStateDir(), 'stack/stack.json'), 'utf8'));
  const admin = new URL(state.addresses.management);
  const authorization = `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`;
  management = async (method, path, body) => {
    const answer = await fetch(`http://${admin.host}/api/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: HTTP ${answer.status} ${await answer.text()}`);
  };
  // A virtual host of its own, so that the two shops do not share their queues.
  await management('PUT', 'vhosts/secrets');
  await management('PUT', 'users/clerk', { password: secrets.brokerPassword, tags: '' });
  await management('PUT', 'permissions/secrets/clerk', { configure: '.*', write: '.*', read: '.*' });
  const { port } = new URL(state.addresses.broker);
  brokerUrl = `amqp://clerk:${secrets.brokerPassword}@127.0.0.1:${port}/secrets`;
});

afterAll(async () => {
  await startShopctl(['down', '--purge'], { stateDir }).ended;
  await management('DELETE', 'vhosts/secrets');
  await management('DELETE', 'users/clerk');
  rmSync(folder, { recursive: true, force: true });
});

describe('secrets', () => {
  it('are typed into a whole session', async () => {
    const up = ['up', '--broker-url', brokerUrl, '--set', `PASSWORD=${secrets.setting}`];
    expect(await type([...up, '--set', `API_TOKEN=${secrets.token}`])).toBe(0);
    expect(await type([...up, '--json'])).toBe(0);
    expect(await type(['status'])).toBe(0);
    expect(await type(['status', '--json'])).toBe(0);
    const { addresses } = JSON.parse(printed.get('status --json')?.split('\n\n')[0] ?? '{}');
    expect(addresses.broker).toContain('amqp://clerk:***@127.0.0.1:');
    const door = addresses.gateway.replace('http://', `http://clerk:${secrets.urlPassword}@`);
    expect(await type(['load', '3', '--url', door])).toBe(0);
    expect(await type(['load', '3', '--url', door, '--json'])).toBe(0);
    const reports = ['junit', 'md', 'html', 'json', 'table', 'line'].map(
      (form) => `${form}=${folder}/run.${form}`,
    );
    const check = ['check', quickOutage, '--probe-orders', '1', '--url', door];
    const summary = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    expect(await type([...check, '--report', reports.join()], summary)).toBe(0);
    expect(await type([...check, '--dry-run'])).toBe(0);
    for (const form of ['table', 'line', 'json', 'junit', 'md', 'html']) {
      expect(await type(['report', '--format', form])).toBe(0);
    }
    expect(await type(['chaos', 'payments-slow', '10ms', '--for', '1s', '--json'])).toBe(0);
    expect(await type(['runs', '--json'])).toBe(0);
    expect(await type(['logs', '-n', '1000'])).toBe(0);
  });

  it('are typed into commands that fail', async () => {
    const wrong = brokerUrl.replace('clerk:', 'nobody:');
    expect(await type(['up', '--broker-url', wrong])).toBe(3);
    for (const none of [
      `amqp://clerk:${secrets.brokerPassword}/x@@nowhere`,
      `clerk:${secrets.brokerPassword}@host`,
    ]) {
      expect(await type(['up', '--broker-url', none])).toBe(64);
    }
    expect(await type(['load', '1', '--url', `http://clerk:${secrets.urlPassword}@127.0.0.1:9`])).toBe(3);
    expect(await type(['load', '1', '--url', `ftp://clerk:${secrets.urlPassword}@shop`])).toBe(64);
    expect(await type(['up', '--set', `=PASSWORD=${secrets.setting}`])).toBe(64);
    expect(await type(['load', '1', `--token=${secrets.token}`])).toBe(64);
  });

  it('were printed by none of them', () => {
    expect(printed.size).toBeGreaterThan(20);
    const leaks = [...printed].flatMap(([typed, text]) =>
      forbidden.filter((secret) => text.includes(secret)).map((secret) => `${typed} printed ${secret}`),
    );
    expect(leaks).toEqual([]);
  });

  it('are in no file but the one that starts the parts again, which is for its owner alone', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile());
    expect(files.filter((file) => file.endsWith('journal.ndjson')).length).toBeGreaterThan(3);
    for (const form of ['junit', 'md', 'html', 'json', 'table', 'line']) {
      expect(files).toContain(join(folder, `run.${form}`));
    }
    expect(files).toContain(join(folder, 'summary.md'));
    const holding = files.filter((file) => {
      const bytes = readFileSync(file);
      return forbidden.some((secret) => bytes.includes(secret));
    });
    expect(holding.map((file) => relative(stateDir, file))).toEqual(['stack/stack.json']);
    expect(statSync(join(stateDir, 'stack/stack.json')).mode & 0o777).toBe(0o600);
  });
});
