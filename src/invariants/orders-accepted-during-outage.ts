import { latencyMs } from '../model/attempt.ts';
import type { FaultWindow } from '../model/run-record.ts';
import type { Invariant } from '../model/verdict.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** The share of orders that were accepted while a fault was seen to hold: by the observed window, not the planned one. */
export function acceptedDuringOutage(limits: {
  readonly share: number;
  readonly p95WithinMs: number;
}): Invariant {
  return {
    name: 'orders-accepted-during-outage',
    obligation: `while the fault holds, ${limits.share * 100} % of orders are accepted, 95 % of them within ${limits.p95WithinMs} ms`,
    judge(record) {
      const during = record.attempts.filter((attempt) =>
        record.faults.some((fault) => holdsAt(fault, attempt.startedMs)),
      );
      if (during.length === 0) return unknown('no order was sent while the fault was seen to hold');
      const accepted = during.filter((attempt) => attempt.outcome === 'accepted');
      const latencies = accepted.map(latencyMs).sort((a, b) => a - b);
      const p95 = latencies[Math.ceil(latencies.length * 0.95) - 1] ?? 0;
      const lookedAt = `${accepted.length} of ${count(during.length, 'order')} accepted, p95 ${Math.round(p95)} ms`;
      const share = accepted.length / during.length;
      if (share < limits.share) {
        return broken(
          lookedAt,
          [],
          `${(share * 100).toFixed(1)} % accepted, ${limits.share * 100} % promised`,
        );
      }
      return p95 <= limits.p95WithinMs ? held(lookedAt) : broken(lookedAt, [], 'accepted too slowly');
    },
  };
}

function holdsAt(fault: FaultWindow, atMs: number): boolean {
  const until = fault.endedEarlyMs ?? fault.healingMs ?? Number.POSITIVE_INFINITY;
  return fault.observedMs !== undefined && fault.observedMs <= atMs && atMs < until;
}
