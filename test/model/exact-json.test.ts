import { describe, expect, it } from 'vitest';
import { exactJson } from '../../src/model/exact-json.ts';

describe('JSON with long ids', () => {
  it.each<[string, string, unknown]>([
    ['the first that a double cannot hold', '{"id": 9007199254740993}', { id: '9007199254740993' }],
    ['the last that it can', '{"id": 9007199254740991}', { id: 9007199254740991 }],
    ['one below zero', '[-9007199254740993]', ['-9007199254740993']],
    ['one of twenty digits alone', '18446744073709551615', '18446744073709551615'],
    ['several, deep down', '{"a":[{"b":90071992547409931},2]}', { a: [{ b: '90071992547409931' }, 2] }],
  ])('keeps every digit of %s', (_title, text, value) => {
    expect(exactJson(text)).toEqual(value);
  });

  it.each([
    '{"id": "9007199254740993"}',
    String.raw`{"a": "an \"id\": 9007199254740993, and \\", "b": 1}`,
    String.raw`{"9007199254740993": "\\\"9007199254740993"}`,
    '[0.12345678901234567, 1e300, 12345678901234567.5, 1.2345678901234567e5]',
    `{"long": "${'x\\n'.repeat(200_000)}1234567890123456"}`,
  ])('leaves strings, fractions and exponents as they are %#', (text) => {
    expect(exactJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    'Order 9007199254740993 created',
    '{"id": 09007199254740993}',
    '{"id": +9007199254740993}',
    '{"id": 9007199254740993x}',
    '{"id": "9007199254740993}',
    '{"id": .9007199254740993}',
    '{9007199254740993 9007199254740993}',
  ])('makes no JSON of what is none: %s', (text) => {
    expect(exactJson(text)).toBeUndefined();
  });
});
