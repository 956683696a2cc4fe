import { connect } from 'amqplib';
import { request } from 'undici';
import { ShopctlError } from '../errors.ts';
import { openAmqpQueues } from './amqp-queues.ts';
import { openDatabase } from './postgres.ts';
import { vhostOf } from './rabbitmq.ts';
import { within } from './time-limit.ts';

/* Single questions to a shop's servers, for `doctor`: each opens, asks, closes, and writes nothing. */

/** `HOST:PORT/VHOST`, fit for messages: without user and password. */
export function withoutUser(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** @throws the database's own errors; NoAnswer */
export async function databaseVersion(dsn: string, withinMs: number): Promise<string> {
  const rows = await askDatabase<{ server_version: string }>(dsn, 'show server_version', withinMs);
  return rows[0]?.server_version.split(' ')[0] ?? 'of unknown version';
}

async function askDatabase<Row extends object>(dsn: string, text: string, withinMs: number): Promise<Row[]> {
  const database = openDatabase(dsn, { readOnly: true });
  try {
    return await database.rows<Row>({ text, values: [] }, withinMs);
  } finally {
    await database.close();
  }
}

/**
 * Logs in over AMQP, and declares nothing.
 * @returns the broker and its version
 * @throws the broker's own errors; NoAnswer
 */
export async function brokerVersion(url: string, withinMs: number): Promise<string> {
  const connecting = connect(url, { timeout: withinMs });
  // One that comes when nobody waits any more is not left open.
  const closing = () => connecting.then((late) => late.close()).catch(() => {});
  try {
    const connection = await within(withinMs, connecting);
    connection.on('error', () => {});
    const { product, version } = connection.connection.serverProperties;
    return `${product} ${version} at ${withoutUser(url)}`;
  } finally {
    void closing();
  }
}

/** @throws the broker's own errors (404: no such queue); NoAnswer */
export async function queueCounts(url: string, queue: string, withinMs: number): Promise<string> {
  const queues = openAmqpQueues(url);
  try {
    const { ready, consumers } = await queues.look(queue, withinMs);
    const who = consumers === 1 ? '1 consumer' : `${consumers} consumers`;
    return `${ready} messages ready, ${who}`;
  } finally {
    await queues.close();
  }
}

/** @throws ShopctlError for an answer that is no success; the connection's errors */
export async function managementVersion(
  management: string,
  brokerUrl: string | undefined,
  withinMs: number,
): Promise<string> {
  const { status, text } = await askOnce(
    'GET',
    management,
    `api/queues/${encodeURIComponent(vhostOf(brokerUrl))}?page=1`,
    withinMs,
  );
  if (status === 200) return `answers at ${withoutUser(management)}`;
  throw new ShopctlError({
    message: `${withoutUser(management)} answered ${status}: ${text.slice(0, 200)}`,
    hint:
      status === 401
        ? 'user and password are in broker.management; guest may log in from its own machine only'
        : 'the user needs the tag "monitoring" or "management", and rights on the vhost',
  });
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly date: string | undefined;
}

/** @param base may hold credentials; they are sent as basic authorization. @throws the connection's errors */
export async function askOnce(
  method: 'GET' | 'HEAD',
  base: string,
  path: string,
  withinMs: number,
): Promise<Answer> {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const headers = user === '' ? {} : { authorization: `Basic ${credentials}` };
  const reply = await request(url, { method, headers, signal: AbortSignal.timeout(withinMs) });
  const date = reply.headers['date'];
  return {
    status: reply.statusCode,
    text: await reply.body.text(),
    date: date === undefined ? undefined : String(date),
  };
}
