import { get } from 'node:http';
import { connect } from 'amqplib';
import pg from 'pg';
import type { PartProbe } from './state-schema.ts';

/** Protocol-level sign of life. Never rejects: whatever goes wrong means that it does not answer. */
export async function answersProbe(probe: PartProbe, timeoutMs: number): Promise<boolean> {
  switch (probe.kind) {
    case 'postgres':
      return postgresAnswers(probe.url, timeoutMs);
    case 'amqp':
      return brokerAnswers(probe.url, probe.nodeName, timeoutMs);
    case 'http':
      return httpAnswers(probe.live, timeoutMs);
  }
}

/** As `answersProbe`, and for services their own word on whether they are fit for work. */
export async function readyProbe(probe: PartProbe, timeoutMs: number): Promise<boolean> {
  return probe.kind === 'http' ? httpAnswers(probe.ready, timeoutMs) : answersProbe(probe, timeoutMs);
}

async function postgresAnswers(url: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'shopctl probe',
  });
  client.on('error', () => undefined);
  try {
    return await within(timeoutMs, async () => {
      await client.connect();
      await client.query('select 1');
      return true;
    });
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * A connect alone is not enough: it succeeds while the node still boots, and another broker may hold the port. So a
 * publish must be confirmed, and by the node with the given name (the part before `@`; empty accepts any).
 */
export async function brokerAnswers(url: string, nodeName: string, timeoutMs: number): Promise<boolean> {
  let close = () => {};
  try {
    return await within(timeoutMs, async () => {
      const connection = await connect(url, { timeout: timeoutMs });
      close = () => void connection.close().catch(() => undefined);
      connection.on('error', () => undefined);
      const cluster: unknown = connection.connection.serverProperties['cluster_name'];
      if (nodeName !== '' && typeof cluster === 'string' && !cluster.startsWith(`${nodeName}@`)) return false;
      const channel = await connection.createConfirmChannel();
      channel.on('error', () => undefined);
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
      await new Promise<void>((done, failed) => {
        channel.sendToQueue(queue, Buffer.from('probe'), {}, (error) => (error ? failed(error) : done()));
      });
      return true;
    });
  } catch {
    return false;
  } finally {
    close();
  }
}

/** True when `url` answered 2xx within the limit. */
export async function httpAnswers(url: string, timeoutMs: number): Promise<boolean> {
  return new Promise((done) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      response.resume();
      done(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300);
    });
    request.on('error', () => done(false));
  });
}

async function within<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error('no answer in time')), timeoutMs);
  });
  try {
    const running = work();
    running.catch(() => undefined);
    return await Promise.race([running, limit]);
  } finally {
    clearTimeout(timer);
  }
}
