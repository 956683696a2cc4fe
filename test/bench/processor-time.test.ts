import { describe, expect, it } from 'vitest';
import { parseStat } from '../../bench/processor-time.ts';

describe('a line of /proc/<pid>/stat', () => {
  const line = (name: string) =>
    `4711 (${name}) S 42 4711 4711 0 -1 4194560 900 0 0 0 120 30 5 2 20 0 11 0 88123 1 2 3`;

  it('gives the parent and the time of the process and of the children it has buried', () => {
    expect(parseStat(line('node'))).toEqual({ parent: 42, usedMs: 1570 });
  });

  it('is read from its last bracket, as a name may hold brackets and blanks', () => {
    expect(parseStat(line('a) R 1 (b'))).toEqual({ parent: 42, usedMs: 1570 });
  });

  it('is nothing when the process has ended meanwhile', () => {
    expect(parseStat('')).toBeUndefined();
  });
});
