import type { Invariant } from '../model/verdict.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** How many events each round of the held relay sent. */
export function relayBatches(expected: readonly number[]): Invariant {
  return {
    name: 'relay-batches',
    obligation: `the rounds of the relay, run by hand, send ${expected.join(', ')} events`,
    judge(record) {
      const rounds = record.deeds.flatMap(({ deed }) =>
        deed.kind === 'relay-stepped' ? [deed.failure ?? deed.sent] : [],
      );
      if (rounds.length < expected.length) {
        return unknown(`${count(rounds.length, 'round')} of ${expected.length} was run`);
      }
      const lookedAt = `rounds that sent ${rounds.join(', ')}`;
      const agree = rounds.length === expected.length && rounds.every((sent, i) => sent === expected[i]);
      return agree ? held(lookedAt) : broken(lookedAt, [], `${expected.join(', ')} promised`);
    },
  };
}
