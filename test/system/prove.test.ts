import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markedProcesses } from '../../src/stack/process-table.ts';
import { stackPaths } from '../../src/stack/stack-paths.ts';
import { startShopctl, type Typed } from './shopctl.ts';

/* Proofs start shops of their own, in a state folder of their own. */

interface ProofDocument {
  readonly verdict: string;
  readonly defects: readonly {
    readonly name: string;
    readonly caught: boolean;
    readonly checks: readonly {
      readonly scenario: string;
      readonly verdict: string;
      readonly runs: readonly { readonly runId: string; readonly outcome: { readonly seen?: string } }[];
    }[];
  }[];
}

/** For machines that are busy with other things. */
const fewMinutes = 900_000;

describe('shopctl prove', () => {
  let stateDir: string;
  const prove = (...args: string[]) => startShopctl(['prove', ...args], { stateDir });
  const documentOf = ({ stdout, stderr }: Typed): ProofDocument => {
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(`no JSON: ${stdout}\n${stderr}`);
    }
  };

  /** What a proof may leave: its results and journals, and no process, no claimed port, no folder. */
  async function expectNothingLeft(jobs: number): Promise<void> {
    expect(readdirSync(join(stateDir, 'prove')).sort()).toEqual(['results.ndjson', 'runs']);
    for (let job = 1; job <= jobs; job++) {
      const { stackId, stateFile, outside } = stackPaths(join(stateDir, `prove/job-${job}`));
      expect(await markedProcesses(`SHOPCTL_STACK=${stackId}`, process.platform)).toEqual([]);
      expect(existsSync(outside)).toBe(false);
      const claims = existsSync('/tmp/shopctl-ports') ? readdirSync('/tmp/shopctl-ports') : [];
      const own = claims.filter((port) => claimOf(port).includes(stateFile));
      expect(own).toEqual([]);
    }
  }
  const claimOf = (port: string) => {
    try {
      return readFileSync(join('/tmp/shopctl-ports', port), 'utf8');
    } catch {
      return '';
    }
  };

  beforeAll(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'shopctl-prove-'));
  });
  afterAll(async () => {
    await startShopctl(['down', '--purge'], { stateDir }).ended;
    rmSync(stateDir, { recursive: true, force: true });
  });

  it('catches the third of the defects that breaks every promise', { timeout: fewMinutes }, async () => {
    const typed = await prove('--third', '--no-control', '--jobs', '2', '--json').ended;
    const { defects, verdict } = documentOf(typed);
    const otherwise = defects.flatMap(({ name, checks }) =>
      checks.flatMap(({ scenario, runs }) =>
        runs.flatMap(({ outcome }) =>
          outcome.seen === undefined ? [] : `${name} in ${scenario}: ${outcome.seen}`,
        ),
      ),
    );
    expect(otherwise).toEqual([]);
    expect(defects.filter(({ caught }) => !caught)).toEqual([]);
    expect([verdict, typed.code]).toEqual(['held', 0]);
    await expectNothingLeft(2);
  });

  it('stops every shop at Ctrl-C, says what it has, and goes on from there', {
    timeout: fewMinutes,
  }, async () => {
    const first = prove('inbox-in-memory', '--jobs', '1');
    await first.shows('[1/');
    first.child.kill('SIGINT');
    const interrupted = await first.ended;
    expect(interrupted.code, interrupted.stderr).toBe(130);
    expect(interrupted.stdout).toContain('not run');
    await expectNothingLeft(1);

    const resumed = prove('inbox-in-memory', '--jobs', '1', '--resume');
    await resumed.shows('[2/');
    // As the kernel would for lack of memory: nobody is left to stop the shop.
    resumed.child.kill('SIGKILL');
    await resumed.ended;
    expect(existsSync(join(stateDir, 'prove/job-1'))).toBe(true);

    const { code, stdout, stderr } = await prove('inbox-in-memory', '--jobs', '1', '--resume').ended;
    expect(stderr).toMatch(/^2 of \d+ runs are done already$/m);
    expect(stderr).not.toContain('[1/');
    expect(code, stdout + stderr).toBe(0);
    await expectNothingLeft(1);
  });

  it('leaves the shops of a proof at work alone, and refuses a second proof', {
    timeout: fewMinutes,
  }, async () => {
    const proof = prove('no-inbox', '--no-control', '--jobs', '1');
    await expect
      .poll(() => existsSync(join(stateDir, 'prove/job-1/stack/stack.json')), { timeout: 60_000 })
      .toBe(true);
    const second = await prove('no-inbox').ended;
    expect([second.code, second.stderr]).toEqual([
      3,
      expect.stringContaining('proves with this state folder'),
    ]);
    const down = await startShopctl(['down'], { stateDir }).ended;
    expect(down.stderr).toContain('its stacks are left alone');
    const { code, stderr } = await proof.ended;
    expect(code, stderr).toBe(0);
  });
});
