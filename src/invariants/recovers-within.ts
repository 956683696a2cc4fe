import type { FaultWindow, RunRecord, Settle } from '../model/run-record.ts';
import type { Invariant } from '../model/verdict.ts';
import { broken, held, unknown } from './judgement.ts';

/** Time from the moment the target was seen well again to the moment everything of the run had arrived. */
export function recoversWithin(limitMs: number): Invariant {
  return {
    name: 'recovers-within',
    obligation: `everything has arrived within ${limitMs / 1000} s after the fault is healed`,
    judge(record) {
      if (record.faults.length === 0) return unknown('nothing was broken');
      const recoveries = record.faults.map((fault) => recoveryMs(fault, record));
      const known = recoveries.filter((ms) => ms !== undefined);
      if (known.length < recoveries.length) return neverArrived(record);
      const slowest = Math.max(...known);
      const lookedAt = `${known.length === 1 ? 'one recovery' : `${known.length} recoveries`}, ${(slowest / 1000).toFixed(1)} s at the most`;
      return slowest <= limitMs ? held(lookedAt) : broken(lookedAt, [], `${limitMs / 1000} s promised`);
    },
  };
}

function neverArrived(record: RunRecord) {
  const last = record.settles.at(-1);
  if (last?.outcome === 'still')
    return broken('the last wait', [], 'not everything arrived, and nothing moves any more');
  return unknown('it was never seen that everything had arrived');
}

/** Milliseconds from healed to drained; undefined when either was not seen. 0 when all had arrived by then. */
export function recoveryMs(fault: FaultWindow, record: RunRecord): number | undefined {
  if (fault.healedMs === undefined) return undefined;
  const { healedMs } = fault;
  const drained = record.settles.find(
    (settle: Settle) => settle.outcome === 'drained' && settle.endedMs >= healedMs,
  );
  return drained === undefined ? undefined : Math.max(0, drained.endedMs - healedMs);
}
