import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The pages that messages, hints and written configs send people to. */
function namedPages(): string[] {
  const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' });
  const texts = sources
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${root}src/${name}`));
  return [...new Set(texts.flatMap((text) => String(text).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []))];
}

describe('a page that a message names', () => {
  it.each(namedPages())('is there, and in the package: %s', (page) => {
    expect(existsSync(`${root}${page}`)).toBe(true);
    const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { files: string[] };
    expect(files).toContain('docs/*.md');
    expect(page).toMatch(/^docs\/[^/]+\.md$/);
  });

  it('is looked for', () => {
    expect(namedPages()).toContain('docs/your-own-shop.md');
  });
});
