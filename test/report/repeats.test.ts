import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/model/run-record.ts';
import { renderHtml } from '../../src/report/html.ts';
import { renderers } from '../../src/report/index.ts';
import { renderJson } from '../../src/report/json.ts';
import { runReportSchema } from '../../src/report/json-schema.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderRepeats, repeatsOf } from '../../src/report/repeats.ts';
import { brokenOutage, brokerOutage, empty, interrupted } from './run-records.ts';

/** The whole run again, with its recovery taking so long. */
function again(runId: string, recoveredMs: number, record: RunRecord = brokerOutage): RunRecord {
  const [first, second] = record.settles;
  const settles = [first!, { ...second!, endedMs: 26_000 + recoveredMs }];
  return { ...record, runId, settles };
}

const flaky = [again('r1', 700), again('r2', 1200, brokenOutage), again('r3', 900), again('r4', 800)];

describe('a check that was run several times', () => {
  it('says how often each verdict came, how recovery times spread, and which runs were the flakes', () => {
    expect(renderRepeats(flaky)).toBe(
      [
        'broker-outage, 4 runs: 3 held, 1 broken',
        '  recovery  min 700 ms, p50 800 ms, p95 1.2 s, max 1.2 s, of 4',
        '  flake     r2 broken: no-lost-orders, no-double-shipments, money-conserved',
      ].join('\n'),
    );
  });

  it('is no flake when it is broken each time', () => {
    const [repeats] = repeatsOf([again('r1', 700, brokenOutage), again('r2', 900, brokenOutage)]);
    expect(repeats).toMatchObject({ runs: 2, verdicts: { held: 0, broken: 2, unknown: 0 }, flakes: [] });
  });

  it('names a run that was cut short, and takes no recovery time from it', () => {
    const [repeats] = repeatsOf([again('r1', 700), interrupted]);
    expect(repeats?.recovery?.count).toBe(1);
    expect(repeats?.flakes).toEqual([{ runId: interrupted.runId, verdict: 'unknown', promises: [] }]);
  });

  it.each<[string, RunRecord[]]>([
    ['one run', [brokerOutage]],
    [
      'runs of different scenarios',
      [brokerOutage, { ...brokerOutage, scenario: { name: 'other', obligation: '' } }],
    ],
    ['runs without a scenario', [empty, empty]],
    ['no run', []],
  ])('is none for %s', (_title, records) => {
    expect(repeatsOf(records)).toEqual([]);
    expect(renderRepeats(records)).toBe('');
  });
});

describe('the reports of such runs', () => {
  it('have it in JSON, in the form of the schema', () => {
    const report = runReportSchema.parse(JSON.parse(renderJson(flaky)));
    expect(report.repeats).toEqual(repeatsOf(flaky));
    expect(JSON.parse(renderJson([brokerOutage]))).not.toHaveProperty('repeats');
  });

  it('begin with it in Markdown', () => {
    expect(renderMarkdown(flaky).split('\n').slice(0, 4)).toEqual([
      '## ❌ 3 held, 1 broken: broker-outage, 4 runs',
      '',
      '- recovery: min 700 ms, p50 800 ms, p95 1.2 s, max 1.2 s, of 4',
      '- flake: run r2 broken: no-lost-orders, no-double-shipments, money-conserved',
    ]);
  });

  it('have it above the list of runs in HTML, with a link to each flake', () => {
    const html = renderHtml(flaky);
    expect(html).toContain('<strong>broker-outage, 4 runs: 3 held, 1 broken</strong>');
    expect(html).toContain('flake: <a href="#run-1">r2</a> broken: no-lost-orders');
  });

  it('end with it in a terminal', () => {
    expect(renderers.table(flaky).trimEnd().endsWith(renderRepeats(flaky))).toBe(true);
    expect(renderers.line(flaky).trimEnd().endsWith(renderRepeats(flaky))).toBe(true);
  });
});
