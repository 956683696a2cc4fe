import { afterEach, describe, expect, it } from 'vitest';
import { surelyApartMs } from '../../src/model/clock-reading.ts';
import { httpClock, narrowed } from '../../src/probes/clocks.ts';
import { brokerVersion, managementVersion, queueCounts, withoutUser } from '../../src/probes/reach.ts';
import { closedPort, type LocalDoor, openHttpDoor, openSilentDoor } from './local-doors.ts';

const doors: LocalDoor[] = [];
const opened = async (opening: Promise<LocalDoor>): Promise<LocalDoor> => {
  const door = await opening;
  doors.push(door);
  return door;
};
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close();
});

describe('reaching a broker', () => {
  it('ends within its limit when the broker accepts and never answers', async () => {
    const { port } = await opened(openSilentDoor());
    await expect(brokerVersion(`amqp://u:p@127.0.0.1:${port}`, 200)).rejects.toThrow(/200 ms|timeout/i);
    await expect(queueCounts(`amqp://u:p@127.0.0.1:${port}`, 'ship', 200)).rejects.toThrow(/200 ms|timeout/i);
  });

  it('says that nobody listens, without user and password', async () => {
    const port = await closedPort();
    const failed = await brokerVersion(`amqp://clerk:s3cret@127.0.0.1:${port}`, 1000).catch(String);
    expect(failed).toContain('ECONNREFUSED');
    expect(failed).not.toContain('s3cret');
  });

  it('asks the management API with its user, about the vhost that the queues are in', async () => {
    const asked: string[] = [];
    const { port } = await opened(
      openHttpDoor((request, response) => {
        asked.push(`${request.url} ${request.headers.authorization}`);
        response.end('{}');
      }),
    );
    const management = `http://clerk:s3cret@127.0.0.1:${port}`;
    expect(await managementVersion(management, 'amqp://mq/shop', 1000)).toBe(`answers at 127.0.0.1:${port}`);
    const basic = Buffer.from('clerk:s3cret').toString('base64');
    expect(asked).toEqual([`/api/queues/shop?page=1 Basic ${basic}`]);
  });

  it('says what a refused user needs', async () => {
    const { port } = await opened(
      openHttpDoor((_request, response) => response.writeHead(401).end('{"error":"not_authorised"}')),
    );
    const management = `http://clerk:s3cret@127.0.0.1:${port}`;
    await expect(managementVersion(management, undefined, 1000)).rejects.toMatchObject({
      message: expect.stringContaining('answered 401'),
      hint: expect.stringContaining('broker.management'),
    });
  });

  it('shows addresses without their users', () => {
    expect(withoutUser('amqp://clerk:s3cret@mq:5672/shop')).toBe('mq:5672/shop');
    expect(withoutUser('http://clerk:s3cret@mq:15672/')).toBe('mq:15672');
  });
});

describe('the clock of an HTTP answer', () => {
  const told = (aheadMs: number) =>
    opened(
      openHttpDoor((_request, response) => {
        response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString()).end();
      }),
    );

  it.each([0, 90_000, -30_000])('is %i ms ahead, to less than its whole seconds say', async (aheadMs) => {
    const { port } = await told(aheadMs);
    const { aheadMs: seen, uncertainMs } = await httpClock(`http://127.0.0.1:${port}`, 2000);
    expect(Math.abs(seen - aheadMs)).toBeLessThanOrEqual(uncertainMs + 2);
    // A single answer could be off by a second.
    expect(uncertainMs).toBeLessThan(900);
  });

  it('is not taken for late where a server keeps its date for a second, as RabbitMQ does', async () => {
    let kept = { at: 0, date: '' };
    const { port } = await opened(
      openHttpDoor((_request, response) => {
        // A second that begins in the middle of one: the worst case.
        const at = Math.floor((Date.now() - 700) / 1000);
        if (at !== kept.at) kept = { at, date: new Date().toUTCString() };
        response.setHeader('date', kept.date).end();
      }),
    );
    expect(surelyApartMs(await httpClock(`http://127.0.0.1:${port}`, 2000))).toBeLessThan(50);
  });

  it('is unknown where answers hold none', async () => {
    const { port } = await opened(
      openHttpDoor((_request, response) => {
        response.sendDate = false;
        response.end();
      }),
    );
    await expect(httpClock(`http://127.0.0.1:${port}`, 500)).rejects.toThrow('hold no time');
  });

  it('lies where all readings overlap', () => {
    const readings = [
      { aheadMs: 100, uncertainMs: 500 },
      { aheadMs: -300, uncertainMs: 500 },
    ];
    expect(narrowed(readings)).toEqual({ aheadMs: -100, uncertainMs: 300 });
    // Set meanwhile: there is no overlap.
    const jumped = { aheadMs: 9000, uncertainMs: 500 };
    expect(narrowed([...readings, jumped])).toEqual(jumped);
  });
});
