import { describe, expect, it } from 'vitest';
import { type Figure, isMet } from '../../bench/figure.ts';
import { number } from '../../bench/figure-text.ts';
import { intoPage, renderMarkdown } from '../../bench/markdown-table.ts';
import type { Results } from '../../bench/results.ts';
import { renderText } from '../../bench/text-table.ts';

const rate: Figure = {
  name: 'orders, 32 in flight',
  value: 412.4,
  unit: 'orders/s',
  beside: { name: 'small commits', value: 3095, unit: 'commits/s' },
  target: { atLeast: 400, prototype: 655 },
};
const time: Figure = { name: 'judge', value: 2.34, unit: 's', target: { atMost: 2 } };

function results(figures: readonly Figure[], failure?: string): Results {
  const machine = { cores: 2, processor: 'CPU', memoryGb: 8, system: 'Linux', node: 'v20.0.0' };
  const about = 'what it is about';
  const section = { name: 'orders', about, figures, busyBefore: 0.031, tookMs: 1 };
  const sections = [failure === undefined ? section : { ...section, failure }];
  return { at: '2026-01-02T03:04:05.000Z', quick: false, machine, sections };
}

describe('a figure', () => {
  it.each([
    [{ ...rate, value: 400 }, true],
    [{ ...rate, value: 399.9 }, false],
    [{ ...time, value: 2 }, true],
    [time, false],
    [{ ...rate, target: { prototype: 655 } }, undefined],
    [{ name: 'n', value: 1, unit: 's' }, undefined],
  ])('is met when it keeps to its limit, and neither where there is none', (figure, met) => {
    expect(isMet(figure)).toBe(met);
  });

  it.each([
    [5, '5'],
    [0.724, '0.72'],
    [12.34, '12.3'],
    [412.4, '412'],
    [3095, '3 095'],
    [1234567.8, '1 234 568'],
  ])('is shown with as many digits as mean something', (value, text) => {
    expect(number(value)).toBe(text);
  });
});

describe('the text table', () => {
  it('has one line a figure, with the machine and the target beside it', () => {
    const [first, , head, , heading, rateLine, timeLine] = renderText(results([rate, time])).split('\n');
    expect(first).toBe('2026-01-02, 2 cores (CPU), 8 GB, Linux, Node v20.0.0');
    expect(head).toMatch(/^figure +measured +beside, in the same run +target$/);
    expect(heading).toContain('orders: what it is about (others kept the machine 3 % busy');
    expect(rateLine).toMatch(
      /^orders, 32 in flight +412 orders\/s {2}3 095 commits\/s: small commits {2}≥ 400 orders\/s, prototype 655 {2}met$/,
    );
    expect(timeLine).toMatch(/^judge +2\.34 s +≤ 2 s +MISSED$/);
  });

  it('says why a measurement has no figures', () => {
    expect(renderText(results([], 'the broker did not start'))).toContain('failed: the broker did not start');
  });
});

describe('the Markdown table', () => {
  const markdown = renderMarkdown(results([{ ...rate, name: '  a|b' }]));

  it('escapes what would end a cell', () => {
    expect(markdown).toContain('| a\\|b | 412 orders/s |');
  });

  it('goes between the marks of a page and leaves the rest as it is', () => {
    const once = intoPage('', markdown);
    const page = `# Title\n\n${once}\nThe end.\n`;
    const other = intoPage(page, 'other\n');
    expect(other).toMatch(/^# Title\n\n<!-- .* -->\n\nother\n\n<!-- .* -->\n\nThe end\.\n$/);
    expect(intoPage(other, markdown)).toContain('| a\\|b | 412 orders/s |');
  });
});
