import { request } from 'undici';
import { codeOf, messageOf } from '../errors.ts';
import type { CancelledOrder, ReadCatalogue } from '../model/deed.ts';

/** Longer than the shop's own limits for a compensation. */
const answerWithinMs = 30_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Asks the shop to cancel an order. A repeated request is safe: cancelling is idempotent by the order's id.
 * @param url the shop's door
 */
export async function cancelOrder(url: string, orderId: string): Promise<CancelledOrder> {
  const as = (outcome: CancelledOrder['outcome'], result: string): CancelledOrder => {
    return { kind: 'cancelled', orderId, outcome, result };
  };
  try {
    const { status, body } = await call(at(url, `/api/orders/${orderId}/cancel`), 'POST');
    const said = textAt(body, 'status') ?? `HTTP ${status}`;
    if (status >= 200 && status < 300) return as('accepted', said);
    return as(status >= 400 && status < 500 ? 'refused' : 'unknown', textAt(body, 'reason') ?? said);
  } catch (error) {
    return as('unknown', codeOf(error) ?? messageOf(error));
  }
}

/** Reads the catalogue as a customer would; `stale` when the shop marks it as its last known one. */
export async function readCatalogue(url: string): Promise<ReadCatalogue> {
  const startedAt = performance.now();
  const as = (httpStatus: number, products: number, stale: boolean): ReadCatalogue => {
    return { kind: 'catalogue-read', httpStatus, products, stale, latencyMs: performance.now() - startedAt };
  };
  try {
    const { status, body, headers } = await call(at(url, '/api/products'), 'GET');
    const list = Array.isArray(body) ? body : valueAt(body, 'products');
    const marked = valueAt(body, 'stale') === true || headers['x-catalogue-stale'] !== undefined;
    return as(status, Array.isArray(list) ? list.length : 0, marked);
  } catch {
    return as(0, 0, false);
  }
}

function at(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}${path}`;
}

async function call(url: string, method: 'GET' | 'POST'): Promise<Answer> {
  const reply = await request(url, { method, signal: AbortSignal.timeout(answerWithinMs) });
  const text = await reply.body.text();
  return { status: reply.statusCode, body: parsed(text), headers: reply.headers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function textAt(body: unknown, name: string): string | undefined {
  const value = valueAt(body, name);
  return typeof value === 'string' ? value : undefined;
}
