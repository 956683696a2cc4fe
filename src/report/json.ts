import { describeFault } from '../model/fault.ts';
import { summarize } from '../model/latency-summary.ts';
import { recoveriesOf } from '../model/recovery.ts';
import type { FaultWindow, RunRecord } from '../model/run-record.ts';
import type { Sample } from '../model/sample.ts';
import { type JudgedPromise, worstOf } from '../model/verdict.ts';
// Only its types: the schema itself loads zod, which no renderer needs.
import type { ReportedRun, RunReport } from './json-schema.ts';
import { repeatsOf } from './repeats.ts';
import type { Skipped } from './summary.ts';
import { loadsOf } from './timeline.ts';

/** What was not run, and whether that makes the whole unknown. */
export interface LeftOut {
  readonly skipped: readonly Skipped[];
  readonly strict: boolean;
}

/** Some runs as one JSON document after `schema/run-report.schema.json`, with a final line break. */
export function renderJson(records: readonly RunRecord[], leftOut?: LeftOut): string {
  const { skipped = [], strict = false } = leftOut ?? {};
  const verdicts = records.map((record) => record.end.verdict);
  const repeats = repeatsOf(records).map(({ flakes, ...rest }) => ({
    ...rest,
    flakes: flakes.map((flake) => ({ ...flake, promises: [...flake.promises] })),
  }));
  const report: RunReport = {
    reportVersion: 1,
    verdict: worstOf(strict && skipped.length > 0 ? [...verdicts, 'unknown'] : verdicts),
    ...(repeats.length === 0 ? {} : { repeats }),
    ...(skipped.length === 0 ? {} : { skipped: [...skipped] }),
    runs: records.map(reportedRun),
  };
  return `${terminalSafe(JSON.stringify(report, null, 2))}\n`;
}

/**
 * One sample as a line of NDJSON: `{"type":"sample","at":"2026-03-01T02:14:19.000Z","outbox":{…},…}`.
 *
 * @param epochMs wall clock time of the sample
 */
export function sampleNdjson(sample: Sample, epochMs: number): string {
  const { atMs, ...counts } = sample;
  return ndjsonLine({ type: 'sample', at: new Date(epochMs).toISOString(), atMs, ...counts });
}

/** One event between samples as a line of NDJSON. */
export function eventNdjson(text: string, epochMs: number): string {
  return ndjsonLine({ type: 'event', at: new Date(epochMs).toISOString(), text });
}

function ndjsonLine(value: object): string {
  return `${terminalSafe(JSON.stringify(value))}\n`;
}

// JSON.stringify escapes C0 only; C1 and direction overrides are legal JSON, but this also gets printed on terminals.
function terminalSafe(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function reportedRun(record: RunRecord): ReportedRun {
  const { runId, command, scenario, shopctlVersion, openedAt, end } = record;
  return {
    runId,
    command,
    ...(scenario === undefined ? {} : { scenario: { ...scenario } }),
    shopctlVersion,
    openedAt,
    durationMs: end.atMs,
    verdict: end.verdict,
    end: { how: end.how, ...(end.why === undefined ? {} : { why: end.why }) },
    promises: record.judged.map(reportedPromise),
    ...(record.leftOut === undefined ? {} : { leftOut: record.leftOut.map((each) => ({ ...each })) }),
    faults: record.faults.map(reportedFault),
    recoveries: recoveriesOf(record).map(({ window, settle, recoveredMs }) => ({
      faultId: window.id,
      outcome: settle.outcome,
      ...(recoveredMs === undefined ? {} : { recoveredMs }),
    })),
    loads: reportedLoads(record),
    settles: [...record.settles],
    samples: record.samples.map((sample) => ({ ...sample })),
    deeds: record.deeds.map((done) => ({ ...done })),
    remarks: [...record.remarks],
  };
}

function reportedPromise({
  comparison,
  leftOut: _,
  ...judged
}: JudgedPromise): ReportedRun['promises'][number] {
  const findings = [...judged.findings];
  if (comparison === undefined) return { ...judged, findings };
  const { head, rows } = comparison;
  return { ...judged, findings, comparison: { head: [...head], rows: rows.map((row) => [...row]) } };
}

// Without `prior`: it is the runtime's own note to itself, not for readers.
function reportedFault({ fault, prior: _, ...window }: FaultWindow): ReportedRun['faults'][number] {
  return { ...window, ...fault, name: describeFault(fault) };
}

function reportedLoads(record: RunRecord): ReportedRun['loads'] {
  return loadsOf(record).map(({ load, attempts }) => {
    const plan =
      load.plan.model === 'open' ? { ...load.plan, stages: [...load.plan.stages] } : { ...load.plan };
    return { ...load, plan, results: summarize(attempts) };
  });
}
