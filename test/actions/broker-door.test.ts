import type { ConsumeMessage } from 'amqplib';
import { describe, expect, it } from 'vitest';
import { deliveryOf } from '../../src/actions/broker-door.ts';

const route = { brokerUrl: 'amqp://127.0.0.1', exchange: 'news', routingKey: '#', order: 'order.id' };

function message(body: string, properties: object = {}) {
  return {
    content: Buffer.from(body),
    properties: { messageId: 'm1', ...properties },
    fields: { routingKey: 'order.confirmed' },
  } as unknown as ConsumeMessage;
}

describe('a message on the wire', () => {
  it('keeps every digit of its ids', () => {
    const body = '{"id": 9007199254740995, "order": {"id": 9007199254740993}}';
    expect(deliveryOf(message(body), { ...route, id: 'id' })).toEqual({
      messageId: '9007199254740995',
      type: 'order.confirmed',
      orderId: '9007199254740993',
    });
  });

  it('has the message id of AMQP, and no order where it is no JSON', () => {
    expect(deliveryOf(message('{', { type: 'paid' }), route)).toEqual({ messageId: 'm1', type: 'paid' });
  });
});
