import { describe, expect, it } from 'vitest';
import { renderers, reportFormats } from '../../src/report/index.ts';
import { createStyle } from '../../src/report/style.ts';
import { brokenOutage, brokerOutage, empty, hostile, interrupted } from './run-records.ts';

describe('every format', () => {
  const runs = [brokerOutage, brokenOutage, interrupted, empty, hostile];

  it.each(reportFormats)(
    '%s has no colour unless told, ends with a line break, and is the same each time',
    (format) => {
      const report = renderers[format](runs, { style: createStyle({ color: false }) });
      expect(report).not.toContain('\u001b');
      expect(report.endsWith('\n')).toBe(true);
      expect(renderers[format](runs)).toBe(report);
    },
  );

  it.each(reportFormats)('%s shows verdict, promise and run', (format) => {
    const report = renderers[format]([brokenOutage]);
    for (const text of ['broken', 'no-lost-orders', 'order-1', '0197-broker']) expect(report).toContain(text);
  });

  it('table has timeline, load and verdict', () => {
    const report = renderers.table([brokerOutage], { columns: 100 });
    expect(report).toMatch(/outbox[\s\S]*load 1\n[\s\S]*held {2}broker-outage/);
  });
});
