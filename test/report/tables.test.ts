import { describe, expect, it } from 'vitest';
import { createLiveTable } from '../../src/report/live-table.ts';
import { renderResultTable, renderResultTables, totalLine } from '../../src/report/result-table.ts';
import { createStyle } from '../../src/report/style.ts';
import { renderTimelineTable } from '../../src/report/timeline-table.ts';
import { brokerOutage, confirmed, empty, hostile, interrupted, sample } from './run-records.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

describe('the timeline table', () => {
  it('has a row for each change and each event, and marks the observed window', () => {
    expect(renderTimelineTable(brokerOutage)).toMatchInlineSnapshot(`
      "             outbox                         queue           orders
         time      unsent  all  shipments  inbox  ready  unacked  by status     event
      ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         02:14:11       2   12         10     10      0        0  12 Confirmed
         02:14:12       0   26         26     26      0        0  26 Confirmed
         02:14:12                                                               Confirmed 40 orders, avg 70 ms
         02:14:14       0   40         40     40      0        0  40 Confirmed
         02:14:14                                                               drained after 1.2 s
         02:14:15       0   40         40     40      0        0  40 Confirmed
      ┏  02:14:17                                                               broker stopped (observed 1.8 s after injection)
      ┃  02:14:18                                                               Confirmed 5 orders, avg 133 ms
      ┃  02:14:19       5   45         40     40      ?        ?  45 Confirmed
      ┃  ⋮                                                                      9 rows unchanged
      ┃  02:14:29       5   45         40     40      ?        ?  45 Confirmed
      ┃  ⋮                                                                      6 rows unchanged
      ┗  02:14:36                                                               broker started (observed 4 s after healing began)
         02:14:43       0   45         45     45      0        0  45 Confirmed
         02:14:43                                                               drained after 7 s
         02:14:44                                                               Confirmed 3 orders, avg 60 ms
         02:14:45       0   48         48     48      0        0  48 Confirmed"
    `);
  });

  it('drops the least important columns where there is less room, and cuts instead of wrapping', () => {
    const table = renderTimelineTable(brokerOutage, { columns: 80 });
    expect(table).toMatchInlineSnapshot(`
      "             outbox
         time      unsent  all  shipments  inbox  event
      ────────────────────────────────────────────────────────────────────────────────
         02:14:11       2   12         10     10
         02:14:12       0   26         26     26
         02:14:12                                 Confirmed 40 orders, avg 70 ms
         02:14:14       0   40         40     40
         02:14:14                                 drained after 1.2 s
         02:14:15       0   40         40     40
      ┏  02:14:17                                 broker stopped (observed 1.8 s afte…
      ┃  02:14:18                                 Confirmed 5 orders, avg 133 ms
      ┃  02:14:19       5   45         40     40
      ┃  ⋮                                        9 rows unchanged
      ┃  02:14:29       5   45         40     40
      ┃  ⋮                                        6 rows unchanged
      ┗  02:14:36                                 broker started (observed 4 s after …
         02:14:43       0   45         45     45
         02:14:43                                 drained after 7 s
         02:14:44                                 Confirmed 3 orders, avg 60 ms
         02:14:45       0   48         48     48"
    `);
    for (const width of [50, 60, 80, 100, 120]) {
      const lines = renderTimelineTable(brokerOutage, { columns: width }).split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      expect(lines).toHaveLength(renderTimelineTable(brokerOutage).split('\n').length);
    }
  });

  it('gives faults that overlap a lane each', () => {
    const [first] = brokerOutage.faults;
    const second = { ...first!, id: 'f2', observedMs: 12_000, healedMs: 33_500 };
    const table = renderTimelineTable({ ...brokerOutage, faults: [first!, second] });
    expect(table).toMatchInlineSnapshot(`
      "              outbox                         queue           orders
          time      unsent  all  shipments  inbox  ready  unacked  by status     event
      ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
          02:14:11       2   12         10     10      0        0  12 Confirmed
          02:14:12       0   26         26     26      0        0  26 Confirmed
          02:14:12                                                               Confirmed 40 orders, avg 70 ms
          02:14:14       0   40         40     40      0        0  40 Confirmed
          02:14:14                                                               drained after 1.2 s
          02:14:15       0   40         40     40      0        0  40 Confirmed
      ┏   02:14:17                                                               broker stopped (observed 1.8 s after injection)
      ┃   02:14:18                                                               Confirmed 5 orders, avg 133 ms
      ┃   02:14:19       5   45         40     40      ?        ?  45 Confirmed
      ┃   ⋮                                                                      2 rows unchanged
      ┃┏  02:14:22                                                               broker stopped (observed 6.8 s after injection)
      ┃┃  ⋮                                                                      7 rows unchanged
      ┃┃  02:14:29       5   45         40     40      ?        ?  45 Confirmed
      ┃┃  ⋮                                                                      6 rows unchanged
      ┗┃  02:14:36                                                               broker started (observed 4 s after healing began)
       ┃  02:14:43       0   45         45     45      0        0  45 Confirmed
       ┃  02:14:43                                                               drained after 7 s
       ┗  02:14:43                                                               broker started (observed 11.5 s after healing began)
          02:14:44                                                               Confirmed 3 orders, avg 60 ms
          02:14:45       0   48         48     48      0        0  48 Confirmed"
    `);
  });

  it('draws with ASCII where the terminal has no box drawing', () => {
    const table = renderTimelineTable(brokerOutage, { style: createStyle({ color: false, unicode: false }) });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
    expect(table).toMatch(/^[\u0000-\u007f]*$/);
    expect(table).toContain('+  02:14:17');
  });

  it('uses colours only when told to', () => {
    expect(renderTimelineTable(brokerOutage)).not.toMatch(control);
    expect(renderTimelineTable(brokerOutage, { style: createStyle({ color: true }) })).toContain('\u001b[');
  });

  it('shows an interrupted and an empty run', () => {
    expect(renderTimelineTable(interrupted)).toMatchInlineSnapshot(`
      "             outbox                         queue           orders
         time      unsent  all  shipments  inbox  ready  unacked  by status     event
      ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
         02:14:11       2   12         10     10      0        0  12 Confirmed
         02:14:12       0   26         26     26      0        0  26 Confirmed
         02:14:12                                                               Confirmed 40 orders, avg 70 ms
         02:14:14       0   40         40     40      0        0  40 Confirmed
         02:14:14                                                               drained after 1.2 s
         02:14:15       0   40         40     40      0        0  40 Confirmed
      ┏  02:14:17                                                               broker stopped (observed 1.8 s after injection)
      ┃  02:14:19       5   45         40     40      ?        ?  45 Confirmed
      ┗  02:14:19                                                               broker started
         02:14:20                                                               Confirmed 3 orders, avg 133 ms
         02:14:20                                                               interrupted by SIGINT"
    `);
    expect(renderTimelineTable(empty)).toMatchInlineSnapshot(`
      "          outbox                         queue           orders
      time      unsent  all  shipments  inbox  ready  unacked  by status  event
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      02:14:10                                                            run lost: the journal has no end: shopctl was killed"
    `);
  });

  it('neutralises text from outside', () => {
    const table = renderTimelineTable(hostile, { columns: 100 });
    expect(table).not.toMatch(control);
    expect(renderTimelineTable(hostile)).toContain('link next ]]>');
  });
});

