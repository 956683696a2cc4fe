import { type Dispatcher, Pool } from 'undici';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { Exchange } from './exchange.ts';
import type { OrderAnswer, OrderIdentity, OrderRequestShape, OrderSender } from './order-request.ts';

export interface OrderClientOptions {
  /** The shop's door, e.g. `http://127.0.0.1:5100`; a path in it is put before the request's. */
  readonly url: string;
  /** From the order being due to the last byte of its answer, connecting included. */
  readonly timeoutMs: number;
  /** Never more connections than this, one order at a time on each. */
  readonly connectionsMax: number;
  readonly shape: OrderRequestShape;
}

/**
 * A client that sends each order once and says how it ended.
 *
 * @throws ShopctlError (usage) when the URL is none
 */
export function openOrderClient(options: OrderClientOptions): OrderSender {
  const { timeoutMs, connectionsMax, shape } = options;
  const { origin, pathPrefix, authorization } = doorOf(options.url);
  const inFlight = new Set<Exchange>();
  const pool = new Pool(origin, {
    connections: connectionsMax,
    // Time is kept here, for the whole exchange: undici's own limits fire up to a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs },
  });

  function send(order: OrderIdentity): Promise<OrderAnswer> {
    const { method, path, headers, body } = shape.compose(order);
    return new Promise((resolve) => {
      const exchange = new Exchange(shape, (answer) => {
        clearTimeout(timer);
        inFlight.delete(exchange);
        resolve(answer);
      });
      const timer = setTimeout(() => exchange.end(`timeout after ${timeoutMs} ms`), timeoutMs);
      inFlight.add(exchange);
      const request: Dispatcher.DispatchOptions = {
        method,
        path: pathPrefix + path,
        headers: [...headers, ...authorization],
        body,
      };
      pool.dispatch(request, exchange);
    });
  }

  return {
    send,
    abandon(reason) {
      for (const exchange of [...inFlight]) exchange.end(reason);
    },
    async close() {
      for (const exchange of [...inFlight]) exchange.end('closed');
      // Not close(): that would wait for replies that nobody waits for any more.
      await pool.destroy();
    },
  };
}

interface Door {
  readonly origin: string;
  readonly pathPrefix: string;
  readonly authorization: readonly string[];
}

function doorOf(text: string): Door {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ShopctlError({
      // What cannot be parsed may still hold a password: everything up to the last @ stays out of the message.
      message: `not an http URL: ${text.slice(text.lastIndexOf('@') + 1)}`,
      hint: 'give the shop as http://HOST:PORT',
      exitCode: ExitCode.usage,
    });
  }
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return {
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    authorization: url.username === '' ? [] : ['authorization', basic],
  };
}

/** A lone % in a password is meant as one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
