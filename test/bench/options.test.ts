import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../bench/options.ts';

const names = ['relay', 'watch', 'start-up'];

describe('the options of the bench', () => {
  it('measures all when nothing is asked for', () => {
    expect(parseOptions([], names)).toEqual({
      only: [],
      quick: false,
      json: false,
      out: undefined,
      md: undefined,
      waitS: 0,
    });
  });

  it('takes several names, together and apart', () => {
    expect(parseOptions(['--only', 'relay,watch', '--only', 'start-up'], names).only).toEqual(names);
  });

  it.each([
    [['--only', 'rellay'], /no measurement 'rellay': relay, watch, start-up/],
    [['--wait', '-1'], /--wait/],
    [['--wait', 'soon'], /--wait 'soon'/],
    [['--frobnicate'], /frobnicate/],
    [['relay'], /relay/],
  ])('refuses %j', (args, message) => {
    expect(() => parseOptions(args, names)).toThrow(message);
  });
});
