import { boundedRedeliveries } from '../../invariants/bounded-redeliveries.ts';
import { noDoubleShipments } from '../../invariants/no-double-shipments.ts';
import { noLostOrders } from '../../invariants/no-lost-orders.ts';
import { brokerCrash } from '../../scenarios/broker-crash.ts';
import { brokerEmpty } from '../../scenarios/broker-empty.ts';
import { brokerOutage } from '../../scenarios/broker-outage.ts';
import { cleaning } from '../../scenarios/cleaning.ts';
import { consumerCrash } from '../../scenarios/consumer-crash.ts';
import { duplicateDelivery } from '../../scenarios/duplicate-delivery.ts';
import { poison } from '../../scenarios/poison.ts';
import type { KnownDefect } from '../known-defect.ts';

/** What is got wrong between the broker and a shipment: the link to it, the consumer, the inbox. */
export const consumerDefects: readonly KnownDefect[] = [
  {
    name: 'no-reconnect',
    mechanism:
      'Relay and consumer wait for the broker when they start, and take the end of their connection for the end: it is never opened again, and a restart of the shop is the only cure.',
    exposure:
      'The broker is killed for 5 s under load and comes back; the shop goes on taking orders, and their events stay unsent.',
    reports: ['rabbitmq-tutorials #78', 'streadway/amqp #169', 'pika #1339', 'cocorico #53'],
    exposedBy: [{ scenario: brokerCrash, promise: noLostOrders, finding: 'stuck' }],
  },
  {
    name: 'reconnect-on-error-only',
    mechanism:
      'The shop connects again when its connection reports an error, and a broker that is stopped as for any update causes none: it says goodbye, and the connection closes.',
    exposure:
      'The broker is stopped for 15 s and started again; what was ordered meanwhile stays unsent, while the same shop is whole after a kill.',
    reports: ['node-amqp-connection-manager #8', 'amqp-ts #27', 'amqplib #199'],
    exposedBy: [{ scenario: brokerOutage, promise: noLostOrders, finding: 'stuck' }],
    survives: [brokerCrash],
  },
  {
    name: 'no-resubscribe',
    mechanism:
      'The consumer connects again and opens its channel, and nobody subscribes on it: every check of the link says that it is up, and the queue grows.',
    exposure:
      'The broker is killed and comes back; events are sent again and wait in a queue where nobody consumes.',
    reports: ['rascal #175', 'james-project #516', 'nitro-plugins #84', 'fedora-messaging #208'],
    exposedBy: [{ scenario: brokerCrash, promise: noLostOrders, finding: 'stuck' }],
  },
  {
    name: 'topology-once',
    mechanism:
      'Exchange, queue and binding are declared on the first connection only: they outlive a restart of the broker, but after a failover to an empty one neither side gets any further.',
    exposure:
      'The broker comes back without its data; what was ordered meanwhile stays unsent, while the same shop is whole after a kill that leaves the data alone.',
    reports: ['mule-transport-amqp #115', 'node-amqp #221', 'wascally #130'],
    exposedBy: [{ scenario: brokerEmpty, promise: noLostOrders, finding: 'stuck' }],
    survives: [brokerCrash],
  },
  {
    name: 'no-inbox',
    mechanism:
      'The consumer ships on every delivery, though outbox and broker promise no more than at least once: now and then an order ships twice.',
    exposure: 'The relay fails between a publish and its mark, and sends the event again; it ships again.',
    reports: ['CAP #189', 'broadway_rabbitmq #6', 'symfony #65918', 'MassTransit #563'],
    exposedBy: [
      {
        scenario: duplicateDelivery,
        promise: noDoubleShipments,
        finding: 'duplicated',
        needs: 'switch OUTBOX_FAIL_AFTER_PUBLISH',
      },
    ],
  },
  {
    name: 'inbox-outside-tx',
    mechanism:
      'Inbox row and shipment are two transactions, so a crash between them leaves a message that counts as processed and was not: its redelivery is skipped as a duplicate.',
    exposure:
      'The consumer kills itself right after its first commit; the message comes again, the inbox knows it, and nothing ships.',
    reports: ['wolverine #1677', 'eventuate-tram-core #48', 'NServiceBus #5557'],
    exposedBy: [
      {
        scenario: consumerCrash,
        promise: noLostOrders,
        finding: 'lost',
        needs: 'crash point shipping.after-commit',
      },
    ],
    survives: [duplicateDelivery],
  },
  {
    name: 'inbox-in-memory',
    mechanism:
      'The consumer remembers in memory what it has shipped, and forgets it when it dies, which is just what makes the broker deliver again.',
    exposure:
      'The consumer kills itself between commit and ack, and the message ships again; a copy that comes to the same process does not.',
    reports: ['wolverine #3710', 'instar #987'],
    exposedBy: [
      {
        scenario: consumerCrash,
        promise: noDoubleShipments,
        finding: 'duplicated',
        needs: 'crash point shipping.after-commit',
      },
    ],
    survives: [duplicateDelivery],
  },
  {
    name: 'inbox-cleaned-early',
    mechanism:
      'The inbox forgets ids sooner than a copy can come: the broker delivers again at once, but a relay that could not mark a row sends it again when it can, and that may be hours later.',
    exposure:
      'An event is published, its mark fails, and the relay stands still for 6 s; the copy ships again.',
    reports: ['wolverine #1725', 'docs.particular.net #3947', 'CAP #339', 'dex-common #232'],
    exposedBy: [
      {
        scenario: cleaning,
        promise: noDoubleShipments,
        finding: 'duplicated',
        needs: 'switches OUTBOX_FAIL_AFTER_PUBLISH and RELAY_PAUSED',
      },
    ],
  },
  {
    name: 'ack-before-commit',
    mechanism:
      'The consumer acks a delivery and works on it after that, so what fails then, by a crash or because the database is away, is done for the broker and never comes again.',
    exposure: 'The consumer kills itself right before its commit; the event is in no queue and no inbox.',
    reports: ['celery #14', 'wolverine #1708', 'alpakka #97', 'reactive-rabbit #13'],
    exposedBy: [
      {
        scenario: consumerCrash,
        promise: noLostOrders,
        finding: 'lost',
        needs: 'crash point shipping.before-commit',
      },
    ],
  },
  {
    name: 'requeue-hot-loop',
    mechanism:
      'What can never be processed is given back to its queue, and comes again at once: it goes round thousands of times a second, at the cost of the broker, the consumer and every other message.',
    exposure:
      'A message that is not JSON and one without an id are put into the queue; the broker’s own count of redeliveries explodes.',
    reports: ['watermill #184', 'spring-amqp #2437', 'rabbitmq-server #1020', 'amqplib #293'],
    exposedBy: [{ scenario: poison, promise: boundedRedeliveries(20), finding: 'storm' }],
  },
];
