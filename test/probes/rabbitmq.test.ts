import { afterEach, describe, expect, it } from 'vitest';
import { openBroker, queuePage, readQueuePage, readRedelivered, vhostOf } from '../../src/probes/rabbitmq.ts';
import { closedPort, openHttpDoor, openSilentDoor } from './local-doors.ts';

const opened: { close(): Promise<void> }[] = [];
function closedAfter<Thing extends { close(): Promise<void> }>(thing: Thing): Thing {
  opened.push(thing);
  return thing;
}
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

const counts = { messages_ready: 5, messages_unacknowledged: 2, consumers: 1, name: 'q' };

describe('the management API', () => {
  it('is asked for the queue of the vhost, with the credentials of its URL', async () => {
    const seen: unknown[] = [];
    const door = closedAfter(
      await openHttpDoor(({ url, headers }, response) => {
        seen.push([url, headers.authorization]);
        response.end(JSON.stringify(counts));
      }),
    );
    const broker = closedAfter(openBroker({ managementUrl: `http://ann:p%40ss@127.0.0.1:${door.port}/mq/` }));
    expect(await broker.queue('shipping.order-confirmed', 5000)).toEqual({
      ready: 5,
      unacked: 2,
      consumers: 1,
    });
    expect(seen).toEqual([
      ['/mq/api/queues/%2F/shipping.order-confirmed', `Basic ${Buffer.from('ann:p@ss').toString('base64')}`],
    ]);
  });

  it.each([
    ['404', (response: { writeHead(status: number): unknown }) => response.writeHead(404)],
    ['no numbers', () => {}],
  ])('that answers with %s leaves the queue unknown', async (_title, prepare) => {
    const door = closedAfter(
      await openHttpDoor((_request, response) => {
        prepare(response);
        response.end('{}');
      }),
    );
    const broker = closedAfter(openBroker({ managementUrl: `http://127.0.0.1:${door.port}` }));
    expect(await broker.queue('q', 5000)).toBeNull();
  });

  it.each([undefined, 'amqp://localhost', 'amqp://localhost/'])(
    'is asked about the vhost / for %s',
    (url) => {
      expect(vhostOf(url)).toBe('/');
    },
  );

  it('is asked about the vhost of the broker URL', () => {
    expect(vhostOf('amqp://localhost/my%2Fshop')).toBe('my/shop');
    expect(queuePage(new URL('http://h:1'), 'my/shop', 'a b').href).toBe(
      'http://guest:guest@h:1/api/queues/my%2Fshop/a%20b',
    );
  });
});

describe('a page of a queue', () => {
  it('gives its counts', () => {
    expect(readQueuePage(JSON.stringify(counts))).toEqual({ ready: 5, unacked: 2, consumers: 1 });
  });

  it.each(['null', '[]', '{"messages_ready":"5"}', '{"messages_ready":5,"consumers":1}', 'page'])(
    'without them is no zero: %s',
    (body) => {
      expect(() => readQueuePage(body)).toThrow();
    },
  );
});

describe('redeliveries', () => {
  it('are counted by the management API', async () => {
    const page = { ...counts, message_stats: { deliver: 12, redeliver: 7 } };
    const door = closedAfter(await openHttpDoor((_request, response) => response.end(JSON.stringify(page))));
    const broker = closedAfter(openBroker({ managementUrl: `http://127.0.0.1:${door.port}` }));
    expect(await broker.redelivered('q', 5000)).toBe(7);
  });

  it.each([
    ['nothing ever came to the queue', counts, 0],
    ['nothing ever came again', { ...counts, message_stats: { deliver: 12 } }, 0],
  ])('%s: %s', (_title, page, expected) => {
    expect(readRedelivered(JSON.stringify(page))).toBe(expected);
  });

  it('that are no number are no zero', () => {
    expect(() => readRedelivered('{"message_stats":{"redeliver":"7"}}')).toThrow();
  });

  it('are unknown where the management API does not answer, and nothing where there is none', async () => {
    const port = await closedPort();
    const mute = closedAfter(openBroker({ managementUrl: `http://127.0.0.1:${port}` }));
    expect(await mute.redelivered('q', 5000)).toBeNull();
    const plain = closedAfter(openBroker({ brokerUrl: `amqp://127.0.0.1:${port}` }));
    expect(await plain.redelivered('q', 5000)).toBeUndefined();
  });
});

describe('a broker that does not answer', () => {
  it('is unknown, look after look, when nothing listens', async () => {
    const broker = closedAfter(openBroker({ brokerUrl: `amqp://127.0.0.1:${await closedPort()}` }));
    expect(await broker.queue('q', 5000)).toBeNull();
    expect(await broker.queue('q', 5000)).toBeNull();
  });

  it('is unknown when it accepts connections and says nothing', async () => {
    const door = closedAfter(await openSilentDoor());
    const broker = closedAfter(openBroker({ brokerUrl: `amqp://127.0.0.1:${door.port}` }));
    expect(await broker.queue('q', 50)).toBeNull();
  });

  it.each([
    { brokerUrl: 'amqp//x:secret@host' },
    { brokerUrl: 'http://x:secret@host' },
    { managementUrl: 'host' },
  ])('because its address is no URL is told without the password: %j', (address) => {
    expect(() => openBroker(address)).toThrow(
      expect.objectContaining({ message: 'not a broker URL: host', exitCode: 64 }),
    );
  });
});
