import { everySagaEnds } from '../invariants/every-saga-ends.ts';
import { type ComparedShop, failsAsExpected } from '../invariants/fails-as-expected.ts';
import { moneyConserved } from '../invariants/money-conserved.ts';
import { noDoubleShipments } from '../invariants/no-double-shipments.ts';
import { stockConserved } from '../invariants/stock-conserved.ts';
import { worksAgain } from '../invariants/works-again.ts';
import { configured, crashing } from '../model/fault.ts';
import { defineScenario, during, orders, type Step, seconds, untilConfirmed } from '../model/scenario.ts';

const points = {
  'orders.before-commit': 'crash right before the commit',
  'orders.after-save': 'crash right after the commit',
};

const shops: readonly ComparedShop[] = [
  {
    name: 'save, then publish',
    defect: 'save-then-publish',
    fates: { 'orders.before-commit': 'whole', 'orders.after-save': 'lost event' },
  },
  {
    name: 'publish, then save',
    defect: 'publish-then-save',
    fates: { 'orders.before-commit': 'ghost event', 'orders.after-save': 'whole' },
  },
  { name: 'outbox', fates: { 'orders.before-commit': 'whole', 'orders.after-save': 'whole' } },
];

/** The first order of each three meets the crash; the others find the process dead. */
const crashes = (): Step[] =>
  Object.keys(points).flatMap((point) => [
    untilConfirmed({ withinMs: seconds(20) }),
    during(crashing('orders', point), [orders(3)]),
  ]);

export const dualWrite = defineScenario({
  name: 'dual-write',
  obligation: 'of three shops that crash at the same two points, only the one with an outbox stays whole',
  lesson:
    'An order belongs into the database and its event to the broker, and no transaction spans both. Whoever saves first ' +
    'and publishes then loses the event when the process dies in between: the order is confirmed, charged, and never ' +
    'ships. Whoever publishes first makes a ghost: the event is out, the order was never confirmed, and it ships all ' +
    'the same. Changing the order of the two only chooses the failure. The outbox writes the event into the same ' +
    'database, in the same transaction as the order, and sends it from there as often as it takes. Two of the ' +
    'three shops here are wrong on purpose; the run is held when each fails in its own way, and in no other.',
  steps: [
    ...shops.flatMap(({ defect }) =>
      defect === undefined ? crashes() : [during(configured({ SHOP_DEFECT: defect }), crashes())],
    ),
  ],
  expect: [
    failsAsExpected(shops, points),
    noDoubleShipments,
    everySagaEnds,
    moneyConserved,
    stockConserved,
    worksAgain,
  ],
});
