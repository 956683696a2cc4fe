import type { FaultWindow, RunRecord, Settle } from '../model/run-record.ts';
import type { Invariant } from '../model/verdict.ts';
import { broken, count, held, unknown } from './judgement.ts';

/**
 * With several instances the work of one that is away is done by another, and not only when it is back: everything has
 * to arrive in a wait that lies within the fault.
 */
export function takesOver(limitMs: number): Invariant {
  return {
    name: 'takes-over',
    obligation: `while one instance is frozen or dead, another takes over within ${limitMs / 1000} s`,
    judge(record) {
      const waits = record.faults.filter(isOfAnInstance).flatMap((fault) => waitsWithin(fault, record));
      if (waits.length === 0) return unknown('nothing was waited for while an instance was away');
      const slowest = Math.max(...waits.map(({ startedMs, endedMs }) => endedMs - startedMs));
      const lookedAt = `${count(waits.length, 'wait')} with an instance away, ${(slowest / 1000).toFixed(1)} s at the most`;
      if (waits.some(({ outcome }) => outcome === 'blind'))
        return unknown('a probe never answered', lookedAt);
      const late = waits.some(({ outcome }) => outcome !== 'drained');
      if (late) return broken(lookedAt, [], 'not everything arrived before the instance was back');
      return slowest <= limitMs ? held(lookedAt) : broken(lookedAt, [], `${limitMs / 1000} s promised`);
    },
  };
}

function isOfAnInstance({ fault }: FaultWindow): boolean {
  return 'instance' in fault && fault.instance !== undefined;
}

function waitsWithin({ observedMs, healingMs, endedEarlyMs }: FaultWindow, record: RunRecord): Settle[] {
  const until = endedEarlyMs ?? healingMs;
  if (observedMs === undefined || until === undefined) return [];
  return record.settles.filter(({ startedMs, endedMs }) => startedMs >= observedMs && endedMs <= until);
}
