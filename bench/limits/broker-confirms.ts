import { type ConfirmChannel, connect } from 'amqplib';
import type { Bench } from '../measurement.ts';

const queue = 'bench.confirms';
const body = Buffer.alloc(200, 'x');
/** Unconfirmed messages at a time. */
const window = 500;

/** @returns persistent messages per second into a quorum queue of the shop's own broker, pipelined, all confirmed */
export async function brokerConfirms({ stack, quick, signal, say }: Bench): Promise<number> {
  const url = (await stack()).addresses.broker;
  const count = quick ? 2_000 : 20_000;
  say('limit: confirms/s');
  const connection = await connect(url);
  connection.on('error', () => {});
  try {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => {});
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await publish(channel, window, signal);
    const startedMs = performance.now();
    await publish(channel, count, signal);
    const tookMs = performance.now() - startedMs;
    await channel.deleteQueue(queue);
    return count / (tookMs / 1000);
  } finally {
    await connection.close().catch(() => {});
  }
}

function publish(channel: ConfirmChannel, count: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let [sent, confirmed] = [0, 0];
    const onConfirm = (error: unknown) => {
      if (error || signal.aborted) return reject(error ?? signal.reason);
      if (++confirmed === count) return resolve();
      if (sent < count) send();
    };
    const send = () => {
      sent++;
      channel.sendToQueue(queue, body, { persistent: true }, onConfirm);
    };
    while (sent < Math.min(window, count)) send();
  });
}
