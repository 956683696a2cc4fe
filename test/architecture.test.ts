import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const shop = join(root, 'fixtures/shop');

/** Folders of src/ that a folder may import from, beside itself; `.` stands for the files of src/ itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  invariants: ['model'],
  scenarios: ['model', 'invariants'],
  proof: ['model', 'invariants', 'scenarios'],
  report: ['model', 'errors.ts', 'host.ts'],
  engine: ['model', 'errors.ts', 'exit-code.ts', 'host.ts'],
  actions: ['model', 'engine', 'errors.ts', 'exit-code.ts', 'host.ts'],
  chaos: ['model', 'engine', 'errors.ts', 'exit-code.ts', 'host.ts'],
  load: ['model', 'engine', 'errors.ts', 'exit-code.ts', 'host.ts'],
  probes: ['model', 'engine', 'errors.ts', 'exit-code.ts', 'host.ts'],
  stack: ['model', 'engine', 'errors.ts', 'exit-code.ts', 'host.ts'],
  config: ['model', 'errors.ts', 'exit-code.ts'],
  doctor: ['model', 'errors.ts'],
  commands: [
    'model',
    'scenarios',
    'proof',
    'engine',
    'report',
    'config',
    'wiring',
    'doctor',
    'errors.ts',
    'exit-code.ts',
    'host.ts',
  ],
};

/** Adapters may take only the types of the engine's ports, never its workings. */
const adapters = ['actions', 'chaos', 'load', 'probes', 'stack'];

/** npm packages by the places that may import them; a package that is not named here has no place yet. */
const packagePlaces: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli.ts', 'cli'],
  chalk: ['report'],
  'cli-table3': ['report'],
  undici: ['actions', 'load', 'chaos', 'probes', 'stack'],
  amqplib: ['actions', 'probes', 'stack'],
  pg: ['actions', 'probes', 'stack'],
  execa: ['chaos', 'stack'],
  zod: ['stack', 'config', 'report'],
  'fastest-levenshtein': ['chaos', 'config'],
  yaml: ['config'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = withoutComments(readFileSync(file, 'utf8'));
  const found = text.matchAll(
    /(?:^(?:import|export|\})[^'\n]*\bfrom\s+|\bimport\(\s*|^import\s+)'([^']+)'/gm,
  );
  return [...found].map((match) => ({ from: file, to: match[1] ?? '' }));
}

function placeOf(file: string): string {
  return relative(src, file).split('/')[0] ?? '';
}

const files = sourceFiles(src);
const imports = files.flatMap(importsOf);

describe('the directions of ARCHITECTURE.md', () => {
  it('finds the imports it is about', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(imports.some(({ to }) => to.startsWith('../model/'))).toBe(true);
  });

  it('lets each folder import only what its row allows', () => {
    const wrong = imports
      .filter(({ to }) => to.startsWith('.'))
      .map(({ from, to }) => ({ from, place: placeOf(from), target: placeOf(resolve(dirname(from), to)) }))
      .filter(
        ({ place, target }) => place in mayImport && target !== place && !mayImport[place]?.includes(target),
      )
      .map(({ from, target }) => `${relative(root, from)} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('shows adapters nothing of the engine but its ports', () => {
    const wrong = imports
      .filter(
        ({ from, to }) =>
          adapters.includes(placeOf(from)) && to.includes('/engine/') && !to.endsWith('/ports.ts'),
      )
      .map(({ from, to }) => `${relative(root, from)} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('keeps src/ and fixtures/shop/ strangers to each other', () => {
    const leavesShop = sourceFiles(shop)
      .flatMap(importsOf)
      .filter(({ from, to }) => to.startsWith('.') && !resolve(dirname(from), to).startsWith(shop));
    const entersShop = imports.filter(({ to }) => to.includes('fixtures/'));
    expect([...leavesShop, ...entersShop]).toEqual([]);
  });

  it('gives each npm package its place', () => {
    const wrong = imports
      .filter(({ to }) => !to.startsWith('.') && !to.startsWith('node:'))
      .map(({ from, to }) => ({
        from,
        name: to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/'),
      }))
      .filter(({ from, name }) => !packagePlaces[name]?.includes(placeOf(from)))
      .map(({ from, name }) => `${relative(root, from)} imports ${name}`);
    expect(wrong).toEqual([]);
  });
});

describe('the habits of CONTRIBUTING.md', () => {
  it('leaves process and console to bin/', () => {
    const uses = /(?<![\w.'`-])(?:process\.(?:exit|env|argv|stdout|stderr|stdin|on|cwd|pid)\b|console\.)/;
    const wrong = files.filter((file) => uses.test(withoutComments(readFileSync(file, 'utf8'))));
    expect(wrong.map((file) => relative(root, file))).toEqual([]);
  });

  it('keeps every file short enough for one sitting', () => {
    const long = [...files, ...sourceFiles(shop)]
      .map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  it('has no drawer for things without a name', () => {
    const drawers = files.filter((file) => /(?:utils?|helpers?|managers?|misc|common)\.ts$/.test(file));
    expect(drawers).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
