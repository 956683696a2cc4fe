import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/model/duration.ts';

describe('parseDuration', () => {
  it.each([
    ['200ms', 200],
    ['2s', 2000],
    ['1.5s', 1500],
    ['1m', 60_000],
    ['1h', 3_600_000],
    ['1m30s', 90_000],
    ['2 min 3 s', 123_000],
    [' 5s ', 5000],
    ['0', 0],
    ['0s', 0],
  ])('reads %j as %d ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each([
    '',
    '200',
    '-2s',
    '2x',
    's',
    '2s2',
    '1e3s',
    '2 s or so',
    '.5s',
    'Infinity',
    '1,5s',
    `${'9'.repeat(400)}h`,
  ])('does not guess what %j means', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '0 ms'],
    [250, '250 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1234, '1.2 s'],
    [10_800, '10.8 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min'],
    [123_000, '2 min 3 s'],
    [3_599_600, '1 h'],
    [3_900_000, '1 h 5 min'],
    [90_000_000, '25 h'],
  ])('writes %d ms as %j', (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });

  it.each(['250 ms', '1.2 s', '2 min 3 s', '1 h 5 min'])('writes %j so that it can be read back', (text) => {
    expect(formatDuration(parseDuration(text) ?? Number.NaN)).toBe(text);
  });
});
