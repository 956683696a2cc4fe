import type { Invariant } from '../model/verdict.ts';
import { broken, count, held, missingEvidence, unknown } from './judgement.ts';

/** Retries help a caller and hurt a callee: over all orders they stay below a number for each. */
export function boundedRetries(perOrderMax: number): Invariant {
  return {
    name: 'bounded-retries',
    obligation: `payments is asked again at most ${perOrderMax} times for each order, on average`,
    judge(record) {
      const missing = missingEvidence(record, 'paymentRetries');
      if (missing !== undefined) return missing;
      if (record.attempts.length === 0) return unknown('no order was sent');
      const retries = record.evidence?.paymentRetries ?? 0;
      const lookedAt = `${retries} retries for ${count(record.attempts.length, 'order')}`;
      const perOrder = retries / record.attempts.length;
      if (perOrder <= perOrderMax) return held(lookedAt);
      return broken(lookedAt, [], `${perOrder.toFixed(2)} for each order, ${perOrderMax} promised`);
    },
  };
}
