import type { FaultWindow, RunRecord, Settle } from './run-record.ts';

/** How long the shop took after one fault: what `recovers-within` judges and every report shows. */
export interface Recovery {
  readonly window: FaultWindow;
  /** The wait that ended with everything arrived; where none did, the first one after the healing. */
  readonly settle: Settle;
  /** From seen well to everything arrived; undefined where it never was. 0 when all had arrived by then. */
  readonly recoveredMs: number | undefined;
  /** From seen well to the begin of the wait: a load that went on meanwhile is in `recoveredMs`, too. */
  readonly unwatchedMs: number;
}

/** For each fault that was healed and then waited for. A target that came back early is well from then on. */
export function recoveriesOf(record: Pick<RunRecord, 'faults' | 'settles'>): Recovery[] {
  return record.faults.flatMap((window) => {
    if (window.healedMs === undefined) return [];
    const wellMs = window.endedEarlyMs ?? window.healedMs;
    const waits = record.settles.filter((settle) => settle.endedMs >= wellMs);
    const settle = waits.find(({ outcome }) => outcome === 'drained') ?? waits[0];
    if (settle === undefined) return [];
    const recoveredMs = settle.outcome === 'drained' ? settle.endedMs - wellMs : undefined;
    return [{ window, settle, recoveredMs, unwatchedMs: Math.max(0, settle.startedMs - wellMs) }];
  });
}

/** The recovery times of a run in milliseconds, of those that ended. */
export function recoveryTimesOf(record: Pick<RunRecord, 'faults' | 'settles'>): number[] {
  return recoveriesOf(record).flatMap(({ recoveredMs }) => recoveredMs ?? []);
}
