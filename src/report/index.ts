import type { RunRecord } from '../model/run-record.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderRepeats } from './repeats.ts';
import { renderResultTables } from './result-table.ts';
import type { Style } from './style.ts';
import { renderTimelineLines } from './timeline-lines.ts';
import { renderTimelineTable } from './timeline-table.ts';
import { renderVerdict } from './verdict-text.ts';

export const reportFormats = ['table', 'line', 'json', 'junit', 'md', 'html'] as const;

export type ReportFormat = (typeof reportFormats)[number];

export interface ReportOptions {
  /** For `table` and `line`; plain when absent. The others have no colours of a terminal. */
  readonly style?: Style | undefined;
  /** IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
  /** Width that `table` keeps to, in characters. */
  readonly columns?: number | undefined;
}

/** A report of some runs, with a final line break. Pure: the same records always give the same text. */
export type Renderer = (records: readonly RunRecord[], options?: ReportOptions) => string;

export const renderers: Readonly<Record<ReportFormat, Renderer>> = {
  table: (records, options) => joined(records, options, (record) => tableReport(record, options)),
  line: (records, options) =>
    joined(records, options, (record) => [
      renderTimelineLines(record, options),
      renderVerdict(record, options),
    ]),
  json: (records) => renderJson(records),
  junit: renderJunit,
  md: renderMarkdown,
  html: renderHtml,
};

function tableReport(record: RunRecord, options: ReportOptions | undefined): string[] {
  return [
    renderTimelineTable(record, options),
    renderResultTables(record, options),
    renderVerdict(record, options),
  ];
}

function joined(
  records: readonly RunRecord[],
  options: ReportOptions | undefined,
  blocksOf: (record: RunRecord) => string[],
): string {
  const reports = records.map((record) =>
    blocksOf(record)
      .filter((block) => block !== '')
      .join('\n\n'),
  );
  const repeats = renderRepeats(records, options?.style);
  return `${[...reports, ...(repeats === '' ? [] : [repeats])].join('\n\n\n')}\n`;
}
