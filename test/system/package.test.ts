import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStateDir, wholeShop } from './shopctl.ts';

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

describe('the package, installed somewhere else', () => {
  let files: readonly string[];

  beforeAll(async () => {
    await wholeShop();
    const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
    const [{ filename, files: listed }] = JSON.parse(packed.stdout);
    files = listed.map((file: { path: string }) => file.path);
    writeFileSync(join(folder, 'package.json'), '{"name":"elsewhere","private":true,"type":"module"}');
    const install = ['install', '--no-audit', '--no-fund', '--omit=optional', join(folder, filename)];
    await run('npm', install, { cwd: folder });
    writeFileSync(join(folder, 'mine.mjs'), mine);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what is needed to run, and no sources or tests', () => {
    const tops = new Set(files.map((path) => path.split('/').slice(0, 2).join('/')));
    expect([...tops].filter((top) => !/^(?:bin|schema|dist)\//.test(top)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(files.filter((path) => /(?:^|\/)(?:test|bench)\//.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.sql')).length).toBeGreaterThan(3);
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
