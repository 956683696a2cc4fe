import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, proofOf, trialsOf, wholeProof } from '../../../src/commands/proving/proof-plan.ts';
import { ResultsFile } from '../../../src/commands/proving/results-file.ts';
import { proofVerdict } from '../../../src/model/proof.ts';
import { knownDefects } from '../../../src/proof/defects/index.ts';
import type { Trial } from '../../../src/proof/trials.ts';
import { scenarios } from '../../../src/scenarios/index.ts';

const about = { shopctlVersion: '0.1.0', code: 'code' };
const at = '2026-03-01T00:00:00.000Z';
const defects = knownDefects.slice(0, 1);
const asked = (parts: Partial<Asked> = {}): Asked => {
  return { defects, controlled: defects, further: [], repeat: 1, ...parts };
};

describe('a proof', () => {
  let folder: string;
  let file: ResultsFile;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shopctl-plan-'));
    file = new ResultsFile(join(folder, 'results.ndjson'), 'code');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** As if all of it had gone as expected. */
  function run(trials: readonly Trial[]): void {
    file.begin(
      trials.map(({ id }) => id),
      true,
      at,
    );
    for (const { id, expected } of trials) {
      const outcomes = (expected.length === 0 ? [0] : expected).map(
        () => ({ how: 'as expected', findings: 1 }) as const,
      );
      file.add({ id, at, runId: `run of ${id}`, tookMs: 1000, outcomes });
    }
  }

  it('needs each run once a round, each with an id of its own', () => {
    const once = trialsOf(asked());
    const thrice = trialsOf(asked({ repeat: 3 }));
    expect(thrice).toHaveLength(3 * once.length);
    expect(new Set(thrice.map(({ id }) => id)).size).toBe(thrice.length);
  });

  it('of what was asked for is held when that went as expected, whatever else is unknown', () => {
    run(trialsOf(asked({ repeat: 2 })));
    const proof = proofOf(asked({ repeat: 2 }), file, about);
    expect(proof.defects.map(({ name }) => name)).toEqual(defects.map(({ name }) => name));
    expect(proof.defects[0]?.checks[0]).toMatchObject({ rounds: 2, runs: [{ round: 1 }, { round: 2 }] });
    expect(proofVerdict(proof)).toBe('held');
  });

  it('as a whole lacks what was never run', () => {
    run(trialsOf(asked({ repeat: 2 })));
    const proof = wholeProof(file, about);
    expect(proof.defects).toHaveLength(knownDefects.length);
    expect(proof.defects[0]?.checks[0]).toMatchObject({ rounds: 2, runs: [{ round: 1 }, { round: 2 }] });
    expect(proof.control.length).toBeGreaterThanOrEqual(scenarios.length);
    expect(proof.soak).toBeUndefined();
    expect(proofVerdict(proof)).toBe('unknown');
  });

  it('as a whole lacks the rounds that were begun and not run', () => {
    run(trialsOf(asked()));
    file.begin(
      trialsOf(asked({ repeat: 2 })).map(({ id }) => id),
      false,
      at,
    );
    const [check] = wholeProof(file, about).defects[0]?.checks ?? [];
    expect([check?.rounds, check?.runs.length]).toEqual([2, 1]);
  });

  it('as a whole is held when everything was run, soak and all', () => {
    run(trialsOf(asked({ defects: knownDefects, controlled: knownDefects, further: scenarios })));
    run(trialsOf(asked({ soak: 5 })));
    const proof = wholeProof(file, about);
    expect(proof.soak).toMatchObject({ rounds: 5, held: 5 });
    expect(proofVerdict(proof)).toBe('held');
  });
});
