import { summarizeLatency } from '../model/latency-summary.ts';
import type { Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { hangsOf } from './hangs.ts';
import { broken, count, held, unknown } from './judgement.ts';

export interface ConfirmationLimits {
  /** 0 to 1. */
  readonly share: number;
  /** For 95 % of the confirmed ones. */
  readonly p95WithinMs: number;
}

/** A fault that the shop's retries can bridge: customers hardly notice it. */
export function confirmedDuringFault({ share, p95WithinMs }: ConfirmationLimits): Invariant {
  const promised = `${share * 100} %`;
  return {
    name: 'orders-confirmed-during-fault',
    obligation: `while the fault holds, ${promised} of orders are confirmed, 95 % of them within ${p95WithinMs} ms`,
    judge(record) {
      const during = attemptsDuringFaults(record);
      if (during.length === 0) return unknown('no order was sent while the fault was seen to hold');
      const confirmed = during.filter((attempt) => attempt.result === 'Confirmed');
      const p95Ms = summarizeLatency(confirmed)?.p95Ms ?? 0;
      const lookedAt = `${confirmed.length} of ${count(during.length, 'order')} confirmed, p95 ${Math.round(p95Ms)} ms`;
      if (confirmed.length / during.length < share) return broken(lookedAt, [], `${promised} promised`);
      if (p95Ms <= p95WithinMs) return held(lookedAt);
      return broken(lookedAt, hangsOf(confirmed, p95WithinMs, record), 'confirmed too slowly');
    },
  };
}
