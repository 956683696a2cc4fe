import { Agent, request } from 'undici';
import { within } from './time-limit.ts';

export interface HttpReply {
  readonly status: number;
  readonly body: string;
}

/** Reads pages of the shop's and the broker's own doors. */
export interface HttpReader {
  /**
   * @param url may hold credentials; they are sent as basic authorization
   * @throws NoAnswer when it takes longer, and the connection's errors
   */
  get(url: URL, withinMs: number): Promise<HttpReply>;
  close(): Promise<void>;
}

/** More is no health page, no queue and no metrics. */
const bodyMaxBytes = 4_000_000;

export function openHttpReader(): HttpReader {
  const agent = new Agent({ connections: 2, maxResponseSize: bodyMaxBytes, connect: { timeout: 2000 } });
  return {
    async get(url, withinMs) {
      const stop = new AbortController();
      const work = read(url, stop.signal, agent);
      try {
        return await within(withinMs, work);
      } catch (error) {
        stop.abort();
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

async function read(url: URL, signal: AbortSignal, dispatcher: Agent): Promise<HttpReply> {
  const { username, password } = url;
  const headers = username === '' ? {} : { authorization: basic(username, password) };
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  const reply = await request(plain, { dispatcher, signal, headers });
  return { status: reply.statusCode, body: await reply.body.text() };
}

function basic(username: string, password: string): string {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
