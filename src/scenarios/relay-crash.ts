import { duplicateAbsorbed } from '../invariants/duplicate-absorbed.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { crashing } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled, tapped } from '../model/scenario.ts';

export const relayCrash = defineScenario({
  name: 'relay-crash',
  obligation: 'a relay that dies right before or right after its publish loses no event and ships none twice',
  lesson:
    'Before the publish, the row is still unsent and goes out after the restart. After the publish and before the mark it ' +
    'is unsent as well, so it goes out a second time and the inbox skips the copy. No order of the two steps is ' +
    'free of a crash in between: publish first, mark then, is the one that loses nothing. ' +
    'Orders that were under way in the dead process have no answer; each is looked up by its key.',
  steps: [
    tapped([
      orders(10),
      settled(),
      during(crashing('orders', 'relay.after-publish'), [orders(10, { pauseMs: 200 })]),
      settled(),
      during(crashing('orders', 'relay.before-publish'), [orders(10, { pauseMs: 200 })]),
      settled(),
    ]),
  ],
  // An order in the middle of its saga belongs to nobody for 10 s, before recovery takes it.
  expect: [...wholeShop, duplicateAbsorbed, recoversWithin(seconds(20))],
});
