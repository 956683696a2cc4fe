import type { QueueState } from '../model/evidence.ts';
import type { Invariant } from '../model/verdict.ts';
import { broken, count, held, missingEvidence, unknown } from './judgement.ts';
import { plantedPoison } from './planted.ts';

/**
 * A message that can never be processed may be tried a few times, not for ever: given back at once it goes round thousands
 * of times a second, at the cost of all others. Only the sum is known, so a storm is found under the run's id.
 */
export function boundedRedeliveries(perMessageMax: number): Invariant {
  return {
    name: 'bounded-redeliveries',
    obligation: `what can never be processed is delivered again at most ${perMessageMax} times`,
    judge(record) {
      const missing = missingEvidence(record, 'queues');
      if (missing !== undefined) return missing;
      const poison = plantedPoison(record).filter(({ where }) => where === 'queue').length;
      if (poison === 0) return unknown('no poison message was planted');
      const redelivered = redeliveriesSince(record.queuesBefore, record.evidence?.queues);
      if (redelivered === undefined) return unknown('nobody counted the redeliveries');
      const many = `${redelivered} ${redelivered === 1 ? 'redelivery' : 'redeliveries'}`;
      const lookedAt = `${many} beside ${count(poison, 'poison message')}`;
      if (redelivered <= perMessageMax * poison) return held(lookedAt);
      const reason = `${perMessageMax} for each are promised`;
      return broken(lookedAt, [{ kind: 'storm', orderId: record.runId, detail: lookedAt }], reason);
    },
  };
}

type Queues = readonly QueueState[] | null | undefined;

/** Undefined where a queue was not counted, before or now. */
function redeliveriesSince(before: Queues, now: Queues): number | undefined {
  if (!before || !now) return undefined;
  let sum = 0;
  for (const { name, redelivered } of now) {
    const earlier = before.find((queue) => queue.name === name);
    const then = earlier === undefined ? 0 : earlier.redelivered;
    if (typeof redelivered !== 'number' || typeof then !== 'number') return undefined;
    // A broker that was restarted counts from 0 again.
    sum += redelivered >= then ? redelivered - then : redelivered;
  }
  return sum;
}
