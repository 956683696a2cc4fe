import type { Invariant } from '../model/verdict.ts';
import { attemptsDuringFaults } from './during-fault.ts';
import { broken, count, held, missingEvidence, unknown } from './judgement.ts';

/**
 * Retries help a caller and hurt a callee: they stay below a number for each order. Counted for the orders that were sent
 * while a fault held, where there was one: the others would only make the number smaller. Only their sum is known, so a
 * storm is found under the run's id, which every order carries.
 */
export function boundedRetries(perOrderMax: number): Invariant {
  return {
    name: 'bounded-retries',
    obligation: `payments is asked again at most ${perOrderMax} times for each order, on average`,
    judge(record) {
      const missing = missingEvidence(record, 'paymentRetries');
      if (missing !== undefined) return missing;
      const asked = record.faults.length > 0 ? attemptsDuringFaults(record) : record.attempts;
      if (asked.length === 0) return unknown('no order was sent');
      const retries = record.evidence?.paymentRetries ?? 0;
      const lookedAt = `${retries} ${retries === 1 ? 'retry' : 'retries'} for ${count(asked.length, 'order')}`;
      const perOrder = retries / asked.length;
      if (perOrder <= perOrderMax) return held(lookedAt);
      const reason = `${perOrder.toFixed(2)} for each order, ${perOrderMax} promised`;
      return broken(lookedAt, [{ kind: 'storm', orderId: record.runId, detail: lookedAt }], reason);
    },
  };
}
