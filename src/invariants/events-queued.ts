import type { Invariant } from '../model/verdict.ts';
import { broken, held, unknown } from './judgement.ts';

/** The most that waited in shipping's queue, by the looks of the timeline. */
export function eventsQueued(expected: number): Invariant {
  return {
    name: 'events-queued',
    obligation: `${expected} events wait in the queue, as many as the relay has sent`,
    judge(record) {
      const depths = record.samples.flatMap(({ queue }) => (queue ? [queue.ready] : []));
      if (depths.length === 0) return unknown('the queue was never seen');
      const most = Math.max(...depths);
      const lookedAt = `${depths.length} looks at the queue, ${most} ready at the most`;
      return most === expected ? held(lookedAt) : broken(lookedAt, [], `${expected} promised`);
    },
  };
}
