import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStateDir, startShopctl, type Typed } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

/** Journals that are damaged, foreign, newer or cut off, as the commands meet them. */

const stateDir = mkdtempSync(join(tmpdir(), 'shopctl-journals-'));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

const opened = (runId: string) =>
  `${JSON.stringify({
    at: '2026-03-01T02:14:00.000Z',
    t: 0,
    type: 'run-opened',
    version: 1,
    runId,
    command: 'check broker-outage',
    shopctlVersion: '0.1.0',
  })}\n`;

/** What is at work no more: a pid beyond every limit. */
const gone = JSON.stringify({ pid: 2 ** 30, startedAt: '1' });

function putRun(folder: string, runId: string, journal: string, options: { marked?: boolean } = {}): string {
  const path = join(folder, 'runs', runId);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'journal.ndjson'), journal);
  if (options.marked === true) writeFileSync(join(path, 'open'), gone);
  return path;
}

const type = (...args: string[]): Promise<Typed> => startShopctl(args, { stateDir }).ended;

describe('report', () => {
  it.each([
    [
      'of a foreign file',
      '20260301-021400-aaaa',
      'Dear diary,\n',
      'is not a journal of shopctl: line 1 is "Dear diary,"',
    ],
    [
      'of a journal with a foreign line in its middle',
      '20260301-021401-bbbb',
      `${opened('20260301-021401-bbbb')}garbage\n{}\n`,
      'line 2 is "garbage"',
    ],
    [
      'of a newer version',
      '20260301-021402-cccc',
      opened('20260301-021402-cccc').replace('"version":1', '"version":2').replace('0.1.0', '9.0.0'),
      'is of journal version 2; this shopctl reads up to 1\nhint: it was written by shopctl 9.0.0',
    ],
  ])('%s says what is wrong with it', async (_title, runId, journal, message) => {
    putRun(stateDir, runId, journal);
    for (const format of ['table', 'json', 'html']) {
      const { code, stdout, stderr } = await type('report', runId, '--format', format);
      expect(code).toBe(3);
      expect(stderr).toContain(message);
      expect(stderr).toContain('hint:');
      expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
      expect(stdout).toBe('');
    }
  });

  it('of a journal that was cut off renders what is there, as killed', async () => {
    const runId = '20260301-021403-dddd';
    const remark = '{"at":"2026-03-01T02:14:01.000Z","t":1000,"type":"remark","text":"so far"}\n';
    putRun(stateDir, runId, `${opened(runId)}${remark}{"at":"2026-03-01T02:14:02.000Z","t":20`);
    const { code, stdout } = await type('report', runId);
    expect(code).toBe(0);
    expect(stdout).toContain('so far');
    expect(stdout).toContain('shopctl was killed');
  });

  it('of a run that does not exist is a wrong usage', async () => {
    const { code, stderr } = await type('report', 'nobody-knows');
    expect(code).toBe(64);
    expect(stderr).toContain("there is no run 'nobody-knows'\nhint: shopctl runs lists them");
  });

  it('to a path that cannot be written says so, and that the run is kept', async () => {
    const { code, stderr } = await type('report', '20260301-021403-dddd', '-o', '/dev/null/run.txt');
    expect(code).toBe(3);
    expect(stderr).toContain('the report /dev/null/run.txt cannot be written');
    expect(stderr).toContain('hint: the run is kept: shopctl report 20260301-021403-dddd');
  });
});

describe('runs', () => {
  it('lists those that cannot be read among the others', async () => {
    const { code, stdout } = await type('runs');
    expect(code).toBe(0);
    expect(stdout).toMatch(/20260301-021400-aaaa .*unreadable: .* is not a journal of shopctl/);
    expect(stdout).toMatch(/20260301-021403-dddd .*killed/);
  });
});

describe('a run that was at work, with a journal that cannot be read', () => {
  const runId = '20260301-021404-eeee';
  const sentence = `what run ${runId} broke is not known: `;
  let damaged: string;

  beforeAll(async () => {
    await wholeShop();
    damaged = putRun(sharedStateDir(), runId, 'noise\nnoise\n', { marked: true });
  });

  it('is named, and keeps nobody from working', async () => {
    for (const [code, ...args] of [
      [0, 'load', '1'],
      [0, 'status'],
      [0, 'up'],
      [0, 'chaos', 'payments-restart'],
    ] as const) {
      const typed = await startShopctl(args).ended;
      expect(typed.code, typed.stderr).toBe(code);
      if (args[0] === 'load' || args[0] === 'status') expect(typed.stderr).toContain(sentence);
    }
  });

  it('does not count as healed until its folder is deleted', async () => {
    await startShopctl(['chaos', 'shipping-stop']).ended;
    const recovered = await startShopctl(['recover']).ended;
    expect(recovered.stdout).toContain('healed: shipping stopped');
    expect(recovered.stderr).toContain(`${sentence}${join(damaged, 'journal.ndjson')} is not a journal`);
    expect(recovered.stderr).toContain(`delete ${damaged}`);
    expect(recovered.code).toBe(3);

    rmSync(damaged, { recursive: true });
    expect((await startShopctl(['recover']).ended).code).toBe(0);
  });

  it('does not keep down from its work', async () => {
    putRun(stateDir, runId, 'noise\nnoise\n', { marked: true });
    const { code, stdout, stderr } = await type('down');
    expect(code).toBe(0);
    expect(stdout).toContain('nothing was running');
    expect(stderr).toContain(sentence);
  });
});