describe('the live table', () => {
  it('keeps its columns from the first row on', () => {
    const table = createLiveTable({ columns: 120 });
    const lines = [
      table.head(),
      table.sample(sample(0, 5, 45, 40), '02:14:19'),
      table.event('broker started', '02:14:36'),
      table.sample({ atMs: 0, outbox: null, shipping: { shipments: 1_234_567, inbox: 9 } }, '02:14:43'),
    ];
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "           outbox                                 queue  orders
      time       unsent      all  shipments    inbox    ready  by status                       event
      02:14:19        5       45         40       40        0  45 Confirmed
      02:14:36                                                                                 broker started
      02:14:43        ?        ?    1234567        9        -  -"
    `);
  });

  it('never writes more than one line for a row, nor wider than told', () => {
    const table = createLiveTable({ columns: 70 });
    const line = table.event(`a long story\n${'x'.repeat(200)}`, '02:14:36');
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThanOrEqual(70);
    expect(line).toMatch(/…$/);
  });
});

describe('the result table', () => {
  const refused = confirmed('load 1', 41, 42, 0, 3).map((attempt) => ({
    ...attempt,
    outcome: 'refused' as const,
    result: 'not sent',
    reason: 'ECONNREFUSED',
  }));

  it('has a row for each result and reason, and the wall time in the total', () => {
    const attempts = [...confirmed('load 1', 1, 18, 0, 133), ...refused];
    const counts = { scheduled: 25, started: 20, dropped: 5, accepted: 18, refused: 2, unknown: 0 };
    expect(renderResultTable(attempts, { ...counts, wallMs: 10_800 })).toMatchInlineSnapshot(`
      "result     reason        orders  avg ms  p50 ms  p95 ms  p99 ms  max ms
      ───────────────────────────────────────────────────────────────────────
      Confirmed                    18     133     133     133     133     133
      not sent   ECONNREFUSED       2     3.0     3.0     3.0     3.0     3.0
      20 orders in 10.8 s, 1.9 orders/s, 18 accepted, 2 refused, 0 unknown, 5 of 25 scheduled dropped"
    `);
  });

  it('is plain about a load without trouble', () => {
    const counts = { scheduled: 20, started: 20, dropped: 0, accepted: 20, refused: 0, unknown: 0 };
    expect(totalLine({ ...counts, wallMs: 10_800 })).toBe('20 orders in 10.8 s, 1.9 orders/s');
  });

  it('says that nothing was sent', () => {
    const counts = { scheduled: 0, started: 0, dropped: 0, accepted: 0, refused: 0, unknown: 0 };
    expect(renderResultTable([], { ...counts, wallMs: 0 })).toMatch(/^0 orders in /);
  });

  it('shows the loads of a run one by one, also one that was cut short', () => {
    expect(renderResultTables(interrupted)).toMatchInlineSnapshot(`
      "load 1
      result     orders  avg ms  p50 ms  p95 ms  p99 ms  max ms
      ─────────────────────────────────────────────────────────
      Confirmed      40      70      70      70      70      70
      40 orders in 2.8 s, 14 orders/s

      load 2
      result     orders  avg ms  p50 ms  p95 ms  p99 ms  max ms
      ─────────────────────────────────────────────────────────
      Confirmed       3     133     133     133     133     133
      3 orders until the load was cut short"
    `);
  });

  it('neutralises what the shop calls its results', () => {
    const table = renderResultTables(hostile);
    expect(table).not.toMatch(control);
    expect(table).toContain('…');
  });
});
