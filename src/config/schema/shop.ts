import { z } from 'zod';
import { order, statuses } from './order.ts';
import { probes } from './probes.ts';
import { targets } from './targets.ts';
import { amqpUrl, duration, httpUrl, jsonPath, text } from './values.ts';

const events = z.strictObject(
  {
    exchange: text('the exchange that events are published to'),
    routingKey: text('the routing key of events that have an effect').default('#'),
    id: jsonPath.optional().describe("the event's id in the message; absent: the message id of AMQP"),
    order: jsonPath.describe("the order's id in the message"),
  },
  '{ exchange, routingKey, order }',
);

const broker = z.strictObject(
  {
    url: amqpUrl.optional(),
    management: httpUrl.optional().describe('the management API; says what is unacked'),
    queues: z
      .array(text('the name of a queue'), 'names of queues')
      .default([])
      .describe('queues to look into; the timeline shows the first'),
    events: events.optional().describe('where events are on the wire: needed for duplicate-delivery'),
  },
  '{ url, management, queues }',
);

/** The whole of `shopctl.config.yaml`, as it is written. */
export const shopSchema = z.strictObject(
  {
    $schema: z.string('the address of a JSON schema, or leave it out').optional(),
    url: httpUrl.optional().describe("the shop's public door; absent: that of `order.url`"),
    order,
    statuses: statuses.describe('words of the shop for where an order is'),
    probes,
    broker: broker.optional(),
    targets: targets.describe('what can be broken, and how it is reached'),
    settle: duration
      .default(90_000)
      .describe('how long everything may take to arrive at the end; ends early when it has'),
    yes: z.boolean('true or false').default(false).describe('orders may go to another machine'),
  },
  'a config: { order, probes, broker, targets }',
);

export type ShopInput = z.input<typeof shopSchema>;
export type ShopParsed = z.output<typeof shopSchema>;

/** The published JSON Schema, as `schema/shopctl.config.schema.json` holds it. */
export function configJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(shopSchema, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema,
    title: 'shopctl config',
    description: 'shopctl.config.yaml, .json or .mjs: what shopctl has to know of a shop to check it.',
    ...rest,
  };
}
