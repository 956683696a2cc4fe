import { boundedRedeliveries } from '../invariants/bounded-redeliveries.ts';
import { consumersBack } from '../invariants/consumers-back.ts';
import { poisonSetAside } from '../invariants/poison-set-aside.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { defineScenario, orders, poison as plant, settled } from '../model/scenario.ts';

export const poison = defineScenario({
  name: 'poison',
  obligation: 'what can never be processed stands aside, and every order behind it flows',
  lesson:
    'A message that nobody can read fails the same way each time. Requeued, it goes round for ever and starves the others; so ' +
    'the consumer rejects it and the broker moves it to the dead-letter queue, for a person to look at. ' +
    'The same holds one step earlier: a row that cannot be published is parked after a few tries, or it would block the relay.',
  steps: [
    orders(10),
    settled(),
    plant('not-json'),
    plant('no-message-id'),
    plant('outbox-row'),
    orders(20),
    settled(),
  ],
  // RabbitMQ 4 sets a message aside by itself after 20.
  expect: [...wholeShop, poisonSetAside, boundedRedeliveries(20), consumersBack],
});
