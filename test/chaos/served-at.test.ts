import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { servesAt, withoutCredentials } from '../../src/chaos/served-at.ts';

const open = new Set<Server>();
afterEach(async () => {
  for (const server of open) await new Promise((closed) => server.close(closed));
  open.clear();
});

async function listening(server: Server): Promise<number> {
  open.add(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

/** Answers the first words of a client with these bytes; with none it only listens, as a frozen process seems to. */
function answering(reply: Buffer | undefined, heard: Buffer[] = []): Promise<number> {
  const onConnection = (socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (words) => {
      heard.push(words);
      if (reply !== undefined) socket.write(reply);
    });
  };
  return listening(createServer(onConnection));
}

const amqpStart = Buffer.from([1, 0, 0, 0, 0, 0, 20, 0, 10, 0, 10, 0, 9]);
/** What a broker says that speaks another version: its own hello, and hangs up. */
const amqpOther = Buffer.from('AMQP\x00\x01\x00\x00');
const postgresError = (code: string) => Buffer.from(`E\0\0\0\x20SFATAL\0C${code}\0Mno\0\0`, 'latin1');

describe('a look at where a target serves', () => {
  it.each<[string, string, Buffer | undefined, boolean]>([
    ['a broker that begins to talk', 'amqp', amqpStart, true],
    ['a broker of another version', 'amqp', amqpOther, false],
    ['a frozen broker', 'amqp', undefined, false],
    ['a database that asks for a password', 'postgres', Buffer.from('R\0\0\0\x17\0\0\0\x0a'), true],
    ['a database that knows no such user', 'postgres', postgresError('28000'), true],
    ['a database that still starts up', 'postgres', postgresError('57P03'), false],
    ['a frozen database', 'postgres', undefined, false],
    ['whoever takes a connection', 'tcp', undefined, true],
  ])('sees %s', async (_title, protocol, reply, expected) => {
    const port = await answering(reply);
    expect(await servesAt(`${protocol}://127.0.0.1:${port}`, 300)).toBe(expected);
  });

  it.each([
    [200, true],
    [404, true],
    [503, false],
  ])('takes HTTP %i for %s', async (status, expected) => {
    const server = createHttpServer((_request, response) => response.writeHead(status).end('…'));
    const port = await listening(server);
    expect(await servesAt(`http://127.0.0.1:${port}/health`, 1000)).toBe(expected);
  });

  it.each(['amqp', 'postgres', 'http', 'tcp'])('sees that nobody listens (%s)', async (protocol) => {
    const port = await listening(createServer());
    for (const server of open) await new Promise((closed) => server.close(closed));
    open.clear();
    expect(await servesAt(`${protocol}://127.0.0.1:${port}`, 1000)).toBe(false);
  });

  it('tells nobody a user or a password', async () => {
    const heard: Buffer[] = [];
    const port = await answering(undefined, heard);
    await servesAt(`postgres://ada:s3cret@127.0.0.1:${port}/orders`, 200);
    await servesAt(`amqp://ada:s3cret@127.0.0.1:${port}`, 200);
    const words = Buffer.concat(heard).toString('latin1');
    expect(words).toContain('AMQP');
    expect(words).not.toMatch(/ada|s3cret/);
    expect(() => withoutCredentials('tcp://127.0.0.1:99999')).toThrow(/is no address/);
    expect(withoutCredentials('amqp://ada:s3cret@broker:5672/shop')).toBe('amqp://broker:5672/shop');
  });
});
