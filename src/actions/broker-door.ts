import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib';
import { comparableId } from '../model/comparable-id.ts';
import type { Delivery, PlantedPoison } from '../model/deed.ts';
import { exactJson } from '../model/exact-json.ts';

/** Where a shop's events are on the wire. */
export interface EventRoute {
  readonly brokerUrl: string;
  readonly exchange: string;
  /** Only what shipping is subscribed to: a queue bound to more would make unroutable events routable. */
  readonly routingKey: string;
  /**
   * What a tap shows beside it: events that nobody is subscribed to. While it is open the broker finds a queue for them,
   * so a scenario about unroutable events must not tap.
   */
  readonly alsoTapped?: readonly string[];
  /** Path of the event's id in the message's JSON; the message id when absent. */
  readonly id?: string | undefined;
  /** Path of the order's id in the message's JSON. */
  readonly order: string;
}

/** With the queue that poison is put into. */
export interface QueueRoute extends EventRoute {
  readonly queue: string;
}

const heartbeatSeconds = 10;
const connectWithinMs = 5000;

/** Publishes a message that shipping can never process, straight to its queue, and waits for the confirm. */
export async function plantMessage(
  route: QueueRoute,
  what: 'not-json' | 'no-message-id',
  key: string,
): Promise<PlantedPoison> {
  const connection = await openConnection(route.brokerUrl);
  try {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => {});
    const isJson = what === 'no-message-id';
    const content = Buffer.from(
      isJson ? JSON.stringify({ orderId: key, customer: key }) : '{"this is": not JSON',
    );
    const id = isJson ? {} : { messageId: key };
    await publish(channel, route.queue, content, {
      ...id,
      persistent: true,
      contentType: 'application/json',
    });
    const detail = isJson ? 'a message without an id' : 'a message that is not JSON';
    return { kind: 'poison-planted', where: 'queue', detail, ...(isJson ? {} : { id: key }) };
  } finally {
    await connection.close().catch(() => {});
  }
}

function publish(channel: ConfirmChannel, queue: string, content: Buffer, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.sendToQueue(queue, content, options, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Writes down every event that goes to shipping, and those of `alsoTapped`, from an exclusive queue of its own beside the shop's.
 * It ends quietly with the broker: a tap is for scenarios that leave the broker alone.
 */
export async function tapEvents(
  route: EventRoute,
  onDelivery: (delivery: Delivery) => void,
): Promise<{ close(): Promise<void> }> {
  const connection = await openConnection(route.brokerUrl);
  try {
    const stopConsuming = await consumeBeside(connection, route, onDelivery);
    return { close: () => stopConsuming().catch(() => {}) };
  } catch (error) {
    await connection.close().catch(() => {});
    throw error;
  }
}

async function consumeBeside(
  connection: ChannelModel,
  route: EventRoute,
  onDelivery: (delivery: Delivery) => void,
): Promise<() => Promise<void>> {
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
  for (const key of [route.routingKey, ...(route.alsoTapped ?? [])]) {
    await channel.bindQueue(queue, route.exchange, key);
  }
  const { consumerTag } = await channel.consume(
    queue,
    (message) => message && onDelivery(deliveryOf(message, route)),
    { noAck: true },
  );
  return async () => {
    // The answer to it comes after every delivery that is on its way: the last event is seen, too.
    await channel.cancel(consumerTag);
    await connection.close();
  };
}

/** What a message says of its event and its order, each id with all its digits. */
export function deliveryOf(
  { properties, content, fields }: ConsumeMessage,
  { id, order }: EventRoute,
): Delivery {
  const body = exactJson(content.toString());
  const orderId = textAt(body, order);
  const eventId = id === undefined ? String(properties.messageId ?? '') : (textAt(body, id) ?? '');
  return {
    messageId: comparableId(eventId),
    type: String(properties.type ?? fields.routingKey),
    ...(orderId === undefined ? {} : { orderId: comparableId(orderId) }),
  };
}

function textAt(body: unknown, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      body,
    );
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

export async function openConnection(url: string): Promise<ChannelModel> {
  const withHeartbeat = new URL(url);
  withHeartbeat.searchParams.set('heartbeat', String(heartbeatSeconds));
  const connection = await connect(withHeartbeat.href, { timeout: connectWithinMs });
  connection.on('error', () => {});
  return connection;
}
