import { describe, expect, it } from 'vitest';
import { eventNdjson, renderJson, sampleNdjson } from '../../src/report/json.ts';
import { runReportJsonSchema, runReportSchema } from '../../src/report/json-schema.ts';
import { formatted } from '../helpers/formatted-json.ts';
import {
  brokenOutage,
  brokerOutage,
  empty,
  hostile,
  hostileText,
  interrupted,
  sample,
} from './run-records.ts';

describe('the JSON report', () => {
  it('keeps to its schema, whatever the run', () => {
    for (const record of [brokerOutage, brokenOutage, interrupted, empty, hostile]) {
      const report = JSON.parse(renderJson([record]));
      expect(runReportSchema.parse(report)).toEqual(report);
    }
  });

  it('has a schema that is published as it is', async () => {
    const schema = formatted(runReportJsonSchema());
    expect(JSON.parse(schema)).toEqual(runReportJsonSchema());
    // `vitest run -u` writes it anew.
    await expect(`${schema}\n`).toMatchFileSnapshot('../../schema/run-report.schema.json');
  });

  it('names every offending order, and the time it took to recover', () => {
    const { runs, verdict } = runReportSchema.parse(JSON.parse(renderJson([brokerOutage, brokenOutage])));
    expect(verdict).toBe('broken');
    expect(runs[0]?.recoveries).toEqual([{ faultId: 'f1', outcome: 'drained', recoveredMs: 7000 }]);
    expect(runs[1]?.promises[0]?.findings).toHaveLength(22);
    expect(runs[0]?.faults[0]).toMatchObject({ name: 'broker stopped', observedMs: 7000, healedMs: 26_000 });
    expect(runs[0]?.faults[0]).not.toHaveProperty('prior');
  });

  it('names what the shop could not do, and is unknown for it only where that is asked for', () => {
    const skipped = [{ scenario: 'relay-race', why: 'there is no orders to act on' }];
    const seen = (strict: boolean) =>
      runReportSchema.parse(JSON.parse(renderJson([brokerOutage], { skipped, strict })));
    expect(seen(false)).toMatchObject({ verdict: 'held', skipped });
    expect(seen(true)).toMatchObject({ verdict: 'unknown', skipped });
    const both = renderJson([brokerOutage, brokenOutage], { skipped, strict: true });
    expect(JSON.parse(both).verdict).toBe('broken');
    expect(JSON.parse(renderJson([brokerOutage], { skipped: [], strict: true })).verdict).toBe('held');
  });

  it('has the load with its totals and results', () => {
    const { runs } = runReportSchema.parse(JSON.parse(renderJson([brokerOutage])));
    expect(runs[0]?.loads[1]).toMatchObject({
      name: 'load 2',
      totals: { started: 5, wallMs: 665 },
      results: [{ result: 'Confirmed', outcome: 'accepted', count: 5, p99Ms: 133 }],
    });
  });

  it('tells an unanswered probe from a part that is not there', () => {
    const samples = [{ atMs: 1, outbox: null }];
    const { runs } = JSON.parse(renderJson([{ ...brokerOutage, samples }]));
    expect(runs[0].samples).toEqual([{ atMs: 1, outbox: null }]);
  });

  it('keeps text from outside as it was, but nothing that a terminal would obey', () => {
    const json = renderJson([hostile]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(json).runs[0].promises[0].lookedAt).toBe(hostileText);
  });

  it('writes samples and events of a live watch as one line each', () => {
    const at = Date.parse('2026-03-01T02:14:19.000Z');
    const line = sampleNdjson(sample(9000, 5, 45, 40), at);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toEqual({
      type: 'sample',
      at: '2026-03-01T02:14:19.000Z',
      atMs: 9000,
      outbox: { unsent: 5, all: 45 },
      shipping: { shipments: 40, inbox: 40 },
      queue: { ready: 0, unacked: 0, consumers: 1 },
      orders: { Confirmed: 45 },
    });
    const event = eventNdjson('broker\nstopped', at);
    expect(event.indexOf('\n')).toBe(event.length - 1);
    expect(JSON.parse(event)).toEqual({
      type: 'event',
      at: '2026-03-01T02:14:19.000Z',
      text: 'broker\nstopped',
    });
  });
});
