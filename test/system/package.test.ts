import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStateDir } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shopctl-package-'));

const mine = `
import { defineScenario, during, noDoubleShipments, noLostOrders, orders, paused, settled } from 'shopctl/scenario';

export default defineScenario({
  name: 'frozen-consumer',
  obligation: 'orders placed while the consumer is frozen ship exactly once after it thaws',
  lesson: 'The queue keeps what the consumer does not take.',
  steps: [orders(2), settled(), during(paused('shipping'), [orders(2)]), settled()],
  expect: [noLostOrders, noDoubleShipments],
});
`;

/** Everything but what is compiled from src/ and fixtures/shop/. A new file that users need is named here. */
const notCompiled = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/fixtures/shop/Dockerfile',
  'dist/fixtures/shop/compose.yaml',
  'dist/fixtures/shop/containers/databases.sql',
  'dist/fixtures/shop/k8s/broker.yaml',
  'dist/fixtures/shop/k8s/databases.sql',
  'dist/fixtures/shop/k8s/gateway.yaml',
  'dist/fixtures/shop/k8s/inventory.yaml',
  'dist/fixtures/shop/k8s/kustomization.yaml',
  'dist/fixtures/shop/k8s/namespace.yaml',
  'dist/fixtures/shop/k8s/orders.yaml',
  'dist/fixtures/shop/k8s/payments.yaml',
  'dist/fixtures/shop/k8s/postgres.yaml',
  'dist/fixtures/shop/k8s/shipping.yaml',
  'dist/fixtures/shop/migrations/inventory/001-stock.sql',
  'dist/fixtures/shop/migrations/orders/001-orders.sql',
  'dist/fixtures/shop/migrations/orders/002-outbox.sql',
  'dist/fixtures/shop/migrations/payments/001-cash-book.sql',
  'dist/fixtures/shop/migrations/payments/002-charge-and-refund.sql',
  'dist/fixtures/shop/migrations/shipping/001-shipments.sql',
  'docs/aspire.md',
  'docs/ci.md',
  'docs/findings.md',
  'docs/outbox-and-inbox.md',
  'docs/own-scenarios.md',
  'docs/performance.md',
  'docs/proof.md',
  'docs/proving.md',
  'docs/runtimes.md',
  'docs/your-own-shop.md',
  'man/shopctl.1',
  'package.json',
  'schema/run-report.schema.json',
  'schema/shopctl.config.schema.json',
];

function sourcesIn(place: string): string[] {
  const names = readdirSync(join(root, place), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${place}/${name}`);
}

/** npx keeps what it installed for the next time; there is none for this file. */
async function removeNpxInstallation(): Promise<void> {
  const { stdout } = await run('npm', ['config', 'get', 'cache']);
  const kept = join(stdout.trim(), '_npx');
  for (const name of existsSync(kept) ? readdirSync(kept) : []) {
    const path = join(kept, name, 'package.json');
    const isOurs = existsSync(path) && readFileSync(path, 'utf8').includes(basename(folder));
    if (isOurs) rmSync(join(kept, name), { recursive: true, force: true });
  }
}

describe('the package, installed somewhere else', () => {
  let packed: { readonly filename: string; readonly version: string };
  let files: string[];
  let tarball: string;

  beforeAll(async () => {
    await wholeShop();
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
    [packed] = JSON.parse(stdout);
    files = JSON.parse(stdout)[0].files.map((file: { path: string }) => file.path);
    tarball = join(folder, packed.filename);
    writeFileSync(join(folder, 'package.json'), '{"name":"elsewhere","private":true,"type":"module"}');
    const install = ['install', '--no-audit', '--no-fund', '--omit=optional', '--prefer-offline', tarball];
    await run('npm', install, { cwd: folder });
    writeFileSync(join(folder, 'mine.mjs'), mine);
  });

  afterAll(async () => {
    await removeNpxInstallation();
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds what is needed to run, and nothing else', () => {
    const others = files.filter((path) => !path.endsWith('.js') && !path.endsWith('.d.ts'));
    expect(others.sort()).toEqual(notCompiled);
    const compiled = files.filter((path) => path.startsWith('dist/') && path.endsWith('.js'));
    const sources = [...sourcesIn('src'), ...sourcesIn('fixtures/shop')];
    expect(compiled.sort()).toEqual(sources.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`).sort());
  });

  it('holds the types of its vocabulary, and no other', () => {
    const types = files.filter((path) => path.endsWith('.d.ts'));
    const places = new Set(types.map((path) => path.replace(/[^/]+$/, '')));
    expect([...places].sort()).toEqual(['dist/src/', 'dist/src/invariants/', 'dist/src/model/']);
    expect(types.filter((path) => /^dist\/src\/[^/]+$/.test(path))).toEqual(['dist/src/scenario.d.ts']);
  });

  it('has types that a scenario in TypeScript is checked with', async () => {
    const options = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, types: [] };
    const typed = { compilerOptions: options, files: ['typed.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(typed));
    writeFileSync(join(folder, 'typed.ts'), mine);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', folder], { cwd: folder });
    writeFileSync(join(folder, 'typed.ts'), mine.replace('orders(2)', "orders('two')"));
    const wrong = run(process.execPath, [tsc, '-p', folder], { cwd: folder });
    await expect(wrong).rejects.toMatchObject({ stdout: expect.stringContaining('typed.ts') });
  });

  it('is run by npx from the packed file in an empty folder, without a network', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    // What the installation above fetched is in npm's cache by now.
    const npx = ['--offline', '--yes', '--omit=optional', '--package', tarball, '--', 'shopctl'];
    const { stdout: version } = await run('npx', [...npx, '--version'], { cwd: empty });
    expect(version.trim()).toBe(packed.version);
    const { stdout: words } = await run('npx', [...npx, 'explain', 'broker-outage'], { cwd: empty });
    expect(words).toContain('What must hold');
    expect(readdirSync(empty)).toEqual([]);
  });

  it('runs a scenario of its user’s own, written with the exported vocabulary', async () => {
    const bin = join(folder, 'node_modules/.bin/shopctl');
    const { stdout } = await run(bin, ['check', './mine.mjs', '--state-dir', sharedStateDir()], {
      cwd: folder,
    });
    expect(stdout).toContain('held');
    expect(stdout).toContain('frozen-consumer');
    expect(stdout).toContain('shipping paused');
  });

  it('says what is wrong with a file that exports no scenario', async () => {
    writeFileSync(join(folder, 'empty.mjs'), 'export const nothing = 1;');
    const bin = join(folder, 'node_modules/.bin/shopctl');
    const typed = run(bin, ['check', './empty.mjs'], { cwd: folder });
    await expect(typed).rejects.toMatchObject({
      code: 64,
      stderr: expect.stringContaining('it exports no scenario'),
    });
  });
});
