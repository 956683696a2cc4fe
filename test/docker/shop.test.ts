import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Running, startShopctl, type Typed, type TypingOptions } from '../system/shopctl.ts';
import { docker, fakeDocker } from './containers.ts';

/*
 * The reference shop in containers, broken and healed by the built shopctl as its user types it.
 */

const folder = mkdtempSync(join(tmpdir(), 'shopctl-docker-shop-'));
const stateDir = join(folder, 'state');
const cache = process.env['SHOPCTL_TEST_IMAGES'] ?? join(homedir(), '.cache/shopctl/test-images');
/** Where time is short, one scenario and one recovery have to do; the others are counted as skipped. */
const isShort = process.env['SHOPCTL_TEST_DOCKER'] === 'short';
const whereTimeAllows = it.skipIf(isShort);

interface Report {
  readonly runs: readonly {
    readonly verdict: string;
    readonly why?: string;
    readonly promises: readonly {
      readonly promise: string;
      readonly verdict: string;
      readonly why?: string;
    }[];
    readonly faults: readonly { readonly identity: string; readonly endedEarlyMs?: number }[];
  }[];
}

/** In a shell whose docker is on the tests' engine, unless it says otherwise. */
function start(args: readonly string[], options: TypingOptions = {}): Running {
  const env = { DOCKER_HOST: inject('dockerHost'), ...options.env };
  return startShopctl(args, { ...options, stateDir: options.stateDir ?? stateDir, env });
}

const shopctl = (...args: string[]): Promise<Typed> => start(args).ended;
/** A shell that knows nothing of the engine. */
const elsewhere = (...args: string[]): Promise<Typed> => start(args, { env: { DOCKER_HOST: '' } }).ended;

async function check(...args: string[]): Promise<Report & { readonly code: number | null }> {
  const { code, stdout, stderr } = await shopctl('check', ...args, '--json');
  try {
    return { ...(JSON.parse(stdout) as Report), code };
  } catch {
    throw new Error(`check ${args.join(' ')} gave no JSON (exit ${code}):\n${stdout}\n${stderr}`);
  }
}

const containerId = (service: string) =>
  docker('ps', '--all', '--no-trunc', '--quiet', '--filter', `label=com.docker.compose.service=${service}`);
const statusOf = (service: string) =>
  docker('inspect', '--format', '{{.State.Status}}', containerId(service));

async function mustHeld(...args: string[]): Promise<Report> {
  const report = await check(...args);
  const broken = report.runs.flatMap(({ promises }) => promises.filter(({ verdict }) => verdict !== 'held'));
  expect({ verdict: report.runs.map(({ verdict }) => verdict), broken, code: report.code }).toEqual({
    verdict: ['held'],
    broken: [],
    code: 0,
  });
  return report;
}

beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  const build = fileURLToPath(new URL('build-images.sh', import.meta.url));
  execFileSync(build, [cache], {
    stdio: 'inherit',
    env: { ...process.env, DOCKER_HOST: inject('dockerHost') },
  });
  const { code, stderr } = await shopctl('up', '--runtime', 'docker');
  if (code !== 0) throw new Error(`shopctl up --runtime docker ended with ${code}:\n${stderr}`);
});

afterAll(async () => {
  const { code, stderr } = await shopctl('down', '--purge');
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`shopctl down --purge ended with ${code}:\n${stderr}`);
  expect(docker('ps', '--all', '--quiet')).toBe('');
  expect(docker('volume', 'ls', '--quiet')).toBe('');
});

