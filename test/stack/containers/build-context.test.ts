import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assembleContext } from '../../../src/stack/containers/build-context.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-context-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A package that says its name and version, and those of what it needs. */
function put(path: string, name: string, version: string, dependencies: readonly string[] = []): void {
  const home = join(folder, path);
  mkdirSync(home, { recursive: true });
  const needs = Object.fromEntries(dependencies.map((needed) => [needed, '*']));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, dependencies: needs }));
  const inner = dependencies.map((needed) => `...require('${needed}')`).join(', ');
  writeFileSync(join(home, 'index.js'), `module.exports = ['${name} ${version}', ${inner}];`);
  writeFileSync(join(home, 'index.js.map'), '{}');
}

function putShop(root: string): void {
  const shop = join(folder, root, 'dist/fixtures/shop/orders');
  mkdirSync(shop, { recursive: true });
  writeFileSync(
    join(shop, 'main.js'),
    "console.log([...require('web'), '|', ...require('queue')].join(', '))",
  );
}

/** What the shop says when it runs in the context, which must be enough for it. */
async function saidInContext(root: string): Promise<string> {
  const context = join(folder, 'context');
  await assembleContext(join(folder, root), context);
  rmSync(join(folder, root), { recursive: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  expect(existsSync(join(context, 'node_modules/web/index.js.map'))).toBe(false);
  return execFileSync(process.execPath, [join(context, 'dist/fixtures/shop/orders/main.js')], {
    encoding: 'utf8',
  }).trim();
}

describe('the build context of the shop', () => {
  it('holds of each package the version that its user finds here: nested in a checkout', async () => {
    put('app', 'shopctl', '1', ['web', 'queue']);
    putShop('app');
    put('app/node_modules/web', 'web', '1', ['ids']);
    put('app/node_modules/web/node_modules/ids', 'ids', '2');
    put('app/node_modules/queue', 'queue', '1', ['ids']);
    put('app/node_modules/ids', 'ids', '1');
    put('app/node_modules/compiler', 'compiler', '1');
    expect(await saidInContext('app')).toBe('web 1, ids 2, |, queue 1, ids 1');
    expect(existsSync(join(folder, 'context/node_modules/compiler'))).toBe(false);
  });

  it('the same where they lie beside shopctl, as npx puts them', async () => {
    put('node_modules/shopctl', 'shopctl', '1', ['web', 'queue']);
    putShop('node_modules/shopctl');
    put('node_modules/web', 'web', '1', ['ids']);
    put('node_modules/ids', 'ids', '2');
    put('node_modules/queue', 'queue', '1', ['ids']);
    put('node_modules/queue/node_modules/ids', 'ids', '1');
    expect(await saidInContext('node_modules/shopctl')).toBe('web 1, ids 2, |, queue 1, ids 1');
  });

  it('the same where they are linked from a store, as pnpm does it', async () => {
    put('app', 'shopctl', '1', ['web', 'queue']);
    putShop('app');
    put('store/web@1/node_modules/web', 'web', '1', ['ids']);
    put('store/queue@1/node_modules/queue', 'queue', '1', ['ids']);
    put('store/ids@1/node_modules/ids', 'ids', '1');
    put('store/ids@2/node_modules/ids', 'ids', '2');
    mkdirSync(join(folder, 'app/node_modules'));
    const link = (to: string, at: string) => symlinkSync(join(folder, to), join(folder, at));
    link('store/web@1/node_modules/web', 'app/node_modules/web');
    link('store/queue@1/node_modules/queue', 'app/node_modules/queue');
    link('store/ids@2/node_modules/ids', 'store/web@1/node_modules/ids');
    link('store/ids@1/node_modules/ids', 'store/queue@1/node_modules/ids');
    expect(await saidInContext('app')).toBe('web 1, ids 2, |, queue 1, ids 1');
  });

  it('cannot be put together without the built shop, or a package', async () => {
    put('app', 'shopctl', '1', ['web']);
    await expect(assembleContext(join(folder, 'app'), join(folder, 'context'))).rejects.toMatchObject({
      message: expect.stringContaining('the reference shop is not built'),
      hint: 'npm run build',
    });
    putShop('app');
    await expect(assembleContext(join(folder, 'app'), join(folder, 'context'))).rejects.toMatchObject({
      message: expect.stringContaining('the package web, needed by'),
    });
  });
});
