import { describe, expect, it } from 'vitest';
import { escapeMarkdown, renderMarkdown } from '../../src/report/markdown.ts';
import { brokenOutage, brokerOutage, empty, hostile, interrupted } from './run-records.ts';

/** Cells of each table row, split at the pipes that are not escaped. */
function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
}

describe('the Markdown report', () => {
  it('begins with the verdict, and folds the timeline', () => {
    expect(renderMarkdown([brokerOutage])).toMatchInlineSnapshot(`
      "## ✅ held: broker-outage

      > orders accepted while the broker is down ship exactly once after it returns

      | verdict | promise | looked at |
      | --- | --- | --- |
      | ✅ held | no-lost-orders | 48 accepted orders against 48 shipments |
      | ✅ held | no-double-shipments | 48 shipments of 48 orders |
      | ✅ held | outbox-drained | 48 outbox rows, 0 unsent |
      | ✅ held | orders-accepted-during-outage | 5 of 5 orders accepted, slowest 133 ms |

      ### Faults, as observed

      - broker stopped, observed 02:14:17 to 02:14:36 (19 s)
      - recovery: 7 s from broker started to drained

      ### Load

      | load | result | reason | orders | avg ms | p50 ms | p95 ms | p99 ms | max ms |
      | --- | --- | --- | --: | --: | --: | --: | --: | --: |
      | load 1 | Confirmed |  | 40 | 70 | 70 | 70 | 70 | 70 |
      | load 2 | Confirmed |  | 5 | 133 | 133 | 133 | 133 | 133 |
      | probe | Confirmed |  | 3 | 60 | 60 | 60 | 60 | 60 |

      - load 1: 40 orders in 2.8 s, 14 orders/s
      - load 2: 5 orders in 665 ms, 7.5 orders/s
      - probe: 3 orders in 180 ms, 17 orders/s

      <details><summary>Timeline</summary>

      \`\`\`text
      02:14:11 outbox: 2 | 12 | shipping: 10 | 10
      02:14:12 outbox: 0 | 26 | shipping: 26 | 26
      Confirmed 40 orders, avg 70 ms
      02:14:14 outbox: 0 | 40 | shipping: 40 | 40
      02:14:17 broker stopped
      Confirmed 5 orders, avg 133 ms
      02:14:19 outbox: 5 | 45 | shipping: 40 | 40
      02:14:29 outbox: 5 | 45 | shipping: 40 | 40
      02:14:36 broker started
      02:14:43 outbox: 0 | 45 | shipping: 45 | 45
      Confirmed 3 orders, avg 60 ms
      02:14:45 outbox: 0 | 48 | shipping: 48 | 48
      \`\`\`

      </details>

      Run 0197-broker, 38.2 s, shopctl 0.1.0. Again: \`shopctl report 0197-broker\`
      "
    `);
  });

  it('names the first ten orders and counts the others', () => {
    const rows = tableRows(renderMarkdown([brokenOutage])).map((row) => row.map((cell) => cell.trim()));
    expect(rows).toContainEqual([
      'no-lost-orders',
      'lost',
      'order-10',
      'its event is marked sent, in no queue, and was never received',
    ]);
    expect(rows).toContainEqual(['no-lost-orders', '', '… and 12 more', '']);
    expect(rows.flat()).not.toContain('order-11');
  });

  it('has one part for each run, also for one that came to nothing', () => {
    const headings = renderMarkdown([brokerOutage, interrupted, empty])
      .split('\n')
      .filter((line) => line.startsWith('## '));
    expect(headings).toEqual([
      '## ❔ 1 held, 1 unknown: broker-outage, 2 runs',
      '## ✅ held: broker-outage',
      '## ❔ unknown: broker-outage',
      '## ❔ unknown: load 40',
    ]);
  });

  it('lets no text from outside become markup or another cell', () => {
    const markdown = renderMarkdown([hostile]);
    const outside = markdown.replace(/^(`{3,})text\n[\s\S]*?\n\1$/m, '');
    expect(outside).not.toContain('<script>');
    expect(outside).not.toContain('`x`');
    const tables = tableRows(outside);
    for (const row of tables) expect([3, 4, 9]).toContain(row.length);
    expect(tables).not.toHaveLength(0);
  });

  it('fences the timeline so that no line of it can end the fence', () => {
    const remarks = [{ atMs: 1, text: 'a ````` b' }];
    expect(renderMarkdown([{ ...brokerOutage, remarks }])).toContain('\n``````text\n');
  });

  it('escapes what Markdown and HTML would read', () => {
    expect(escapeMarkdown('a|b `c` *d* <e> &f [g](h)')).toBe(
      'a\\|b \\`c\\` \\*d\\* &lt;e&gt; &amp;f \\[g\\](h)',
    );
  });
});
