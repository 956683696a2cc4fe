import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandTree } from '../../src/cli/command-tree.ts';
import { manPage } from '../../src/cli/man-page.ts';
import { shopctlVersion } from '../../src/commands/version.ts';
import { builtProgram } from './program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const path = `${root}man/shopctl.1`;
const tree = commandTree(builtProgram());

function has(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined;
}

/** The page as a reader sees it. */
function read(program: string, args: readonly string[]) {
  const env = { ...process.env, MANWIDTH: '100', LC_ALL: 'C.UTF-8', MANPAGER: 'cat' };
  return spawnSync(program, [...args, path], { encoding: 'utf8', env });
}

describe('the manual page', () => {
  it('is as the program says; `npm run man` writes it again', () => {
    expect(readFileSync(path, 'utf8')).toBe(manPage(tree, shopctlVersion(root)));
  });

  it('names every command and every option', () => {
    const page = readFileSync(path, 'utf8').replaceAll('\\-', '-');
    for (const { name, options } of tree.commands) {
      expect(page).toContain(`.SS shopctl ${name}`);
      for (const { flags } of options) expect(page).toContain(`.B ${flags}`);
    }
    for (const { flags } of tree.options) expect(page).toContain(`.B ${flags}`);
  });

  it('lets nothing pass for a request that is text', () => {
    const page = manPage(
      {
        name: 'shopctl',
        description: '.shopctl is its folder',
        arguments: [],
        options: [],
        examples: [],
        commands: [
          {
            name: 'x',
            description: "'quoted' \\ back",
            arguments: [],
            options: [],
            examples: ['.hidden'],
            commands: [],
          },
        ],
      },
      '1',
    );
    expect(page).toContain('\n\\&.shopctl is its folder\n');
    expect(page).toContain("\n\\&'quoted' \\e back\n");
    expect(page).toContain('\n\\&.hidden\n');
  });

  const hasMan = has('man');
  if (!hasMan) console.warn('man is not on this machine: its rendering of the page is not tried');
  it.skipIf(!hasMan)('is rendered without a warning', () => {
    const { status, stderr, stdout } = read('man', ['--warnings', '-l']);
    // Without groff, man has nothing to render with; it says so in its own words.
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('shopctl check broker-outage');
  });

  const hasMandoc = has('mandoc');
  if (!hasMandoc) console.warn('mandoc is not on this machine: its opinion of the page is not asked');
  it.skipIf(!hasMandoc)('is well written in the opinion of mandoc', () => {
    const { stdout } = read('mandoc', ['-T', 'lint', '-W', 'warning']);
    // It has no date on purpose: what is made of the same program is the same page.
    expect(stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
  });
});
