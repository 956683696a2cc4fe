import { summarizeLatency } from '../model/latency-summary.ts';
import type { Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** Which orders were turned away without asking the part that is away. */
export interface TurnedAway {
  /** The shop's word for it. */
  readonly reason: string;
  /** From when on that is due, as a clause: `once the breaker is open`. */
  readonly when: string;
}

const byOpenBreaker: TurnedAway = { reason: 'BrokenCircuit', when: 'once the breaker is open' };

/** A part that is known to be away is not asked: orders are turned away at once instead of waiting for their timeouts. */
export function failsFast(p95WithinMs: number, { reason, when }: TurnedAway = byOpenBreaker): Invariant {
  return {
    name: 'fails-fast',
    obligation: `${when}, 95 % of orders have their answer within ${p95WithinMs} ms`,
    judge(record) {
      const turnedAway = attemptsDuringFaults(record).filter((attempt) => attempt.reason === reason);
      const latency = summarizeLatency(turnedAway);
      if (latency === undefined) return unknown(`no order was turned away with ${reason}`);
      const lookedAt = `${count(turnedAway.length, 'order')} turned away, p95 ${Math.round(latency.p95Ms)} ms`;
      return latency.p95Ms <= p95WithinMs ? held(lookedAt) : broken(lookedAt, [], 'turned away too slowly');
    },
  };
}
