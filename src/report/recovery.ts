import type { FaultWindow, RunRecord, Settle } from '../model/run-record.ts';

/** The wait that followed a fault's healing. */
export interface Recovery {
  readonly window: FaultWindow;
  readonly settle: Settle;
  /** From seen healed to drained; undefined where it never drained. */
  readonly recoveredMs: number | undefined;
  /** From seen healed to the begin of the wait: a load that went on meanwhile is in `recoveredMs`, too. */
  readonly unwatchedMs: number;
}

/** For each fault that was healed and then waited for: how long the shop took to drain. */
export function recoveriesOf(record: RunRecord): Recovery[] {
  return record.faults.flatMap((window) => {
    const healedMs = window.endedEarlyMs ?? window.healedMs;
    if (healedMs === undefined) return [];
    const settle = record.settles.find((each) => each.endedMs >= healedMs);
    if (settle === undefined) return [];
    const recoveredMs = settle.outcome === 'drained' ? settle.endedMs - healedMs : undefined;
    return [{ window, settle, recoveredMs, unwatchedMs: Math.max(0, settle.startedMs - healedMs) }];
  });
}
