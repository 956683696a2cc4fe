import { eventsQueued } from '../invariants/events-queued.ts';
import { relayBatches } from '../invariants/relay-batches.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { relayHeld, stopped } from '../model/fault.ts';
import { defineScenario, during, orders, settled, stepRelay } from '../model/scenario.ts';

export const batchedRelay = defineScenario({
  name: 'batched-relay',
  obligation: 'the relay takes at most a batch of events a round, in order, and stops when none is left',
  lesson:
    'A relay is a loop: take a few unsent rows, publish them, mark those that were confirmed, again. Here it is held and ' +
    'run by hand, with 2 rows at the most: three events need two rounds, and a third finds nothing. Shipping ' +
    'is stopped meanwhile, so that the three can be seen in the queue. The batch bounds what a crash can repeat.',
  steps: [
    during(stopped('shipping'), [during(relayHeld(), [orders(3), stepRelay(2), stepRelay(2), stepRelay(2)])]),
    settled(),
  ],
  expect: [...wholeShop, relayBatches([2, 1, 0]), eventsQueued(3)],
});
