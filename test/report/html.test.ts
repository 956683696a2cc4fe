import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/model/attempt.ts';
import { embeddedJson, markup } from '../../src/report/html/markup.ts';
import { countTicks, timeScale, timeTicks } from '../../src/report/html/scales.ts';
import { spreadLabels } from '../../src/report/html/spread-labels.ts';
import { stepPath } from '../../src/report/html/timeline-chart.ts';
import { renderHtml } from '../../src/report/html.ts';
import { brokenOutage, brokerOutage, confirmed, empty, hostile, interrupted, sample } from './run-records.ts';

function between(html: string, start: string, end: string): string {
  const from = html.indexOf(start) + start.length;
  return html.slice(from, html.indexOf(end, from));
}

function dataOf(html: string) {
  return JSON.parse(between(html, '<script type="application/json" id="data">', '</script>'));
}

describe('the HTML report', () => {
  it('says the verdict first, and each promise, without a script', () => {
    const html = renderHtml([brokenOutage]);
    const text = between(html, '<main>', '</main>')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text.trim()).toMatch(/^✗ broken broker-outage orders accepted while the broker is down/);
    expect(text).toContain('no-lost-orders 48 accepted orders against 27 shipments 22 lost');
    expect(text).toContain('unknown money-conserved no charges the payments probe never answered');
    expect(text).toContain(
      'broker stopped, observed 02:14:17 to 02:14:36 (19 s) 7 s from broker started to drained',
    );
  });

  it('tells the story of each order with a finding', () => {
    const html = renderHtml([brokenOutage]);
    const story = between(html, '<code>order-30</code>', '</article>')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(story).toContain('duplicated 2 shipments');
    expect(story).toContain('request Confirmed no. 30, 02:14:12 took 70 ms order Confirmed');
    expect(story).toContain('outbox order.confirmed sent at 02:14:14 inbox order.confirmed received');
    expect(story).toContain('shipment shipment-order-30 shipment-again');
    expect(story).toContain('charge ? no answer refund none stock 1 of product 3 reserved');
    expect(html.match(/<article class="story">/g)).toHaveLength(23);
  });

  it('asks nobody for anything, and allows only its own script and style', () => {
    const html = renderHtml([brokenOutage]);
    const policy = between(html, 'http-equiv="Content-Security-Policy" content="', '"').replaceAll(
      '&#39;',
      "'",
    );
    const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash(between(html, '\n<script>', '</script>'))};`);
    expect(policy).toContain(`style-src ${hash(between(html, '<style>', '</style>'))};`);
    expect(html).not.toMatch(/ style="| on[a-z]+="|@import|url\(/);
    const targets = [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !target?.startsWith('#'))).toEqual(['data:,']);
  });

  it('lets no text from outside become markup', () => {
    const html = renderHtml([hostile]);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(dataOf(html)[0].results[0]).toContain('</script><script>alert(1)</script>');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(html).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('has a script that a browser can read', () => {
    const source = between(renderHtml([brokerOutage]), '\n<script>', '</script>');
    expect(() => new vm.Script(source)).not.toThrow();
  });

  it('draws the observed window, and no line where a probe did not answer', () => {
    const html = renderHtml([brokerOutage]);
    expect(html.match(/class="shade"/g)).toHaveLength(2);
    expect(html).toContain('broker stopped, 19 s');
    expect(html.match(/class="unanswered"/g)).toHaveLength(1);
    const unobserved = brokerOutage.faults.map(({ observedMs: _, ...window }) => window);
    expect(renderHtml([{ ...brokerOutage, faults: unobserved }])).not.toContain('class="shade"');
  });

  it('shows several runs under an overview, and runs that came to nothing', () => {
    const html = renderHtml([brokerOutage, interrupted, empty]);
    expect(between(html, '<nav', '</nav>').match(/<li>.*?href="#run-\d"/g)).toHaveLength(3);
    expect(html.match(/<article class="run"/g)).toHaveLength(3);
    expect(html).toContain('<title>unknown: 3 runs</title>');
    expect(html).toContain('interrupted by SIGINT');
    expect(html).toContain('run lost: the journal has no end: shopctl was killed');
  });

  it('stays under 3 MB with ten thousand orders, and draws them as one path for each result', () => {
    const attempts = confirmed('load 1', 1, 10_000, 0, 12).map(
      (attempt): Attempt => ({
        ...attempt,
        orderId: `01975b3e-7c1a-7000-8f00-${String(attempt.n).padStart(12, '0')}`,
      }),
    );
    const html = renderHtml([{ ...brokerOutage, attempts }]);
    expect(html.length).toBeLessThan(3_000_000);
    expect(dataOf(html)[0].orders.n).toHaveLength(10_000);
    expect(html.match(/<path class="dots/g)).toHaveLength(2);
  });

  it('thins out more dots than anybody can see, says so, and keeps those with a finding', () => {
    const attempts = confirmed('load 1', 1, 50_000, 0, 2);
    const judged = brokenOutage.judged.map((promise) => ({
      ...promise,
      findings: [{ kind: 'lost' as const, orderId: 'order-2', detail: '' }],
    }));
    const html = renderHtml([{ ...brokerOutage, attempts, judged }]);
    expect(html).toContain('One order in 3 is drawn; the tables count all.');
    expect(dataOf(html)[0].orders.n.slice(0, 3)).toEqual([1, 2, 4]);
  });
});

describe('the parts of the charts', () => {
  it('puts time ticks on whole seconds of the clock', () => {
    const openedAt = Date.parse('2026-03-01T02:14:12.300Z');
    const ticks = timeTicks(timeScale(38_000), openedAt).map((atMs) =>
      new Date(openedAt + atMs).toISOString(),
    );
    expect(ticks[0]).toBe('2026-03-01T02:14:15.000Z');
    expect(ticks[1]).toBe('2026-03-01T02:14:20.000Z');
    expect(ticks.length).toBeLessThanOrEqual(9);
  });

  it('counts in whole and round numbers', () => {
    expect(countTicks(0)).toEqual([0, 1]);
    expect(countTicks(5)).toEqual([0, 2, 4, 6]);
    expect(countTicks(48)).toEqual([0, 20, 40, 60]);
  });

  it('draws steps, and a gap where nobody answered', () => {
    const samples = [
      sample(0, 1, 1, 1),
      sample(1000, 2, 2, 2),
      { atMs: 2000, outbox: null },
      sample(3000, 0, 2, 2),
    ];
    const scale = { fromMs: 0, toMs: 3000, x: (atMs: number) => atMs / 100 };
    const countOf = (of: (typeof samples)[number]) => (of.outbox ? of.outbox.unsent : of.outbox);
    expect(stepPath(samples, countOf, scale, (value) => 10 - value)).toBe('M0 9h0H10V8H10M30 10h0H30');
  });

  it('shifts labels apart within their limits', () => {
    expect(spreadLabels([50, 50, 10], 15, 0, 100)).toEqual([50, 65, 10]);
    expect(spreadLabels([100, 100], 15, 0, 100)).toEqual([85, 100]);
  });

  it('escapes everything that is not markup itself', () => {
    expect(markup`<b title="${'"x'}">${'<i>'}${markup`<u>`}${undefined}${[1, '&']}</b>`.source).toBe(
      '<b title="&quot;x">&lt;i&gt;<u>1&amp;</b>',
    );
    expect(embeddedJson({ a: '</script><!--' }).source).not.toMatch(/[<>]/);
  });
});
