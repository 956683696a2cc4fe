import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ResultsFile } from '../../../src/commands/proving/results-file.ts';
import type { TrialResult } from '../../../src/proof/assemble.ts';

const at = '2026-03-01T00:00:00.000Z';
const result = (id: string): TrialResult => ({
  id,
  at,
  runId: `run of ${id}`,
  tookMs: 1000,
  outcomes: [{ how: 'as expected', findings: 1 }],
});

describe('the results of proofs', () => {
  let folder: string;
  let path: string;
  const read = (code = 'code') => new ResultsFile(path, code);
  const known = (file = read()) => [...file.results.keys()];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shopctl-results-'));
    path = join(folder, 'prove/results.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are there for the next shopctl, as is what was begun', () => {
    const file = read();
    file.begin(['no-inbox/crash/1', 'no-inbox/race/1'], true, at);
    file.add(result('no-inbox/crash/1'));
    expect(known()).toEqual(['no-inbox/crash/1']);
    expect([...read().begun]).toEqual(['no-inbox/crash/1', 'no-inbox/race/1']);
    expect(read().results.get('no-inbox/crash/1')).toEqual(result('no-inbox/crash/1'));
  });

  it('of other code are not seen, and not lost', () => {
    read().begin(['no-inbox/crash/1'], true, at);
    read().add(result('no-inbox/crash/1'));
    const newer = read('newer code');
    expect(known(newer)).toEqual([]);
    expect([newer.hasResultsOfOtherCode, read().hasResultsOfOtherCode]).toEqual([true, false]);
    newer.begin(['no-inbox/crash/1'], true, at);
    expect(known()).toEqual(['no-inbox/crash/1']);
  });

  it('begun anew are dropped with all rounds of the same', () => {
    const file = read();
    for (const id of ['no-inbox/crash/1', 'no-inbox/crash/2', 'clean/crash/1', 'soak/1'])
      file.add(result(id));
    file.begin(['no-inbox/crash/1'], true, at);
    expect(known()).toEqual(['clean/crash/1', 'soak/1']);
    expect(known(file)).toEqual(['clean/crash/1', 'soak/1']);
  });

  it('stay when further rounds are begun on top', () => {
    const file = read();
    file.begin(['no-inbox/crash/1'], true, at);
    file.add(result('no-inbox/crash/1'));
    file.begin(['no-inbox/crash/2'], false, at);
    expect(known()).toEqual(['no-inbox/crash/1']);
    expect([...read().begun]).toEqual(['no-inbox/crash/1', 'no-inbox/crash/2']);
  });

  it('survive a line that a killed shopctl left half', () => {
    read().add(result('no-inbox/crash/1'));
    appendFileSync(path, '{"type":"result","code":"code","result":{"id":"no-in');
    expect(known()).toEqual(['no-inbox/crash/1']);
    read().add(result('no-inbox/race/1'));
    expect(known()).toEqual(['no-inbox/crash/1', 'no-inbox/race/1']);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  });

  it('remember how long they took', () => {
    const work = { at, runs: 3, jobs: 2, tookMs: 60_000 };
    read().addWork(work);
    expect([read().work, read('newer code').work]).toEqual([[work], []]);
  });

  it('remember the machine once', () => {
    const machine = {
      processor: 'abacus',
      cores: 2,
      memoryBytes: 1,
      platform: 'Linux',
      node: '20',
      postgres: '17',
      rabbitmq: '3',
    };
    read().setMachine(machine);
    read().setMachine(machine);
    expect(read().machine).toEqual(machine);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
  });
});
