import { describe, expect, it } from 'vitest';
import { everyPromise } from '../../bench/judged.ts';
import { madeUpRun, runId } from '../../bench/made-up-run.ts';
import { foldJournal } from '../../src/model/fold-journal.ts';
import { type JournalFact, journalVersion } from '../../src/model/journal-event.ts';
import { judgeAll } from '../../src/model/verdict.ts';

const opened: JournalFact = {
  type: 'run-opened',
  version: journalVersion,
  runId,
  command: 'check made-up',
  shopctlVersion: '0.0.0',
};

describe('the made-up run that judging is measured with', () => {
  const facts = [opened, ...madeUpRun(1_000, () => 2_000)];
  const record = foldJournal(facts.map((fact, t) => ({ at: '2026-01-01T12:00:00.000Z', t, ...fact })));

  it('has a thousand different orders', () => {
    expect(new Set(record.attempts.map((attempt) => attempt.orderId)).size).toBe(1_000);
  });

  it('gives every promise something to look at, and breaks none', () => {
    const judged = judgeAll(everyPromise, record);
    expect(judged.map(({ promise }) => promise)).toHaveLength(14);
    expect(judged.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    // No order was turned away, and none has two events.
    const unknown = judged.filter(({ verdict }) => verdict === 'unknown').map(({ promise }) => promise);
    expect(unknown).toEqual(['fails-fast', 'events-in-order']);
  });
});
