import { expect, it } from 'vitest';
import { renderHtml } from '../../src/report/html.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderVerdict } from '../../src/report/verdict-text.ts';
import { brokerOutage } from './run-records.ts';

const record = {
  ...brokerOutage,
  judged: [
    {
      promise: 'fails-as-expected',
      verdict: 'held' as const,
      lookedAt: 'two shops',
      findings: [],
      comparison: {
        head: ['shop', 'crash before'],
        rows: [
          ['save <first>', 'whole'],
          ['outbox', 'whole'],
        ],
      },
    },
  ],
};

it('a comparison is a table below the promises in the terminal', () => {
  expect(renderVerdict(record)).toContain(
    [
      '  shop          crash before',
      '  ──────────────────────────',
      '  save <first>  whole',
      '  outbox        whole',
    ].join('\n'),
  );
});

it('a comparison is a table in Markdown', () => {
  expect(renderMarkdown([record])).toContain(
    '| shop | crash before |\n| --- | --- |\n| save &lt;first&gt; | whole |\n| outbox | whole |',
  );
});

it('a comparison is a table in HTML', () => {
  expect(renderHtml([record])).toContain(
    '<tr><th scope="row">save &lt;first&gt;</th><td>whole</td></tr><tr><th scope="row">outbox</th><td>whole</td></tr>',
  );
});

it('a comparison is in the JSON as it is', () => {
  expect(JSON.parse(renderJson([record])).runs[0].promises[0].comparison).toEqual(
    record.judged[0]?.comparison,
  );
});
