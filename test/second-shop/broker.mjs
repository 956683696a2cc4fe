import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'amqplib';

export const exchange = 'counter.news';
export const routingKey = 'purchase.paid';
export const queue = 'depot.parcels';

/**
 * Connects, declares what both sides need, and calls `use` with a confirm channel; `lost` when the connection is gone.
 * Tries again until it is there.
 */
export async function openBroker(url, { use, lost }) {
  for (;;) {
    try {
      const connection = await connect(`${url}?heartbeat=5`, { timeout: 2000 });
      connection.on('error', () => {});
      const channel = await connection.createConfirmChannel();
      channel.on('error', () => {});
      await channel.assertExchange(exchange, 'direct', { durable: true });
      await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
      await channel.bindQueue(queue, exchange, routingKey);
      connection.on('close', () => lost());
      await use(channel);
      return;
    } catch (error) {
      console.error('broker:', error.message);
      await sleep(500);
    }
  }
}
