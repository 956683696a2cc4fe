import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastLines, logExcerpt } from '../../src/stack/log-tail.ts';
import { temporaryFolder } from './stack-host.ts';

function logWith(text: string): string {
  const path = join(temporaryFolder(), 'part.log');
  writeFileSync(path, text);
  return path;
}

describe('the end of a log', () => {
  it('is its last lines, whole, also of a long one', async () => {
    const path = logWith(Array.from({ length: 10_000 }, (_, i) => `line ${i}`).join('\n'));
    expect(await lastLines(path, 2)).toEqual(['line 9998', 'line 9999']);
  });

  it('is empty where there is no log', async () => {
    expect(await lastLines('/nowhere/part.log', 3)).toEqual([]);
    expect(await logExcerpt('/nowhere/part.log')).toBe('its log is empty');
  });

  it('is cut in an error, so that one crash dump does not fill the screen', async () => {
    expect((await logExcerpt(logWith(`{${'x'.repeat(9000)}}\n`))).length).toBeLessThan(500);
  });
});
