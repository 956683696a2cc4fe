import { eventsInOrder } from '../../invariants/events-in-order.ts';
import { noGhostShipments } from '../../invariants/no-ghost-shipments.ts';
import { noLostOrders } from '../../invariants/no-lost-orders.ts';
import { outboxDrained } from '../../invariants/outbox-drained.ts';
import { publishedAboutOnce } from '../../invariants/published-about-once.ts';
import { unroutablePasses } from '../../invariants/unroutable-passes.ts';
import { brokerAlarm } from '../../scenarios/broker-alarm.ts';
import { brokerHang } from '../../scenarios/broker-hang.ts';
import { brokerOutage } from '../../scenarios/broker-outage.ts';
import { brokerRestart } from '../../scenarios/broker-restart.ts';
import { lateCommit } from '../../scenarios/late-commit.ts';
import { poison } from '../../scenarios/poison.ts';
import { relayCrash } from '../../scenarios/relay-crash.ts';
import { sagaCrash } from '../../scenarios/saga-crash.ts';
import { unroutable } from '../../scenarios/unroutable.ts';
import type { KnownDefect } from '../known-defect.ts';

/** What is got wrong between the commit of an order and its event's arrival at the broker: outbox, relay, publisher. */
export const relayDefects: readonly KnownDefect[] = [
  {
    name: 'save-then-publish',
    mechanism:
      'There is no outbox: the order is committed and its event published after that, so a crash between the two loses the event for good.',
    exposure:
      'The process kills itself right after a commit that confirms an order; the order stays confirmed and never ships.',
    reports: ['pitstop #91', 'ods #285', 'bunmail #184'],
    exposedBy: [
      { scenario: sagaCrash, promise: noLostOrders, finding: 'lost', needs: 'crash point orders.after-save' },
    ],
  },
  {
    name: 'publish-then-save',
    mechanism:
      'There is no outbox: the event is published and the order committed after that, so a crash or a rollback between the two ships an order that is not.',
    exposure:
      'The process kills itself after the publish and before the commit; the order is cancelled by recovery and ships all the same.',
    reports: ['CAP #118', 'MassTransit #1627'],
    exposedBy: [
      {
        scenario: sagaCrash,
        promise: noGhostShipments,
        finding: 'ghost',
        needs: 'crash point orders.before-commit',
      },
    ],
  },
  {
    name: 'mark-before-publish',
    mechanism:
      'The relay marks rows as sent and publishes them after that, which makes of at least once at most once: what goes wrong after the mark is never tried again.',
    exposure:
      'The broker hangs with publishes under way and is killed; or, with the shop’s help, the relay dies between the mark and the publish.',
    reports: ['NServiceBus #6308', 'EcoTask-backend #57'],
    exposedBy: [
      { scenario: brokerHang, promise: noLostOrders, finding: 'lost' },
      {
        scenario: relayCrash,
        promise: noLostOrders,
        finding: 'lost',
        needs: 'crash point relay.before-publish',
      },
    ],
  },
  {
    name: 'no-confirms',
    mechanism:
      'The relay marks a row as soon as the publish has returned, when the event is no further than a buffer on its way to the broker.',
    exposure:
      'The broker hangs and is killed: the publishes to it returned, and nobody read them. An orderly stop loses nothing, as the shop knows then that the broker is away.',
    reports: ['spring-modulith #1727', 'orb #1290', 'hutch #115', 'rabbitmq-c #362'],
    exposedBy: [{ scenario: brokerHang, promise: noLostOrders, finding: 'lost' }],
    survives: [brokerOutage],
  },
  {
    name: 'no-confirm-timeout',
    mechanism:
      'The relay waits for a confirm without a limit and without noticing that its channel is gone, so one confirm that never comes stops it for ever.',
    exposure:
      'The broker hangs with a publish under way and is killed; it is back, connected, and the outbox only grows. A stop with nothing under way does it no harm.',
    reports: ['amqplib #530', 'amqplib #419', 'spring-amqp #916'],
    exposedBy: [{ scenario: brokerHang, promise: noLostOrders, finding: 'stuck' }],
    survives: [brokerOutage],
  },
  {
    name: 'mandatory-stuck',
    mechanism:
      'Events are published as mandatory and a returned one counts as not sent, so the first event that nobody has subscribed to is retried at the head for ever.',
    exposure:
      'Orders are cancelled, which no queue of this shop wants to know; everything behind the first cancellation waits.',
    reports: ['bucky #67', 'valtimo-backend-libraries #993'],
    exposedBy: [{ scenario: unroutable, promise: unroutablePasses, finding: 'stuck' }],
  },
  {
    name: 'poison-row-blocks',
    mechanism:
      'One row that can never be published fails its whole batch, which is rolled back and tried again as it was.',
    exposure:
      'A row whose type is too long for a routing key is put into the outbox; the orders behind it are confirmed and never ship.',
    reports: ['MassTransit #6216'],
    exposedBy: [{ scenario: poison, promise: outboxDrained, finding: 'stuck' }],
  },
  {
    name: 'retry-cap',
    mechanism:
      'A publish that failed because the broker is away counts against the event, which is given up after five tries, a few seconds later.',
    exposure:
      'The broker is stopped for longer than the tries last; the events of that time are set aside as failed, and nobody sends them when it is back.',
    reports: ['SlimMessageBus #459', 'grabbit #203'],
    exposedBy: [{ scenario: brokerOutage, promise: noLostOrders, finding: 'given up' }],
  },
  {
    name: 'no-claim',
    mechanism:
      'Every instance relays and none locks the rows it takes, so whatever two of them see at the same time is published by both.',
    exposure:
      'Two instances wait for a broker that blocks publishers; when it takes messages again both send the whole backlog. The inbox absorbs the copies, so only the wire shows it.',
    reports: ['sample-dotnet-core-cqrs-api #15'],
    exposedBy: [{ scenario: brokerAlarm, promise: publishedAboutOnce(0.2), finding: 'storm' }],
    scale: { orders: 2 },
  },
  {
    name: 'relay-reorders',
    mechanism:
      'Several publishers work side by side without keeping the events of one order together, so the cancellation of an order overtakes its confirmation.',
    exposure:
      'The relay is held until confirmations and cancellations of the same orders wait together, and let go.',
    reports: ['transaction-outbox #198', 'sample-dotnet-core-cqrs-api #15'],
    exposedBy: [
      { scenario: unroutable, promise: eventsInOrder, finding: 'reordered', needs: 'switch RELAY_PAUSED' },
    ],
  },
  {
    name: 'serial-cursor',
    mechanism:
      'The relay reads on behind the highest number it has sent, and never sees a row whose transaction took its number early and committed late.',
    exposure:
      'One commit at a time is delayed in the database, while others overtake it; the late events stay unsent for ever.',
    reports: ['eventuous #222', 'NEventStore #425'],
    exposedBy: [{ scenario: lateCommit, promise: noLostOrders, finding: 'stuck' }],
  },
  {
    name: 'stale-claims',
    mechanism:
      'A relay writes into a row that it is the relay’s, and nobody takes back what a relay that died had claimed.',
    exposure: 'The relay kills itself with rows claimed and unsent; they are nobody’s after the restart.',
    reports: ['wolverine #565', 'wolverine #1825'],
    exposedBy: [
      {
        scenario: relayCrash,
        promise: noLostOrders,
        finding: 'stuck',
        needs: 'crash point relay.before-publish',
      },
    ],
  },
  {
    name: 'backlog-forgotten',
    mechanism:
      'After a reconnect the relay sends what comes in from then on, and leaves what waited meanwhile to the next start of the process.',
    exposure:
      'The broker is stopped and started; the orders of the outage stay unsent, while younger ones ship as if nothing were wrong.',
    reports: ['wolverine #1430', 'wolverine #1514', 'jasper #424'],
    exposedBy: [{ scenario: brokerOutage, promise: noLostOrders, finding: 'stuck' }],
  },
  {
    name: 'transient',
    mechanism:
      'Messages are not persistent and their queue is a classic one: the broker confirms them, and forgets them when it restarts.',
    exposure:
      'The broker is restarted in good order while events wait in the queue for a consumer that is away.',
    reports: ['openintegrationhub #1473', 'w3act #293', 'rasa #5139'],
    exposedBy: [{ scenario: brokerRestart, promise: noLostOrders, finding: 'lost' }],
  },
  {
    name: 'blocked-is-success',
    mechanism:
      'A publish to a connection that the broker has blocked is taken for sent, though it is in a buffer of the process and the broker reads nothing.',
    exposure:
      'The broker runs short of memory, blocks its publishers, and dies before it takes messages again.',
    reports: ['rabbitmq-server #23', 'rabbitmq-erlang-client #93', 'AMQP-CPP #443'],
    exposedBy: [{ scenario: brokerAlarm, promise: noLostOrders, finding: 'lost' }],
    survives: [brokerHang],
  },
  {
    name: 'cleanup-deletes-unsent',
    mechanism: 'The retention deletes outbox rows by their age alone, sent or not.',
    exposure:
      'The broker is away for longer than the retention, here 5 s; the orders of the outage are confirmed, and there is no event for them any more.',
    reports: ['postal #353'],
    exposedBy: [{ scenario: brokerOutage, promise: noLostOrders, finding: 'lost' }],
    settings: { OUTBOX_RETENTION_MS: '5000' },
  },
];
