import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../src/report/junit.ts';
import { readXml, type XmlNode } from './read-xml.ts';
import { brokenOutage, brokerOutage, empty, hostile, interrupted } from './run-records.ts';

function suitesOf(xml: string): XmlNode[] {
  const root = readXml(xml);
  expect(root.name).toBe('testsuites');
  return root.children;
}

function casesOf(suite: XmlNode | undefined): XmlNode[] {
  return suite?.children.filter(({ name }) => name === 'testcase') ?? [];
}

describe('the JUnit report', () => {
  it('has a suite for each run and a case for each promise', () => {
    const suites = suitesOf(renderJunit([brokerOutage, brokenOutage]));
    expect(suites.map(({ attributes }) => attributes)).toMatchObject([
      { name: 'broker-outage', id: '0', tests: '4', failures: '0', errors: '0', time: '38.200' },
      { name: 'broker-outage', id: '1', tests: '3', failures: '2', errors: '1', time: '38.200' },
    ]);
    expect(casesOf(suites[0]).map(({ attributes }) => attributes['name'])).toEqual([
      'no-lost-orders',
      'no-double-shipments',
      'outbox-drained',
      'orders-accepted-during-outage',
    ]);
    expect(casesOf(suites[0]).flatMap(({ children }) => children)).toEqual([]);
  });

  it('is a failure with the ids where a promise is broken, and an error where it is unknown', () => {
    const [suite] = suitesOf(renderJunit([brokenOutage]));
    const [lost, , money] = casesOf(suite);
    expect(lost?.children[0]).toMatchObject({
      name: 'failure',
      attributes: { type: 'broken', message: '22 lost; 48 accepted orders against 27 shipments' },
    });
    expect(lost?.children[0]?.text).toContain('order-10 ');
    expect(lost?.children[0]?.text).toContain('… and 12 more');
    expect(money?.children[0]).toMatchObject({
      name: 'error',
      attributes: { type: 'unknown', message: 'no charges; the payments probe never answered' },
    });
  });

  it('is never green, nor without tests, for a run that came to nothing', () => {
    const lateFailure = {
      ...brokerOutage,
      end: {
        how: 'failed',
        atMs: 38_200,
        verdict: 'unknown',
        why: 'the broker could not be started',
      } as const,
    };
    const suites = suitesOf(renderJunit([interrupted, empty, lateFailure]));
    expect(suites.map(({ attributes: { tests, errors } }) => [tests, errors])).toEqual([
      ['1', '1'],
      ['1', '1'],
      ['5', '1'],
    ]);
    expect(casesOf(suites[0])[0]?.children[0]?.attributes['message']).toBe('interrupted by SIGINT');
    expect(casesOf(suites[2]).at(-1)?.children[0]?.text).toBe('run failed: the broker could not be started');
  });

  it('has what the schemas of CI servers ask for, in their order', () => {
    for (const suite of suitesOf(renderJunit([brokerOutage, brokenOutage, empty]))) {
      const names = suite.children
        .map(({ name }) => name)
        .filter((name, index, all) => name !== all[index - 1]);
      expect(names).toEqual(['properties', 'testcase', 'system-out', 'system-err']);
      const required = [
        'name',
        'package',
        'id',
        'tests',
        'failures',
        'errors',
        'time',
        'timestamp',
        'hostname',
      ];
      expect(Object.keys(suite.attributes)).toEqual(expect.arrayContaining(required));
      expect(suite.attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      for (const { attributes } of casesOf(suite)) {
        expect(Object.keys(attributes)).toEqual(['name', 'classname', 'time']);
        expect(attributes['time']).toMatch(/^\d+\.\d{3}$/);
      }
    }
  });

  it('shows the timeline as the output of the suite', () => {
    const [suite] = suitesOf(renderJunit([brokerOutage], { timeZone: 'Asia/Kolkata' }));
    const out = suite?.children.find(({ name }) => name === 'system-out');
    expect(out?.text.split('\n')).toContain('07:44:17 broker stopped');
  });

  it('stays well-formed whatever the shop says', () => {
    const [suite] = suitesOf(renderJunit([hostile]));
    const [only] = casesOf(suite);
    expect(only?.attributes['name']).toContain('</script><script>alert(1)</script> | `x` red link next ]]>');
    expect(only?.children[0]?.text).toContain('& "quoted"');
  });
});
