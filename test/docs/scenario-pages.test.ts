import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../../src/scenarios/index.ts';

const folder = new URL('../../docs/scenarios/', import.meta.url);

describe('docs/scenarios', () => {
  it('has a page for each scenario, and no other', () => {
    const names = scenarios.map(({ name }) => `${name}.md`);
    expect(readdirSync(folder).sort()).toEqual(names.sort());
  });

  it.each(scenarios.map(({ name }) => name))('says how %s is run, and shows a run', (name) => {
    const page = readFileSync(new URL(`${name}.md`, folder), 'utf8');
    expect(page.startsWith(`# ${name}\n`)).toBe(true);
    expect(page).toContain(`shopctl check ${name}`);
    expect(page).toContain('## What to look at');
    expect(page).toMatch(/✓ held +(no-lost-orders|fails-as-expected)/);
  });
});
