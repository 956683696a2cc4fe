import { catalogueServed } from '../invariants/catalogue-served.ts';
import { failsFast } from '../invariants/fails-fast.ts';
import { nothingHalfDone } from '../invariants/nothing-half-done.ts';
import { saysWhy } from '../invariants/says-why.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { stopped } from '../model/fault.ts';
import { browsing, defineScenario, during, orders, seconds, untilConfirmed } from '../model/scenario.ts';

const reason = 'InventoryUnavailable';

export const inventoryOutage = defineScenario({
  name: 'inventory-outage',
  obligation: 'without inventory the shop still shows its catalogue, and refuses orders at once and cleanly',
  lesson:
    'Not every part that is away stops the shop. The catalogue may be a little old, so the gateway serves the last one ' +
    'it knows and says that it is stale. An order may not: nobody can promise stock that nobody can reserve. It is ' +
    'refused before anything of it is written, so there is nothing to compensate: no order, no reservation, no charge. ' +
    'And it is refused at once: the shop knows that inventory is away, and does not let each customer find out by ' +
    'waiting.',
  steps: [
    browsing(),
    orders(5),
    during(stopped('inventory'), [browsing(2), orders(20, { pauseMs: 50 }), browsing(2)]),
    untilConfirmed({ withinMs: seconds(10) }),
    browsing(),
    orders(5),
  ],
  expect: [
    ...wholeShop,
    catalogueServed,
    saysWhy([reason]),
    // An order that waited for inventory would wait for its connection: seconds.
    failsFast(500, { reason, when: 'while inventory is away' }),
    nothingHalfDone(reason),
  ],
});
