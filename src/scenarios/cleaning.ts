import { duplicateAbsorbed } from '../invariants/duplicate-absorbed.ts';
import { sentRowsCleaned } from '../invariants/sent-rows-cleaned.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { configured, relayHeld, republishing } from '../model/fault.ts';
import {
  defineScenario,
  during,
  hold,
  orders,
  seconds,
  settled,
  stepRelay,
  tapped,
} from '../model/scenario.ts';

export const cleaning = defineScenario({
  name: 'cleaning',
  obligation: 'the outbox forgets what it sent, never what it did not, and the inbox remembers for longer',
  lesson:
    'Outbox and inbox grow for ever unless somebody cleans. The age of a row says nothing: one that waited out a long outage ' +
    'is old and unsent. So rows are deleted by the time of their sending. The inbox must remember for longer than the outbox ' +
    'can repeat itself: here an event is published, its mark fails, and its copy comes after an outage longer than ' +
    "the outbox's retention. Rows that are gone are no evidence either way; the orders and their shipments are.",
  steps: [
    during(configured({ OUTBOX_RETENTION_MS: '2000', INBOX_RETENTION_MS: '60000' }), [
      orders(20),
      settled(),
      tapped([
        during(relayHeld(), [during(republishing(), [orders(3), stepRelay(1)]), hold(seconds(6))]),
        settled(),
      ]),
      orders(3),
      settled(),
    ]),
  ],
  expect: [...wholeShop, sentRowsCleaned, duplicateAbsorbed],
});
