import type { Attempt } from '../model/attempt.ts';
import type { FaultWindow, RunRecord } from '../model/run-record.ts';

/** Orders sent while a fault was seen to hold: by the observed window, not the planned one. */
export function attemptsDuringFaults(record: RunRecord): Attempt[] {
  return record.attempts.filter((attempt) =>
    record.faults.some((fault) => holdsAt(fault, attempt.startedMs)),
  );
}

/** Whether the fault was seen to hold at that moment: from its effect to the beginning of its healing. */
export function holdsAt(fault: FaultWindow, atMs: number): boolean {
  const until = fault.endedEarlyMs ?? fault.healingMs ?? Number.POSITIVE_INFINITY;
  return fault.observedMs !== undefined && fault.observedMs <= atMs && atMs < until;
}
