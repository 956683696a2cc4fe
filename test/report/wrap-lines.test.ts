import { expect, it } from 'vitest';
import { wrapLines } from '../../src/report/wrap-lines.ts';

it.each<[string, number, string[]]>([
  ['orders accepted meanwhile', 16, ['orders accepted', 'meanwhile']],
  ['orders', 3, ['orders']],
  ['', 10, ['']],
])('wraps %j at %i', (text, width, lines) => {
  expect(wrapLines(text, width)).toEqual(lines);
});
