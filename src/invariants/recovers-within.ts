import { recoveriesOf } from '../model/recovery.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Invariant } from '../model/verdict.ts';
import { broken, held, unknown } from './judgement.ts';

/** Time from the moment the target was seen well again to the moment everything of the run had arrived. */
export function recoversWithin(limitMs: number): Invariant {
  return {
    name: 'recovers-within',
    obligation: `everything has arrived within ${limitMs / 1000} s after the fault is healed`,
    judge(record) {
      if (record.faults.length === 0) return unknown('nothing was broken');
      const recoveries = recoveriesOf(record).filter(({ recoveredMs }) => recoveredMs !== undefined);
      if (recoveries.length < record.faults.length) return neverArrived(record);
      const slowest = Math.max(...recoveries.map(({ recoveredMs = 0 }) => recoveredMs));
      const lookedAt = `${recoveries.length === 1 ? 'one recovery' : `${recoveries.length} recoveries`}, ${(slowest / 1000).toFixed(1)} s at the most`;
      if (slowest <= limitMs) return held(lookedAt);
      const surelyLate = recoveries.some(
        ({ recoveredMs = 0, unwatchedMs }) => recoveredMs - unwatchedMs > limitMs,
      );
      if (surelyLate) return broken(lookedAt, [], `${limitMs / 1000} s promised`);
      // All may have arrived in time, while the scenario was still busy with something else.
      return unknown('it was waited for too late to tell', lookedAt);
    },
  };
}

function neverArrived(record: RunRecord) {
  const last = record.settles.at(-1);
  if (last?.outcome === 'still')
    return broken('the last wait', [], 'not everything arrived, and nothing moves any more');
  return unknown('it was never seen that everything had arrived');
}
