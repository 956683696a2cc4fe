import { duplicateAbsorbed } from '../invariants/duplicate-absorbed.ts';
import { recoversWithin } from '../invariants/recovers-within.ts';
import { wholeShop } from '../invariants/whole-shop.ts';
import { republishing } from '../model/fault.ts';
import { defineScenario, during, orders, seconds, settled, tapped } from '../model/scenario.ts';

export const duplicateDelivery = defineScenario({
  name: 'duplicate-delivery',
  obligation: 'an event that is sent twice ships once',
  lesson:
    'Between the publish and the mark in the outbox the relay can fail, and nobody knows then whether the event left. ' +
    'It publishes again: at least once is all that an outbox can promise. The copy has the same message id, ' +
    'and the inbox, written in one transaction with the shipment, knows that id and skips it.',
  steps: [tapped([during(republishing(), [orders(40)]), settled()])],
  expect: [...wholeShop, duplicateAbsorbed, recoversWithin(seconds(10))],
});
