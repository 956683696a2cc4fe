import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/model/run-record.ts';
import { clockTime } from '../../src/report/clock-time.ts';
import { eventLine, loadLines, renderTimelineLines, sampleLine } from '../../src/report/timeline-lines.ts';
import { brokerOutage, confirmed, empty, hostile, interrupted, sample } from './run-records.ts';

describe('the line form of the timeline', () => {
  it('is exactly that of the spec', () => {
    const record: RunRecord = {
      ...brokerOutage,
      attempts: confirmed('load 2', 41, 45, 7500, 133),
      loads: brokerOutage.loads.slice(1, 2),
      samples: [sample(4000, 0, 40, 40), sample(9000, 5, 45, 40), sample(33_000, 0, 45, 45)],
    };
    expect(renderTimelineLines(record)).toBe(
      [
        '02:14:14 outbox: 0 | 40 | shipping: 40 | 40',
        '02:14:17 broker stopped',
        'Confirmed 5 orders, avg 133 ms',
        '02:14:19 outbox: 5 | 45 | shipping: 40 | 40',
        '02:14:36 broker started',
        '02:14:43 outbox: 0 | 45 | shipping: 45 | 45',
      ].join('\n'),
    );
  });

  it('shows unchanged rows once in ten seconds', () => {
    expect(renderTimelineLines(brokerOutage)).toMatchInlineSnapshot(`
      "02:14:11 outbox: 2 | 12 | shipping: 10 | 10
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
      02:14:45 outbox: 0 | 48 | shipping: 48 | 48"
    `);
  });

  it('prints the times of the zone it is told', () => {
    const lines = renderTimelineLines(brokerOutage, { timeZone: 'Asia/Kolkata' });
    expect(lines).toContain('07:44:17 broker stopped');
  });

  it('starts midnight at 00', () => {
    expect(clockTime(Date.parse('2026-03-01T00:00:05Z'))).toBe('00:00:05');
  });

  it('shows ? for a probe that did not answer and - for a part that is not there, never 0', () => {
    expect(sampleLine({ atMs: 0, outbox: null, shipping: null }, '02:14:14')).toBe(
      '02:14:14 outbox: ? | ? | shipping: ? | ?',
    );
    expect(sampleLine({ atMs: 0, outbox: { unsent: 0, all: 1 } }, '02:14:14')).toBe(
      '02:14:14 outbox: 0 | 1 | shipping: - | -',
    );
  });

  it('gives each result a line, with its reason when it has one', () => {
    const [first, ...others] = confirmed('load 1', 1, 20, 0, 25);
    const [load] = brokerOutage.loads;
    const turnedAway = others.map((attempt) => ({
      ...attempt,
      result: 'Compensating',
      reason: 'BrokenCircuit',
    }));
    const timedOut = { ...first!, endedMs: 6012, result: 'Compensating', reason: 'TimeoutRejected' };
    expect(loadLines(load!, [timedOut, ...turnedAway])).toEqual([
      'Compensating (BrokenCircuit) 19 orders, avg 25 ms',
      'Compensating (TimeoutRejected) 1 order, avg 6012 ms',
    ]);
  });

  it('tells an interruption, and the orders of the load that it cut short', () => {
    expect(renderTimelineLines(interrupted)).toMatchInlineSnapshot(`
      "02:14:11 outbox: 2 | 12 | shipping: 10 | 10
      02:14:12 outbox: 0 | 26 | shipping: 26 | 26
      Confirmed 40 orders, avg 70 ms
      02:14:14 outbox: 0 | 40 | shipping: 40 | 40
      02:14:17 broker stopped
      02:14:19 outbox: 5 | 45 | shipping: 40 | 40
      02:14:19 broker started
      Confirmed 3 orders, avg 133 ms
      02:14:20 interrupted by SIGINT"
    `);
  });

  it('says of a killed run that it has no end', () => {
    expect(renderTimelineLines(empty)).toBe('02:14:10 run lost: the journal has no end: shopctl was killed');
  });

  it('says when a fault was injected and never seen to take effect', () => {
    const faults = brokerOutage.faults.map(({ observedMs: _, healedMs: __, ...window }) => window);
    expect(renderTimelineLines({ ...brokerOutage, faults })).toContain(
      '02:14:15 broker stopped, but never observed to take effect',
    );
  });

  it('says when a fault ended by itself', () => {
    const faults = brokerOutage.faults.map((window) => ({ ...window, endedEarlyMs: 12_000 }));
    const lines = renderTimelineLines({ ...brokerOutage, faults });
    expect(lines).toContain('02:14:22 broker started by itself, before it was healed');
    expect(lines).not.toContain('02:14:36');
  });

  it('keeps text from outside on its line and free of control characters', () => {
    const lines = renderTimelineLines(hostile).split('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(lines.filter((line) => line.includes('alert(1)') && line.includes('next'))).not.toHaveLength(0);
    expect(eventLine('a\u001b[2J\nb', '02:14:14')).toBe('02:14:14 a b');
  });
});
