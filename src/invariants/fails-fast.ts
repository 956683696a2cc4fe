import { summarizeLatency } from '../model/latency-summary.ts';
import type { Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** The shop's word for an order that was turned away without asking payments. */
const openCircuit = 'BrokenCircuit';

/** Once the breaker is open, orders are turned away at once instead of waiting for their timeouts. */
export function failsFast(p95WithinMs: number): Invariant {
  return {
    name: 'fails-fast',
    obligation: `once the breaker is open, 95 % of orders have their answer within ${p95WithinMs} ms`,
    judge(record) {
      const turnedAway = attemptsDuringFaults(record).filter((attempt) => attempt.reason === openCircuit);
      const latency = summarizeLatency(turnedAway);
      if (latency === undefined) return unknown('no order was turned away by an open breaker');
      const lookedAt = `${count(turnedAway.length, 'order')} turned away, p95 ${Math.round(latency.p95Ms)} ms`;
      return latency.p95Ms <= p95WithinMs ? held(lookedAt) : broken(lookedAt, [], 'turned away too slowly');
    },
  };
}
