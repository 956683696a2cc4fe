import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linesOf, wholeLinesOf } from '../../src/engine/journal-lines.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-lines-'));
  path = join(folder, 'journal.ndjson');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Several of the chunks that are read at once, and no multiple of one. */
const long = 1_000_003;

describe('the lines of a file', () => {
  it.each([
    ['nothing', ''],
    ['one line', 'a\n'],
    ['half a line', 'a'],
    ['a line and a half', 'a\nb'],
    ['empty lines', '\n\na\n\n'],
    ['many lines', Array.from({ length: 60_000 }, (_, i) => `{"n":${i}}\n`).join('')],
    ['a long line', `a\n${'x'.repeat(long)}\nb\n`],
    ['a long half line', `a\n${'x'.repeat(long)}`],
    // Three bytes each: some lie on both sides of a cut, whatever its place.
    ['characters of several bytes', `a${'€'.repeat(long)}\n`.repeat(2)],
  ])('are %s', (_title, text) => {
    writeFileSync(path, text);
    const lines = text.split('\n');
    const last = lines.pop();
    const expected = lines.map((line, index) => ({ number: index + 1, text: line, isWhole: true }));
    if (last !== '') expected.push({ number: lines.length + 1, text: last ?? '', isWhole: false });
    expect([...linesOf(path)]).toEqual(expected);
    expect(wholeLinesOf(path)).toBe(Buffer.byteLength(text) - Buffer.byteLength(last ?? ''));
  });

  it('come as far as they are asked for', () => {
    writeFileSync(path, 'a\nb\n');
    const [first] = linesOf(path);
    expect(first?.text).toBe('a');
  });

  it('of what is no file are refused in words', () => {
    expect(() => [...linesOf(path)]).toThrow(`there is no journal ${path}`);
    expect(() => [...linesOf(folder)]).toThrow(`${folder} cannot be read: `);
  });
});
