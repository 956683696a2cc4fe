import { describe, expect, it } from 'vitest';
import { serviceEnv, serviceInstances, serviceKinds } from '../../src/stack/services.ts';

describe('the instances of the shop', () => {
  it('are one of each service on its standard port', () => {
    const ports = Object.fromEntries(
      serviceInstances(Object.keys(serviceKinds), {}).map(({ name, standardPort }) => [name, standardPort]),
    );
    expect(ports).toEqual({ gateway: 5100, orders: 5101, inventory: 5102, payments: 5103, shipping: 5104 });
  });

  it('are numbered from the second on', () => {
    const names = serviceInstances(['orders', 'shipping'], { orders: 3 }).map(({ name }) => name);
    expect(names).toEqual(['orders', 'orders-2', 'orders-3', 'shipping']);
  });

  it.each([0, -1, 1.5, 100])('cannot be %s of one service', (count) => {
    expect(() => serviceInstances(['orders'], { orders: count })).toThrow(`orders=${count}`);
  });

  it('cannot be of a service that the shop does not have', () => {
    expect(() => serviceInstances(['orders'], { warehouse: 2 })).toThrow('no service warehouse');
  });
});

describe('the environment of a service', () => {
  const ports = { postgres: 6432, orders: 6101, inventory: 6102, payments: 6103, 'orders admin': 7101 };
  const [orders, gateway] = serviceInstances(['orders', 'gateway'], {});
  const around = { ports, brokerUrl: 'amqp://127.0.0.1:6672', set: { RELAY_BATCH: '10', PORT: '9' } };

  it('holds its ports, its own database and where the others are', () => {
    expect(serviceEnv(orders!, { ...around, set: {} }, { stackId: 'abc' })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: '6101',
      ADMIN_PORT: '7101',
      SHOP_ADMIN: '1',
      DATABASE_URL: 'postgres://shop:shop@127.0.0.1:6432/ordersdb',
      BROKER_URL: 'amqp://127.0.0.1:6672',
      INVENTORY_URL: 'http://127.0.0.1:6102',
      PAYMENTS_URL: 'http://127.0.0.1:6103',
    });
  });

  it('names no database for a service that has none', () => {
    expect(serviceEnv(gateway!, around, { stackId: 'abc' })).not.toHaveProperty('DATABASE_URL');
  });

  it('is overruled by what the user sets', () => {
    expect(serviceEnv(orders!, around, { stackId: 'abc' })).toMatchObject({ RELAY_BATCH: '10', PORT: '9' });
  });
});
