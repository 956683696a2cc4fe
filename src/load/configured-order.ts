import { randomUUID } from 'node:crypto';
import type { AttemptOutcome } from '../model/attempt.ts';
import { comparableId } from '../model/comparable-id.ts';
import type { AcceptedSpec, Extract, OrderSpec } from '../model/order-spec.ts';
import { type StatusWords, statusFor } from '../model/shop-config.ts';
import { extractor, type ReadableReply, readable } from './extract.ts';
import type { OrderIdentity, OrderReply, OrderRequestShape, ReplyWords } from './order-request.ts';
import type { OrderedGoods } from './reference-shop-order.ts';
import { word } from './reply-word.ts';
import { requestTemplate } from './request-template.ts';
import { openSession, type SessionHeaders } from './session.ts';
import type { Filling } from './template.ts';

export interface ConfiguredOrder {
  readonly spec: OrderSpec;
  readonly statuses: StatusWords;
  /** The shop's public door. */
  readonly door: string;
  readonly goods: OrderedGoods;
}

/** Where an order goes: the client's own door, and the path below it. */
export function orderPlace(url: string, door: string): { readonly door: string; readonly path: string } {
  const [, origin, path] = /^(https?:\/\/[^/]+)(\/.*)?$/.exec(url) ?? [];
  return origin === undefined ? { door, path: url } : { door: origin, path: path ?? '/' };
}

/** How somebody's shop takes an order, by its config. The login goes out before a run's first order, once. */
export function configuredOrder({ spec, statuses, door, goods }: ConfiguredOrder): OrderRequestShape {
  const filled = requestTemplate({ ...spec, url: orderPlace(spec.url, door).path });
  const fillingFor = ({ runId, n, key }: OrderIdentity): Filling => ({
    runId,
    n: String(n),
    key,
    uuid: randomUUID(),
    product: goods.productId,
    quantity: String(goods.quantity),
  });
  let session: { readonly runId: string; readonly opened: Promise<SessionHeaders> } | undefined;
  let extra: SessionHeaders = {};
  return {
    async prepare(runId) {
      if (session?.runId !== runId) {
        const filling = fillingFor({ runId, n: 0, key: `${runId}-0` });
        session = { runId, opened: openSession(spec, door, filling) };
      }
      try {
        extra = await session.opened;
      } catch (error) {
        session = undefined;
        throw error;
      }
    },
    compose(order) {
      const { method, url, headers, body } = filled(fillingFor(order));
      return { method, path: url, headers: Object.entries({ ...headers, ...extra }).flat(), body };
    },
    read: replyReader(spec, statuses),
  };
}

function replyReader(
  { reply, accepted }: OrderSpec,
  statuses: StatusWords,
): (reply: OrderReply) => ReplyWords {
  const find = (from: Extract | undefined) => (from === undefined ? undefined : extractor(from));
  const [idOf, statusOf, reasonOf] = [find(reply.id), find(reply.status), find(reply.reason)];
  const outcomeOf = outcomeReader(accepted, idOf === undefined);
  return ({ status, body, cutOff }) => {
    const text = readable(body);
    const orderId = idIn(idOf?.(text));
    const outcome = cutOff === undefined ? outcomeOf(status, text, orderId) : 'unknown';
    const said = word(statusOf?.(text));
    const told =
      outcome === 'accepted' ? (said === undefined ? 'Confirmed' : statusFor(said, statuses)) : said;
    const reason = word(reasonOf?.(text));
    return {
      ...(outcome === undefined ? {} : { outcome }),
      ...(orderId === undefined ? {} : { orderId }),
      ...(told === undefined ? {} : { status: told }),
      ...(reason === undefined ? {} : { reason }),
    };
  };
}

/**
 * The three-valued outcome of a reply by the config's words. A 2xx that they do not name may hide an order: unknown. One
 * whose body says no is a no; and what names no id, where there should be one, is nobody's to follow: unknown.
 */
function outcomeReader(
  { status: accepted, where }: AcceptedSpec,
  withoutIds: boolean,
): (status: number, reply: ReadableReply, orderId: string | undefined) => AttemptOutcome | undefined {
  const saidAt = where && extractor(where.path);
  return (status, reply, orderId) => {
    const isNamed = accepted === undefined ? status >= 200 && status < 300 : accepted.includes(status);
    if (!isNamed) return status >= 400 && status < 500 ? 'refused' : 'unknown';
    if (saidAt !== undefined && String(saidAt(reply)) !== where?.equals) return 'refused';
    return orderId === undefined && !withoutIds ? 'unknown' : 'accepted';
  };
}

function idIn(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = comparableId(String(value));
  return id === '' ? undefined : id;
}
