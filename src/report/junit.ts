import { recoveriesOf } from '../model/recovery.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { JudgedPromise, Verdict } from '../model/verdict.ts';
import { cleanLine } from './clean-text.ts';
import { countByKind, findingLines } from './findings.ts';
import { type LineOptions, renderTimelineLines } from './timeline-lines.ts';
import { describeRecovery, whyText } from './verdict-text.ts';
import { renderXml, type XmlElement } from './xml.ts';

/**
 * JUnit XML of some runs: a test suite for each run, a test case for each promise; broken is a failure that names the
 * orders, unknown is an error. It keeps to what both schemas in use have in common (Jenkins' junit-10.xsd, and the
 * stricter one of Ant): the order of elements, their required attributes, and no time zone in timestamps.
 */
export function renderJunit(records: readonly RunRecord[], options: LineOptions = {}): string {
  const children = records.map((record, index) => suiteOf(record, index, options));
  return renderXml({ name: 'testsuites', children });
}

interface TestCase {
  readonly name: string;
  readonly verdict: Verdict;
  readonly message: string;
  readonly details: readonly string[];
}

function suiteOf(record: RunRecord, index: number, options: LineOptions): XmlElement {
  const cases = casesOf(record);
  const suite = cleanLine(record.scenario?.name ?? record.command);
  const attributes = {
    name: suite,
    package: 'shopctl',
    id: index,
    tests: cases.length,
    failures: cases.filter(({ verdict }) => verdict === 'broken').length,
    errors: cases.filter(({ verdict }) => verdict === 'unknown').length,
    skipped: 0,
    time: secondsText(record.end.atMs),
    timestamp: new Date(Date.parse(record.openedAt)).toISOString().slice(0, 19),
    hostname: 'localhost',
  };
  const children: XmlElement[] = [
    { name: 'properties', children: propertiesOf(record) },
    ...cases.map((each) => caseElement(each, `shopctl.${suite}`)),
    { name: 'system-out', text: renderTimelineLines(record, options) },
    { name: 'system-err', text: '' },
  ];
  return { name: 'testsuite', attributes, children };
}

function propertiesOf(record: RunRecord): XmlElement[] {
  const properties = [
    ['run', record.runId],
    ['command', record.command],
    ['shopctl', record.shopctlVersion],
    ['verdict', record.end.verdict],
    ...recoveriesOf(record).map((recovery) => ['recovery', describeRecovery(recovery)]),
    ...(record.leftOut ?? []).map(({ promise, reason }) => ['left out', `${promise}: ${reason}`]),
  ];
  return properties.map(([name = '', value = '']) => ({
    name: 'property',
    attributes: { name, value: cleanLine(value) },
  }));
}

/**
 * A run whose promises do not carry its verdict (none was judged, or it failed after they were) gets a test case of its
 * own: a suite without tests, or a green one of a run that came to nothing, would pass in CI.
 */
function casesOf(record: RunRecord): TestCase[] {
  const cases = record.judged.map(caseOf);
  const { verdict } = record.end;
  if (cases.length > 0 && (verdict === 'held' || cases.some((each) => each.verdict !== 'held'))) return cases;
  const message = whyText(record) ?? `the run ended ${verdict}`;
  return [
    ...cases,
    { name: 'run', verdict: verdict === 'broken' ? verdict : 'unknown', message, details: [] },
  ];
}

function caseOf(promise: JudgedPromise): TestCase {
  const details = findingLines(promise.findings);
  const { lookedAt, reason, findings } = promise;
  const found = findings.length === 0 ? undefined : countByKind(findings);
  const message = [found, lookedAt, reason].filter((text) => text !== undefined).join('; ');
  return { name: promise.promise, verdict: promise.verdict, message: cleanLine(message), details };
}

function caseElement(testCase: TestCase, classname: string): XmlElement {
  const { name, verdict, message, details } = testCase;
  // A promise is judged over the whole run, whose time the suite has: any time here would be counted twice.
  const attributes = { name: cleanLine(name), classname, time: secondsText(0) };
  if (verdict === 'held') return { name: 'testcase', attributes };
  const outcome: XmlElement = {
    name: verdict === 'broken' ? 'failure' : 'error',
    attributes: { message, type: verdict },
    text: [message, ...details].join('\n'),
  };
  return { name: 'testcase', attributes, children: [outcome] };
}

function secondsText(ms: number): string {
  return (ms / 1000).toFixed(3);
}
