import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { commitsLate } from '../model/fault.ts';
import { defineScenario, during, ordersAt, seconds, settled } from '../model/scenario.ts';

export const lateCommit = defineScenario({
  name: 'late-commit',
  obligation: 'an event whose transaction commits after younger ones is sent all the same',
  lesson:
    'A row gets its number when it is written, and is seen when it is committed; between the two others overtake it. ' +
    'Whoever reads on behind the last number he saw never sees the one that came to light behind him: it is committed, ' +
    'unsent, and nobody looks there any more. The relay asks for rows that are unsent, however small their numbers, ' +
    'each time from the beginning. Here one commit at a time takes 1.5 s longer than the others.',
  steps: [during(commitsLate(1500), [ordersAt(10, seconds(5))]), settled({ withinMs: seconds(15) })],
  expect: [...wholeShop, recoversWithin(seconds(10))],
});
