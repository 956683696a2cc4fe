import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findConfig, readConfig } from '../../src/config/config-file.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { resolveSettings } from '../../src/config/settings.ts';
import { substituted } from '../../src/config/substitute.ts';

const folder = mkdtempSync(join(tmpdir(), 'shopctl-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a config file', () => {
  it('is found in the folder or the nearest one above', () => {
    const deep = join(folder, 'a/b');
    mkdirSync(deep, { recursive: true });
    const found = written('a/shopctl.config.json', '{}');
    expect(findConfig(deep)).toBe(found);
    expect(findConfig(join(folder, 'a'))).toBe(found);
  });

  it.each<[string, string]>([
    ['x.yaml', 'order: # how\n  url: http://h/o\n'],
    ['x.json', '{"order":\n {"url": "http://h/o"}}'],
    ['x.mjs', 'export default { order: { url: "http://h/o" } };'],
  ])('%s holds a config', async (name, text) => {
    const { value } = await readConfig(written(name, text));
    expect(value).toEqual({ order: { url: 'http://h/o' } });
  });

  it('knows the line of each value', async () => {
    const { lineOf } = await readConfig(written('lines.yaml', 'a:\n  b:\n    - 1\n    - c: 2\n'));
    expect([lineOf(['a', 'b', 0]), lineOf(['a', 'b', 1, 'c']), lineOf(['z'])]).toEqual([3, 4, undefined]);
  });

  it.each<[string, string, RegExp]>([
    ['broken.yaml', 'a: [1\nb: "2\n', /broken\.yaml cannot be read: line \d/],
    ['twice.yaml', 'a: 1\na: 2\n', /line 2: Map keys must be unique/],
    ['empty.mjs', 'export const a = 1;', /it has no default export/],
    ['wrong.mjs', 'export default {', /wrong\.mjs cannot be read/],
  ])('%s is refused', async (name, text, message) => {
    await expect(readConfig(written(name, text))).rejects.toMatchObject({
      message: expect.stringMatching(message),
      exitCode: 64,
    });
  });

  it('that is not there is refused, and says where it was looked for', async () => {
    await expect(readConfig(join(folder, 'gone.yaml'))).rejects.toThrow(/gone\.yaml cannot be read: ENOENT/);
  });
});

describe('what counts', () => {
  const path = written(
    'precedence.yaml',
    'url: http://file\norder: { url: http://file/o?x=1 }\nsettle: 10s\n',
  );
  const flags = { json: false, quiet: false, color: false, yes: false, config: path };

  it.each<[string, { url?: string }, Record<string, string>, [string, string, number]]>([
    ['the file before the defaults', {}, {}, ['http://file', 'http://file/o?x=1', 10_000]],
    [
      'the environment before the file',
      {},
      { SHOPCTL_URL: 'http://env', SHOPCTL_SETTLE: '5s' },
      ['http://env', '/o?x=1', 5000],
    ],
    [
      'a flag before the environment',
      { url: 'http://flag' },
      { SHOPCTL_URL: 'http://env' },
      ['http://flag', '/o?x=1', 10_000],
    ],
  ])('is %s', async (_title, typed, env, expected) => {
    const settings = resolveSettings({ ...flags, ...typed }, env, folder);
    const { config } = await loadConfig(settings.configPath ?? '', settings.overrides ?? {}, env);
    expect([config.url, config.order.url, config.settleMs]).toEqual(expected);
  });

  it('is named where it is wrong', async () => {
    const { overrides = {} } = resolveSettings(flags, { SHOPCTL_SETTLE: 'soon' }, folder);
    await expect(loadConfig(path, overrides, {})).rejects.toThrow(
      "settle: 'soon'; give a time such as 500ms, 20s or 2m (SHOPCTL_SETTLE)",
    );
  });

  it('is the file that SHOPCTL_CONFIG names, unless a flag names another', () => {
    const env = { SHOPCTL_CONFIG: 'env.yaml' };
    expect(resolveSettings({ ...flags, config: 'flag.yaml' }, env, '/w').configPath).toBe('/w/flag.yaml');
    const { config: _, ...without } = flags;
    expect(resolveSettings(without, env, '/w').configPath).toBe('/w/env.yaml');
  });
});

describe('${NAME}', () => {
  it.each<[unknown, unknown, string[]]>([
    ['a ${A} b ${A}', 'a 1 b 1', []],
    ['$${A}', '${A}', []],
    [['${A}', { deep: '${B}' }], ['1', { deep: '' }], ['1.deep B']],
    ['${EMPTY}', '', [' EMPTY']],
    ['$A {A} ${a-b}', '$A {A} ${a-b}', []],
    [7, 7, []],
  ])('in %j gives %j', (value, filled, missing) => {
    const { value: found, unset } = substituted(value, { A: '1', EMPTY: '' });
    expect(found).toEqual(filled);
    expect(unset.map(({ path, name }) => `${path.join('.')} ${name}`)).toEqual(missing);
  });
});
