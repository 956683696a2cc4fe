import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPostgres, prepareBinaries } from '../../src/stack/postgres-binaries.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

function packageWith(links: boolean): string {
  const root = temporaryFolder();
  for (const folder of ['native/bin', 'native/lib']) mkdirSync(join(root, folder), { recursive: true });
  for (const tool of ['initdb', 'postgres']) writeFileSync(join(root, 'native/bin', tool), '');
  writeFileSync(join(root, 'native/lib/libicu.so.60.2'), 'the library');
  if (links) writeFileSync(join(root, 'native/lib/libicu.so.60'), 'the library');
  const list = [{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }];
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(list));
  return join(root, 'native/bin');
}

describe('the binaries of the npm package', () => {
  it('get the links that its install script did not make, outside of node_modules', async () => {
    const work = temporaryFolder();
    const prepared = await prepareBinaries({ bin: packageWith(false), origin: 'test' }, undefined, work);
    expect(prepared.libraries).toBe(`${join(work, 'libraries')}:${join(dirname(prepared.bin), 'lib')}`);
    expect(readFileSync(join(work, 'libraries/libicu.so.60'), 'utf8')).toBe('the library');
  });

  it('get the links anew when the package has moved', async () => {
    const work = temporaryFolder();
    const first = packageWith(false);
    await prepareBinaries({ bin: first, origin: 'test' }, undefined, work);
    rmSync(first, { recursive: true });
    rmSync(join(first, '../lib'), { recursive: true });
    await prepareBinaries({ bin: packageWith(false), origin: 'test' }, undefined, work);
    expect(readFileSync(join(work, 'libraries/libicu.so.60'), 'utf8')).toBe('the library');
  });

  it('are used as they are when nothing is missing', async () => {
    const binaries = { bin: packageWith(true), origin: 'test' };
    expect(await prepareBinaries(binaries, undefined, temporaryFolder())).toEqual(binaries);
  });
});

it('names the ways out where there is no PostgreSQL at all', async () => {
  const host = thisHost({ platform: 'aix', env: { PATH: '/nowhere' }, packageRoot: '/nowhere' });
  const found = await findPostgres(host).then(
    ({ bin }) => bin,
    (error: { hint?: string }) => error.hint,
  );
  expect(found).toMatch(/install postgresql|^\/usr\/lib\/postgresql\//);
});
