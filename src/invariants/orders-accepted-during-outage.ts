import { summarizeLatency } from '../model/latency-summary.ts';
import type { Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { hangsOf } from './hangs.ts';
import { broken, count, held, unknown } from './judgement.ts';

export interface AcceptanceLimits {
  /** 0 to 1. */
  readonly share: number;
  /** For 95 % of the accepted ones. */
  readonly p95WithinMs: number;
}

/** The share of orders that were accepted while a fault was seen to hold, and how long their users waited. */
export function acceptedDuringOutage({ share, p95WithinMs }: AcceptanceLimits): Invariant {
  const promised = `${share * 100} %`;
  return {
    name: 'orders-accepted-during-outage',
    obligation: `while the fault holds, ${promised} of orders are accepted, 95 % of them within ${p95WithinMs} ms`,
    judge(record) {
      const during = attemptsDuringFaults(record);
      if (during.length === 0) return unknown('no order was sent while the fault was seen to hold');
      const accepted = during.filter((attempt) => attempt.outcome === 'accepted');
      const p95Ms = summarizeLatency(accepted)?.p95Ms ?? 0;
      const lookedAt = `${accepted.length} of ${count(during.length, 'order')} accepted, p95 ${Math.round(p95Ms)} ms`;
      const acceptedShare = accepted.length / during.length;
      if (acceptedShare < share) {
        const others = during.filter((attempt) => attempt.outcome !== 'accepted');
        const why = `${(acceptedShare * 100).toFixed(1)} % accepted, ${promised} promised`;
        return broken(lookedAt, hangsOf(others, p95WithinMs, record), why);
      }
      if (p95Ms <= p95WithinMs) return held(lookedAt);
      return broken(lookedAt, hangsOf(accepted, p95WithinMs, record), 'accepted too slowly');
    },
  };
}
