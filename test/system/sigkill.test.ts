import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { markedProcesses } from '../../src/stack/process-table.ts';
import { stackPaths } from '../../src/stack/stack-paths.ts';
import { sharedStateDir, shopctl, shopctlJson, stackStatus, startShopctl } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

const scenario = fileURLToPath(new URL('scenarios/quick-outage.mjs', import.meta.url));
const moments = Number(process.env['SIGKILL_MOMENTS'] ?? 20);
const seed = Number(process.env['SIGKILL_SEED'] ?? Date.now() % 1_000_000);

interface RunLine {
  readonly runId: string;
  readonly verdict: string;
}

const checkOnce = () => startShopctl(['check', scenario, '--probe-orders', '1']);
const runLines = () => shopctlJson<RunLine[]>('runs');
const runFolders = () => new Set(readdirSync(join(sharedStateDir(), 'runs')));
/** The processes of the stack, by the mark that each of them carries. */
const processCount = async () => {
  const { stackId } = stackPaths(sharedStateDir());
  return (await markedProcesses(`SHOPCTL_STACK=${stackId}`, process.platform)).length;
};

/** Of 0 to 1, the same for the same seed (mulberry32). */
function randomOf(state: number): () => number {
  let a = state;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe(`a check killed at ${moments} random moments (SIGKILL_SEED=${seed})`, () => {
  const random = randomOf(seed);
  let wholeMs: number;
  let processes: number;

  /** @returns how many faults were still applied before */
  async function expectWholeAfterRecover(): Promise<number> {
    const broken = (await stackStatus()).applied.length;
    const recovered = await shopctl('recover');
    expect(recovered.code, recovered.stderr).toBe(0);
    expect(recovered.stdout).toContain(broken > 0 ? 'healed: payments killed' : 'nothing is broken');

    // The services need a moment to come back to what they lost.
    const amiss = async () => {
      const { parts, applied } = await stackStatus();
      return [...applied, ...parts.filter(({ ready }) => !ready)];
    };
    await expect.poll(amiss, { timeout: 20_000 }).toEqual([]);
    expect(await processCount()).toBe(processes);
    return broken;
  }

  beforeAll(async () => {
    await wholeShop();
    processes = await processCount();
    const begun = performance.now();
    const { code, stdout, stderr } = await checkOnce().ended;
    wholeMs = performance.now() - begun;
    expect(code, stdout + stderr).toBe(0);
  });

  // One moment in each part of the run's length, so that none of its phases is left out.
  it.each(Array.from({ length: moments }, (_, i) => i))(
    'leaves what can be read and healed: %i',
    async (i) => {
      const before = runFolders();
      const running = checkOnce();
      const atMs = ((i + random()) / moments) * wholeMs;
      await sleep(atMs);
      running.child.kill('SIGKILL');
      await running.ended;

      const left = (await runLines()).filter(({ runId }) => !before.has(runId));
      expect(left.length).toBeLessThanOrEqual(1);
      for (const { runId, verdict } of left) {
        const { code, stdout } = await shopctl('report', runId);
        expect(code).toBe(0);
        // The last moments may be after the end of the run.
        if (verdict === 'killed')
          expect(stdout).toMatch(/^unknown {2}quick-outage[\s\S]*shopctl was killed/m);
        else expect(verdict, `at ${Math.round(atMs)} ms`).toBe('held');
      }

      await expectWholeAfterRecover();
    },
  );

  it('leaves what can be healed also for sure while something is broken', async () => {
    const running = checkOnce();
    await running.shows('holding for 1 s');
    running.child.kill('SIGKILL');
    await running.ended;
    expect(await expectWholeAfterRecover()).toBe(1);
  });

  it('leaves a shop that works, and no run that counts as going on', async () => {
    const { code, stdout, stderr } = await checkOnce().ended;
    expect(code, stdout + stderr).toBe(0);
    expect((await runLines()).filter(({ verdict }) => verdict === 'running')).toEqual([]);
    const state = readFileSync(join(sharedStateDir(), 'stack/stack.json'), 'utf8');
    expect(JSON.parse(state).parts).toHaveLength(7);
  });
});
