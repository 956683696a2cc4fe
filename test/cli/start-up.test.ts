import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** What a file imports at once, and not only when a command runs; types are gone by then. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^'();]*?\bfrom\s+)?'([^']+)'/gm);
  return [...found].map(([, to = '']) => to);
}

/** Every file and package that is loaded before the words that were typed are looked at. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const to of importsOf(file)) {
    if (to.startsWith('.')) loadedWith(resolve(dirname(file), to), seen);
    else if (!to.startsWith('node:')) seen.add(to);
  }
  return seen;
}

describe('start-up', () => {
  const loaded = [...loadedWith(`${src}cli.ts`)];

  it('loads no package but commander, so that --version costs next to nothing', () => {
    expect(loaded.filter((name) => !name.startsWith('/'))).toEqual(['commander']);
  });

  it('loads no command, adapter or report before one is asked for', () => {
    const places = loaded.filter((name) => name.startsWith('/')).map((name) => relative(src, name));
    const others = places.filter((name) => !/^(?:cli|errors|exit-code|host)\.ts$|^cli\//.test(name));
    expect(others.sort()).toEqual(['commands/version.ts', 'model/duration.ts', 'model/redact.ts']);
  });
});