describe('the reference shop in containers', () => {
  it('is ready in all its parts, in any shell, and says what can be done to it', async () => {
    const status = await elsewhere('status', '--json');
    const { parts } = JSON.parse(status.stdout) as { parts: { name: string; ready: boolean }[] };
    expect(parts.filter(({ ready }) => ready).map(({ name }) => name)).toEqual([
      'postgres',
      'broker',
      'gateway',
      'orders',
      'inventory',
      'payments',
      'shipping',
    ]);
    expect(status.code).toBe(0);
    const { stdout } = await elsewhere('chaos', 'list');
    expect(stdout).toContain('broker-pause');
    expect(stdout).toContain('payments-fail');
    expect(stdout).toContain('orders-crash');
  });

  whereTimeAllows('is started twice without harm, and not in processes beside', async () => {
    const before = containerId('broker');
    expect((await shopctl('up', '--runtime', 'docker')).code).toBe(0);
    expect(containerId('broker')).toBe(before);
    const { code, stderr } = await shopctl('up');
    expect(code).toBe(3);
    expect(stderr).toContain('runs in containers');
  });

  whereTimeAllows('shows the logs of its parts', async () => {
    const { code, stdout } = await shopctl('logs', 'orders', 'payments', '-n', '3');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^orders +\{"level"/m);
    expect(stdout).toMatch(/^payments +\{"level"/m);
  });

  it('keeps its promises through a broker outage, of which the engine’s own times are told', async () => {
    const { runs } = await mustHeld('broker-outage', '--hold', '5s');
    const [fault] = runs[0]?.faults ?? [];
    expect(fault?.identity).toMatch(/^docker container \S*broker\S* [0-9a-f]{64}$/);
    expect(fault?.endedEarlyMs).toBeUndefined();
  });

  for (const scenario of ['payments-outage', 'relay-crash']) {
    whereTimeAllows(`keeps its promises through ${scenario}`, async () => {
      await mustHeld(scenario);
    });
  }
});

describe('a fault on a container', () => {
  it.each([
    ['broker-stop', 'broker', 'exited'],
    ...(isShort ? [] : [['shipping-pause', 'shipping', 'paused']]),
  ])('%s is healed by recover in another shell', async (name = '', service = '', status = '') => {
    const broken = await shopctl('chaos', name);
    expect(broken.code).toBe(0);
    expect(statusOf(service)).toBe(status);
    const { code, stdout } = await elsewhere('recover');
    expect(stdout).toContain('healed:');
    expect(code).toBe(0);
    expect(statusOf(service)).toBe('running');
  });

  whereTimeAllows('is healed by recover when shopctl was killed in the middle of a check', async () => {
    const running = start(['check', 'broker-outage', '--hold', '60s', '--orders', '3']);
    await running.shows('broker stopped');
    running.child.kill('SIGKILL');
    await running.ended;
    expect(statusOf('broker')).toBe('exited');
    expect((await elsewhere('recover')).code).toBe(0);
    expect(statusOf('broker')).toBe('running');
  });

  whereTimeAllows('is healed on an interrupt, which does not reach the docker that heals', async () => {
    const running = start(['check', 'broker-outage', '--hold', '60s', '--orders', '3'], {
      through: ['setsid'],
    });
    await running.shows('broker stopped');
    // As a terminal does it: to everybody in the foreground, and so to each docker that shopctl has begun there.
    process.kill(-(running.child.pid ?? Number.NaN), 'SIGINT');
    const { code } = await running.ended;
    expect(code).toBe(130);
    expect(statusOf('broker')).toBe('running');
  });

  whereTimeAllows('is an error, and no verdict, where docker says that it did it and did not', async () => {
    const { host, remove } = fakeDocker(
      'for word; do test "$word" = stop && exit 0; done; exec "$REAL_DOCKER" "$@"',
    );
    try {
      const { code, stderr, stdout } = await start(['check', 'broker-outage', '--orders', '3'], {
        env: { PATH: host.env['PATH'] ?? '', REAL_DOCKER: host.env['REAL_DOCKER'] ?? '' },
      }).ended;
      expect(code).toBe(3);
      expect(`${stderr}${stdout}`).toContain('docker stop said that it did it, but');
      expect(statusOf('broker')).toBe('running');
    } finally {
      remove();
    }
  });

  it('is refused at once where the engine hangs', async () => {
    const socket = join(folder, 'hung.sock');
    const engine = createServer(() => {});
    await new Promise<void>((ready) => engine.listen(socket, ready));
    const other = join(folder, 'other');
    mkdirSync(join(other, 'stack'), { recursive: true });
    const state = JSON.parse(readFileSync(join(stateDir, 'stack/containers.json'), 'utf8'));
    const hung = { ...state, dockerHost: `unix://${socket}` };
    writeFileSync(join(other, 'stack/containers.json'), JSON.stringify(hung));
    const { code, stderr } = await start(['check', 'broker-outage'], { stateDir: other }).ended;
    engine.close();
    expect(code).toBe(3);
    expect(stderr).toContain('does not answer');
  });
});
