import type { Duplex } from 'node:stream';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { within } from './time-limit.ts';

/** Live numbers of a queue, from the broker's own answer to a passive declare. */
export interface LiveQueueCount {
  readonly ready: number;
  readonly consumers: number;
}

export interface AmqpQueues {
  /** @throws NoAnswer when it takes longer, and the broker's errors (404: no such queue) */
  look(queue: string, withinMs: number): Promise<LiveQueueCount>;
  close(): Promise<void>;
}

const connectWithinMs = 2000;
const closeWithinMs = 500;
/** Notices a frozen or vanished broker within about 10 s instead of minutes. */
const heartbeatSeconds = 5;

/** Connects with the first look, and again with the next one after the broker was away. */
export function openAmqpQueues(brokerUrl: string): AmqpQueues {
  let connecting: Promise<ChannelModel> | undefined;
  // A channel for each queue: a missing queue closes the channel it was asked on.
  const channels = new Map<string, Promise<Channel>>();

  function connection(): Promise<ChannelModel> {
    if (connecting !== undefined) return connecting;
    const fresh = connect(withHeartbeat(brokerUrl), { timeout: connectWithinMs });
    const forget = () => {
      if (connecting !== fresh) return;
      connecting = undefined;
      channels.clear();
    };
    connecting = fresh;
    fresh.then((model) => model.on('error', forget).on('close', forget), forget);
    return fresh;
  }

  function channelFor(queue: string): Promise<Channel> {
    const known = channels.get(queue);
    if (known !== undefined) return known;
    const fresh = connection().then((model) => model.createChannel());
    const forget = () => {
      if (channels.get(queue) === fresh) channels.delete(queue);
    };
    channels.set(queue, fresh);
    fresh.then((channel) => channel.on('error', forget).on('close', forget), forget);
    return fresh;
  }

  async function ask(queue: string): Promise<LiveQueueCount> {
    const channel = await channelFor(queue);
    const { messageCount, consumerCount } = await channel.checkQueue(queue);
    return { ready: messageCount, consumers: consumerCount };
  }

  return {
    look: (queue, withinMs) => within(withinMs, ask(queue)),
    async close() {
      const open = connecting;
      connecting = undefined;
      channels.clear();
      if (open !== undefined) await closeConnection(open);
    },
  };
}

async function closeConnection(open: Promise<ChannelModel>): Promise<void> {
  const goodbye = open.then(sayGoodbye, () => {});
  // A connection still being made ends by its own limit, or is closed as soon as it is there.
  await within(closeWithinMs, goodbye).catch(() => {});
}

async function sayGoodbye(model: ChannelModel): Promise<void> {
  try {
    await within(closeWithinMs, model.close());
  } catch {
    // A frozen broker never answers the goodbye, and the socket would keep this process alive until the heartbeat
    // fails. The socket is there, though not in the types.
    (model.connection as { readonly stream?: Duplex }).stream?.destroy();
  }
}

function withHeartbeat(brokerUrl: string): string {
  const url = new URL(brokerUrl);
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(heartbeatSeconds));
  return url.href;
}
