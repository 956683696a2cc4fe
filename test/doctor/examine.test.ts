import { describe, expect, it } from 'vitest';
import type { Check } from '../../src/doctor/examine.ts';
import { ShopctlError } from '../../src/errors.ts';
import { isCheckable } from '../../src/model/checkup.ts';
import { seen } from './seen.ts';

const check = (look: Check['look'], changes: Partial<Check> = {}): Check => ({
  area: 'shop',
  name: 'it',
  advice: 'do something',
  look,
  ...changes,
});
const failing = (error: unknown) => async () => {
  throw error;
};

describe('an examination', () => {
  it('takes a text for well', async () => {
    const { it: it1 } = await seen([check(async () => 'fine')]);
    expect(it1).toEqual({ area: 'shop', name: 'it', health: 'ok', says: 'fine' });
  });

  it('tells a failed look with the hint of its error, and with its own advice where there is none', async () => {
    const hinted = new ShopctlError({ message: 'no such table', hint: 'see the config' });
    const { a, b } = await seen([
      check(failing(hinted), { name: 'a' }),
      check(failing(new Error('ECONNREFUSED')), { name: 'b' }),
    ]);
    expect(a).toMatchObject({ health: 'problem', says: 'no such table', advice: 'see the config' });
    expect(b).toMatchObject({ health: 'problem', says: 'ECONNREFUSED', advice: 'do something' });
  });

  it('gives no errand for what nobody needs', async () => {
    const skipped = check(failing(new Error('it is not here')), {
      whenFailed: 'skipped',
      advice: 'not needed',
    });
    const { it: it1 } = await seen([skipped]);
    expect(it1).toEqual({ area: 'shop', name: 'it', health: 'skipped', says: 'it is not here (not needed)' });
  });

  it('waits for nobody beyond the limit, and tells the others all the same', async () => {
    const { silent, quick } = await seen(
      [check(() => new Promise(() => {}), { name: 'silent' }), check(async () => 'fine', { name: 'quick' })],
      50,
    );
    expect(silent).toMatchObject({ health: 'problem', says: 'no answer within 0.05 s' });
    expect(quick?.health).toBe('ok');
  });

  it('makes one line of an error that has many', async () => {
    const { it: it1 } = await seen([check(failing(new ShopctlError({ message: 'first\n  second' })))]);
    expect(it1?.says).toBe('first; second');
  });

  it('lets a shop be checked with warnings, and not with a problem', async () => {
    const one = (health: 'ok' | 'warning' | 'skipped' | 'problem') => ({
      area: 'shop' as const,
      name: 'it',
      health,
      says: '',
    });
    expect(isCheckable([one('ok'), one('warning'), one('skipped')])).toBe(true);
    expect(isCheckable([one('ok'), one('problem')])).toBe(false);
  });
});
