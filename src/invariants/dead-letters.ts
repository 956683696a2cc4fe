import type { QueueState } from '../model/evidence.ts';

/** By its name, as is the custom: nobody has to consume from such a queue, a person looks into it. */
export function isDeadLetterQueue({ name }: Pick<QueueState, 'name'>): boolean {
  return /[.-](?:dead|dlq|dead-letters?)$/.test(name);
}
