import type { QueueState } from '../model/evidence.ts';
import type { Invariant } from '../model/verdict.ts';
import { isDeadLetterQueue } from './dead-letters.ts';
import { broken, count, held, missingEvidence, unknown } from './judgement.ts';

/** A shop can drain and never consume again, and nobody notices before the next order: the queue itself is asked. */
export const consumersBack: Invariant = {
  name: 'consumers-back',
  obligation: 'at the end every queue of the shop is declared, and somebody consumes there',
  judge(record) {
    const missing = missingEvidence(record, 'queues');
    if (missing !== undefined) return missing;
    const queues = (record.evidence?.queues ?? []).filter((queue) => !isDeadLetterQueue(queue));
    if (queues.length === 0) return unknown('no queue of the shop could be seen');
    const deserted = queues.filter(({ consumers }) => consumers === 0);
    const lookedAt = queues.map(consumersOf).join(', ');
    if (deserted.length === 0) return held(lookedAt);
    return broken(lookedAt, [], `nobody consumes from ${deserted.map(({ name }) => name).join(' and ')}`);
  },
};

function consumersOf({ name, consumers }: QueueState): string {
  return `${count(consumers, 'consumer')} at ${name}`;
}
