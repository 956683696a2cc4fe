import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainingFiles } from '../../src/stack/stack-errors.ts';
import { stackPaths } from '../../src/stack/stack-paths.ts';
import { up } from '../../src/stack/up.ts';
import { temporaryFolder, thisHost } from './stack-host.ts';

describe('a state directory that cannot be worked in', () => {
  it('because a file is in its place, is told as that', async () => {
    const stateDir = join(temporaryFolder(), 'state');
    writeFileSync(stateDir, 'a file');
    await expect(up({ stateDir, services: [] }, thisHost())).rejects.toMatchObject({
      message: expect.stringContaining(`cannot work in ${stateDir}: a file is where a folder should be`),
      exitCode: 3,
    });
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EACCES', 'the folder belongs to another user'],
    ['EROFS', 'the file system is read-only'],
  ])('because of %s, is told in words with a way out', async (code, words) => {
    const refused = explainingFiles(stackPaths('/state'), async () => {
      throw Object.assign(new Error(`${code}: refused`), { code });
    });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining(words),
      hint: expect.stringContaining('nothing is lost'),
    });
  });

  it('for a reason that is a bug, is left to be shown as one', async () => {
    const bug = new TypeError('x is not a function');
    await expect(explainingFiles(stackPaths('/state'), async () => Promise.reject(bug))).rejects.toBe(bug);
  });
});
