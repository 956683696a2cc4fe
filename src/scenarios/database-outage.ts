import { answersStayTrue } from '../invariants/answers-stay-true.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { killed, stopped } from '../model/fault.ts';
import { defineScenario, during, hold, ordersAt, seconds, settled, underLoad } from '../model/scenario.ts';

export const databaseOutage = defineScenario({
  name: 'database-outage',
  obligation: 'whatever clients were told while PostgreSQL was stopped or killed stays true',
  lesson:
    'Without its database the shop cannot take orders, and says so: 503 where it is certain that nothing was ' +
    'written, 500 where a commit was under way and nobody can know. What was confirmed before is on disk, outbox row and ' +
    'all. Orders caught between two steps of their saga are finished by recovery after 10 s. ' +
    'The counts show ? meanwhile: unknown is not zero.',
  steps: [
    underLoad(ordersAt(10, seconds(5)), [hold(seconds(1)), during(stopped('postgres'), [hold(seconds(2))])]),
    settled(),
    underLoad(ordersAt(10, seconds(5)), [hold(seconds(1)), during(killed('postgres'), [hold(seconds(2))])]),
    settled(),
  ],
  expect: [...wholeShop, answersStayTrue, recoversWithin(seconds(20))],
});
