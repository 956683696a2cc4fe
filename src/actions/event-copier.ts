import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { type EventRoute, openConnection } from './broker-door.ts';

/** Where the first event goes a second time. */
export interface CopiedEvents {
  readonly copied: boolean;
  close(): Promise<void>;
}

/**
 * Listens beside the shop, and publishes the first event that it sees once more, as it is: the same message id, the same
 * body, through the same exchange. That is what a relay does that failed between its publish and its mark.
 *
 * @throws the broker's errors
 */
export async function openEventCopier(route: EventRoute): Promise<CopiedEvents> {
  const connection = await openConnection(route.brokerUrl);
  let copied = false;
  try {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => {});
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    await channel.bindQueue(queue, route.exchange, route.routingKey);
    let begun = false;
    const onMessage = (message: ConsumeMessage | null) => {
      if (message === null || begun) return;
      begun = true;
      publishAgain(channel, message).then(
        () => {
          copied = true;
        },
        () => {
          // Not confirmed is not copied: the next event is tried.
          begun = false;
        },
      );
    };
    await channel.consume(queue, onMessage, { noAck: true });
  } catch (error) {
    await connection.close().catch(() => {});
    throw error;
  }
  return {
    get copied() {
      return copied;
    },
    close: () => connection.close().catch(() => {}),
  };
}

function publishAgain(
  channel: ConfirmChannel,
  { fields, properties, content }: ConsumeMessage,
): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.publish(fields.exchange, fields.routingKey, content, properties, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}
