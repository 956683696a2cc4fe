import { exactJson } from '../model/exact-json.ts';
import type { OrderReply, OrderRequestShape, ReplyWords } from './order-request.ts';
import { word } from './reply-word.ts';

/** What is ordered, the same for every order of a load. */
export interface OrderedGoods {
  /** As typed: digits are sent as a number, anything else as text, for the shop to refuse. */
  readonly productId: string;
  readonly quantity: number;
}

/** `POST /api/orders` of the reference shop. */
export function referenceShopOrder(goods: OrderedGoods): OrderRequestShape {
  const productId = /^\d{1,9}$/.test(goods.productId) ? Number(goods.productId) : goods.productId;
  return {
    compose: ({ key }) => ({
      method: 'POST',
      path: '/api/orders',
      headers: ['content-type', 'application/json', 'accept', 'application/json', 'idempotency-key', key],
      body: JSON.stringify({ customer: key, productId, quantity: goods.quantity }),
    }),
    read: readReply,
  };
}

function readReply(reply: OrderReply): ReplyWords {
  const body = parseObject(reply.body);
  if (body === undefined) return {};
  const orderId = word(body['id']) ?? word(body['orderId']);
  // In problem+json `status` repeats the HTTP status as a number; the order's own is text.
  const status = typeof body['status'] === 'string' ? word(body['status']) : undefined;
  const reason = word(body['reason']) ?? word(body['title']) ?? word(body['error']);
  return {
    ...(orderId === undefined ? {} : { orderId }),
    ...(status === undefined ? {} : { status }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = exactJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
