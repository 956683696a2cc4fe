import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { QueueCount } from '../model/sample.ts';
import { openAmqpQueues } from './amqp-queues.ts';
import { type HttpReader, openHttpReader } from './http-get.ts';

export interface BrokerAddress {
  /** `amqp://USER:PASSWORD@HOST:PORT/VHOST` */
  readonly brokerUrl?: string | undefined;
  /** `http://USER:PASSWORD@HOST:15672` of the management API. */
  readonly managementUrl?: string | undefined;
}

export interface Broker {
  /**
   * Counts of a queue; `null` when the broker does not answer in time or has no such queue. Ready messages and
   * consumers are live where AMQP can be asked: the management API lags up to seconds behind, and says only what
   * AMQP cannot, the unacknowledged messages. Never rejects.
   */
  queue(name: string, withinMs: number): Promise<QueueCount | null>;
  /**
   * Redeliveries of a queue since the broker was started; `null` when the management API does not answer in time or has no
   * such queue, undefined where there is no management API. Never rejects.
   */
  redelivered(name: string, withinMs: number): Promise<number | null | undefined>;
  close(): Promise<void>;
}

/** @throws ShopctlError (usage) when an address is no URL of its kind */
export function openBroker(address: BrokerAddress): Broker {
  const { brokerUrl, managementUrl } = address;
  const amqp = brokerUrl === undefined ? undefined : openAmqpQueues(checked(brokerUrl, /^amqps?:$/).href);
  const management = managementUrl === undefined ? undefined : checked(managementUrl, /^https?:$/);
  const reader = openHttpReader();
  const vhost = vhostOf(brokerUrl);
  const pageOf = (name: string) => management && queuePage(management, vhost, name);
  return {
    async queue(name, withinMs) {
      const [live, lagging] = await Promise.all([
        settled(amqp?.look(name, withinMs)),
        settled(askManagement(reader, pageOf(name), withinMs, readQueuePage)),
      ]);
      if (live === undefined) return lagging ?? null;
      return { ...live, unacked: lagging?.unacked ?? null };
    },
    async redelivered(name, withinMs) {
      const page = pageOf(name);
      if (page === undefined) return undefined;
      return (await settled(askManagement(reader, page, withinMs, readRedelivered))) ?? null;
    },
    async close() {
      await Promise.all([amqp?.close(), reader.close()]);
    },
  };
}

async function askManagement<Reading>(
  reader: HttpReader,
  page: URL | undefined,
  withinMs: number,
  read: (body: string) => Reading,
): Promise<Reading | undefined> {
  if (page === undefined) return undefined;
  const { status, body } = await reader.get(page, withinMs);
  if (status !== 200) throw new Error(`management answered HTTP ${status}`);
  return read(body);
}

/**
 * Reads the management API's page of one queue.
 *
 * @throws Error when it does not hold the numbers: a queue just declared has none for some seconds, and they are not 0
 */
export function readQueuePage(body: string): QueueCount {
  const page: unknown = JSON.parse(body);
  const value = (field: string): number => {
    const found = (page as Record<string, unknown> | null)?.[field];
    if (typeof found !== 'number') throw new Error(`no ${field} on the page of the queue`);
    return found;
  };
  return {
    ready: value('messages_ready'),
    unacked: value('messages_unacknowledged'),
    consumers: value('consumers'),
  };
}

/** The redeliveries on the management API's page of a queue; what never happened there is not counted on it. */
export function readRedelivered(body: string): number {
  const page = JSON.parse(body) as { readonly message_stats?: { readonly redeliver?: unknown } } | null;
  const redelivered = page?.message_stats?.redeliver ?? 0;
  if (typeof redelivered !== 'number')
    throw new Error('the redeliveries on the page of the queue are no number');
  return redelivered;
}

/** The page of one queue, below whatever path the management API has. */
export function queuePage(management: URL, vhost: string, queue: string): URL {
  const page = new URL(management);
  const prefix = page.pathname.replace(/\/+$/, '');
  page.pathname = `${prefix}/api/queues/${encodeURIComponent(vhost)}/${encodeURIComponent(queue)}`;
  if (page.username === '') {
    page.username = 'guest';
    page.password = 'guest';
  }
  return page;
}

/** An AMQP URL without a path means the vhost `/`. */
export function vhostOf(brokerUrl: string | undefined): string {
  const path = brokerUrl === undefined ? '' : new URL(brokerUrl).pathname.slice(1);
  return path === '' ? '/' : decodeURIComponent(path);
}

function checked(text: string, protocol: RegExp): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocol.test(url.protocol)) {
    throw new ShopctlError({
      message: `not a broker URL: ${text.slice(text.lastIndexOf('@') + 1)}`,
      hint: 'give the broker as amqp://USER:PASSWORD@HOST:PORT, its management API as http://USER:PASSWORD@HOST:PORT',
      exitCode: ExitCode.usage,
    });
  }
  return url;
}

async function settled<Result>(work: Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}
