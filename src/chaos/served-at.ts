import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { request } from 'undici';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { redacted } from '../model/redact.ts';

/** `AMQP 0-9-1`: whoever says this first is answered with `Connection.Start`, before anybody has to log in. */
const amqpHello = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]);
/** Frame type `method`, channel 0; then, after the length, class 10 (connection), method 10 (start). */
const isAmqpStart = (reply: Buffer) =>
  reply.length >= 11 && reply[0] === 1 && reply.readUInt32BE(7) === 0x000a000a;

/** PostgreSQL's StartupMessage, protocol 3.0. Its SSLRequest would not do: a server that still starts up answers that. */
const startupOf = (user: string) => {
  const words = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(words.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, words]);
};

/**
 * One look as a client of the target would: does it serve at this address? Never rejects. No credentials are needed:
 * each protocol is spoken up to where they would be asked for. That a connection is accepted says nothing, as the kernel
 * accepts on behalf of a frozen process.
 *
 * @param address `amqp://`, `postgres://`, `http(s)://` or `tcp://`
 */
export async function servesAt(address: string, withinMs: number): Promise<boolean> {
  const url = new URL(address);
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return httpServes(url, withinMs);
    case 'amqp:':
    case 'amqps:':
      return speaks(url, url.protocol === 'amqp:' ? 5672 : 5671, withinMs, amqpHello, isAmqpStart);
    case 'postgres:':
    case 'postgresql:':
      // `R` asks for a password, or for none. `E` is a server that refuses, as one does while it starts up.
      return speaks(url, 5432, withinMs, startupOf('shopctl'), postgresServes);
    default:
      return speaks(url, Number(url.port), withinMs, undefined, () => true);
  }
}

/** Refused for who asks (28000, 28P01, 3D000 …) is an answer; 57P03 is a server that cannot serve anybody now. */
function postgresServes(reply: Buffer): boolean {
  if (reply.length === 0) return false;
  const kind = String.fromCharCode(reply[0] ?? 0);
  return kind === 'R' || (kind === 'E' && !reply.includes('57P03'));
}

async function httpServes(url: URL, withinMs: number): Promise<boolean> {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  try {
    const reply = await request(plain, { signal: AbortSignal.timeout(withinMs) });
    await reply.body.dump();
    return reply.statusCode < 500;
  } catch {
    return false;
  }
}

/** @param hello what is said first; undefined: being connected is all that can be seen */
function speaks(
  url: URL,
  defaultPort: number,
  withinMs: number,
  hello: Buffer | undefined,
  understood: (reply: Buffer) => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const place = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || defaultPort) };
    // Whose certificate it is does not matter: nothing is told to the other side.
    const isTls = url.protocol === 'amqps:';
    const socket = isTls ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place);
    let reply = Buffer.alloc(0);
    const end = (verdict: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(verdict);
    };
    const timer = setTimeout(() => end(false), withinMs);
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    socket.on(isTls ? 'secureConnect' : 'connect', () => {
      if (hello === undefined) end(true);
      else socket.write(hello);
    });
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      if (understood(reply)) end(true);
      else if (reply.length > 4096) end(false);
    });
  });
}

/**
 * The address without user and password: it goes into journals and messages.
 * @throws ShopctlError (usage) when it is none
 */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) {
    throw new ShopctlError({
      message: `servedAt '${redacted(address)}' is no address`,
      hint: 'for example amqp://127.0.0.1:5672, http://127.0.0.1:8080/health or tcp://127.0.0.1:9000',
      exitCode: ExitCode.usage,
    });
  }
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
