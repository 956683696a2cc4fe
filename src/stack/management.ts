import { request } from 'undici';
import { ShopctlError } from '../errors.ts';

/** One question to the broker's HTTP API. */
export interface ManagementRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly withinMs: number;
}

/**
 * Asks the broker's HTTP API.
 * @param management its address, with user and password
 * @returns the answer's JSON; undefined when it has none
 * @throws ShopctlError for an answer that is no success, and the connection's errors
 */
export async function askManagement(management: string, asked: ManagementRequest): Promise<unknown> {
  const { method, path, body, withinMs } = asked;
  const url = new URL(path, management);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const reply = await request(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(withinMs),
  });
  const text = await reply.body.text();
  if (reply.statusCode >= 300) {
    throw new ShopctlError({
      message: `the broker answered ${method} ${path} with ${reply.statusCode}: ${text}`,
    });
  }
  return text === '' ? undefined : JSON.parse(text);
}
