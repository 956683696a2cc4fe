import type { OrderAnswer, OrderReply, ReplyWords } from './order-request.ts';

/**
 * The three-valued outcome of a reply. What was told to the client decides, not what the shop may have done behind it:
 *
 * - 2xx with an order id: accepted, whatever the order's status is;
 * - 4xx: refused. A 409 or 422 may name an order that exists and was cancelled: the client was told no, so it is
 *   refused all the same, and the id is kept so that a shipment of it is found as a ghost;
 * - everything else, 5xx and a 2xx without an id included: unknown, because an order may hide behind it.
 */
export function answerOf(reply: OrderReply, words: ReplyWords): OrderAnswer {
  const { status } = reply;
  const { orderId, outcome } = words;
  const told = words.status ?? `HTTP ${status}`;
  const named = { httpStatus: status, ...(orderId === undefined ? {} : { orderId }) };
  if (outcome === 'accepted' || outcome === 'refused') {
    return { outcome, result: told, ...because(words.reason), ...named };
  }
  if (outcome === undefined && status >= 400 && status < 500) {
    return { outcome: 'refused', result: told, ...because(words.reason), ...named };
  }
  if (outcome === undefined && status >= 200 && status < 300 && orderId !== undefined) {
    return { outcome: 'accepted', result: told, ...because(words.reason), ...named };
  }
  const withoutId =
    status >= 200 && status < 300 && orderId === undefined ? 'no order id in the reply' : undefined;
  const reason = reply.cutOff ?? words.reason ?? withoutId;
  return { outcome: 'unknown', result: `HTTP ${status}`, ...because(reason), ...named };
}

/** The order surely does not exist: nothing of it was written to a connection. */
export function notSent(reason: string): OrderAnswer {
  return { outcome: 'refused', result: 'not sent', reason };
}

/** The order was sent, and nothing came back. */
export function noAnswer(reason: string): OrderAnswer {
  return { outcome: 'unknown', result: 'no answer', reason };
}

function because(reason: string | undefined): { reason?: string } {
  return reason === undefined ? {} : { reason };
}
