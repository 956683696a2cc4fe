import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { partState, shopctl, shopctlJson, type Typed } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

interface Report {
  readonly runs: readonly {
    readonly runId: string;
    readonly verdict: string;
    readonly promises: readonly { readonly promise: string; readonly verdict: string }[];
    readonly faults: readonly {
      readonly observedMs: number;
      readonly healingMs: number;
      readonly healedMs: number;
    }[];
    readonly loads: readonly {
      readonly name: string;
      readonly results: readonly Record<string, unknown>[];
    }[];
    readonly samples: readonly {
      readonly atMs: number;
      readonly outbox: { readonly unsent: number; readonly all: number } | null;
      readonly shipping: { readonly shipments: number; readonly inbox: number } | null;
    }[];
  }[];
}

describe('check broker-outage against the whole shop', () => {
  let report: Report & { exitCode: number | null };

  beforeAll(async () => {
    await wholeShop();
    report = await shopctlJson<Report>('check', 'broker-outage', '--hold', '4s');
  });

  it('is held, every promise of it', () => {
    expect(report.exitCode).toBe(0);
    const [run] = report.runs;
    expect(run?.verdict).toBe('held');
    expect(run?.promises.filter((promise) => promise.verdict !== 'held')).toEqual([]);
    expect(run?.promises).toHaveLength(11);
  });

  it('confirms 40 orders, 5 more without a broker, and 3 probe orders', () => {
    const results = report.runs[0]?.loads.map(({ name, results: rows }) => [
      name,
      rows[0]?.['result'],
      rows[0]?.['count'],
    ]);
    expect(results).toEqual([
      ['load 1', 'Confirmed', 40],
      ['load 2', 'Confirmed', 5],
      ['probe', 'Confirmed', 3],
    ]);
  });

  it('shows 5 unsent events and no further shipment while the broker is away', () => {
    const [fault] = report.runs[0]?.faults ?? [];
    const away = report.runs[0]?.samples.filter(
      ({ atMs }) => atMs > (fault?.observedMs ?? 0) + 1000 && atMs < (fault?.healingMs ?? 0) - 500,
    );
    expect(away?.length).toBeGreaterThan(2);
    for (const { outbox, shipping } of away ?? []) {
      expect(outbox).toEqual({ unsent: 5, all: 45 });
      expect(shipping).toEqual({ shipments: 40, inbox: 40 });
    }
  });

  it('ends with 48 shipments, 48 inbox rows and an empty outbox', () => {
    expect(report.runs[0]?.samples.at(-1)).toMatchObject({
      outbox: { unsent: 0, all: 48 },
      shipping: { shipments: 48, inbox: 48 },
    });
  });

  it('leaves the broker running', async () => {
    expect(await partState('broker')).toBe('running');
  });

  describe('and its run, reported again later', () => {
    it.each([
      ['line', /^\d\d:\d\d:\d\d outbox: 5 \| 45 \| shipping: 40 \| 40$/m],
      ['line', /^\d\d:\d\d:\d\d broker stopped$/m],
      ['line', /^Confirmed 5 orders, avg \d+ ms$/m],
      ['table', /broker started/],
      ['junit', /<testsuite name="broker-outage"[^>]* tests="11" failures="0"/],
      ['md', /held/],
      ['html', /<!doctype html>/i],
    ])('has its %s form', async (format, expected) => {
      const { code, stdout } = await shopctl('report', report.runs[0]?.runId ?? '', '--format', format);
      expect(code).toBe(0);
      expect(stdout).toMatch(expected);
    });

    it('is in the list of runs', async () => {
      const { stdout } = await shopctl('runs');
      expect(stdout).toMatch(new RegExp(`${report.runs[0]?.runId}.*held.*check broker-outage`));
    });
  });
});

describe('check', () => {
  it('says the plan and breaks nothing with --dry-run', async () => {
    const { code, stdout } = await shopctl('check', 'broker-outage', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/broker stopped acts on process broker pid \d+ since/);
    expect(await partState('broker')).toBe('running');
  });

  it('refuses, before any load, a target that is not in a state to be broken', async () => {
    await shopctl('chaos', 'broker-stop');
    const before = await runCount();
    const { code, stderr } = await shopctl('check', 'broker-outage');
    expect(code).toBe(3);
    expect(stderr).toContain('broker is stopped already');
    expect(stderr).toContain('hint: shopctl chaos broker-start brings it back');
    expect(await runCount()).toBe(before);
    await wholeShop();
  });

  it('writes the reports it was asked for, also where a folder is missing, and says which one it could not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shopctl-reports-'));
    const [junit, md] = [join(folder, 'a/b/junit.xml'), join(folder, 'run.md')];
    const typed: Typed = await shopctl(
      ...['check', 'broker-outage', '--orders', '3', '--hold', '1s', '--report', `junit=${junit},md=${md}`],
      ...['--report', 'html=/dev/null/run.html'],
    );
    expect(typed.code).toBe(3);
    expect(typed.stderr).toContain('the report /dev/null/run.html cannot be written');
    expect(typed.stdout).toContain('held');
    expect(readFileSync(junit, 'utf8')).toContain('<testcase');
    expect(readFileSync(md, 'utf8')).toContain('broker-outage');
    rmSync(folder, { recursive: true });
  });
});

async function runCount(): Promise<number> {
  return (await shopctlJson<unknown[]>('runs')).length;
}
