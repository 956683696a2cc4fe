import { createServer } from 'node:net';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { portOwner } from './port-owner.ts';

/** One port that a part needs. */
export interface PortWish {
  /** `postgres`, `broker`, `orders`, `orders admin`, … */
  readonly role: string;
  /** What it is when nothing speaks against it. */
  readonly standard: number;
  /** What the user asked for: taken or refused, never replaced. */
  readonly asked?: number;
  /** What it was last time: preferred to the standard one, so that addresses stay. */
  readonly before?: number;
  /** A part of this stack listens there already: taken without a look. */
  readonly held?: boolean;
  /** Nobody types this port: no word is said when it is not the standard one. */
  readonly internal?: boolean;
}

export interface ChosenPorts {
  readonly ports: Record<string, number>;
  /** One sentence for each default that was taken. */
  readonly notes: readonly string[];
}

export type IsFree = (port: number) => Promise<boolean>;
export type OwnerOf = (port: number) => Promise<string | undefined>;

/** Below the range that kernels hand out to outgoing connections, which could take a stopped broker's port. */
const spareFrom = 20_000;
const spareTo = 32_000;

/**
 * A port for each wish: what was asked for, else the one from last time, else the standard one, else a spare one.
 * @param seed differs between stacks, so that two that start at once look in different places
 * @throws ShopctlError (exit 64) when a port that was asked for is taken; it says by whom if it can
 */
export async function choosePorts(
  wishes: readonly PortWish[],
  seed: string,
  isFree: IsFree,
  ownerOf: OwnerOf,
): Promise<ChosenPorts> {
  const ports: Record<string, number> = {};
  const notes: string[] = [];
  const promised = new Set<number>(wishes.flatMap((wish) => (wish.held ? (wish.before ?? []) : [])));
  const usable = async (port: number) => !promised.has(port) && (await isFree(port));
  let spare = spareFrom + (Number.parseInt(seed.slice(0, 6), 16) % (spareTo - spareFrom));
  for (const wish of wishes) {
    const { port, note } = await choose(wish, usable, ownerOf, async () => {
      for (let tries = 0; tries < spareTo - spareFrom; tries++) {
        spare = spare + 1 >= spareTo ? spareFrom : spare + 1;
        if (await usable(spare)) return spare;
      }
      throw new ShopctlError({
        message: `no free port between ${spareFrom} and ${spareTo} for ${wish.role}`,
      });
    });
    ports[wish.role] = port;
    promised.add(port);
    if (note !== undefined) notes.push(note);
  }
  return { ports, notes };
}

async function choose(
  wish: PortWish,
  usable: IsFree,
  ownerOf: OwnerOf,
  nextSpare: () => Promise<number>,
): Promise<{ port: number; note?: string }> {
  if (wish.held && wish.before !== undefined && (wish.asked ?? wish.before) === wish.before) {
    return { port: wish.before };
  }
  if (wish.asked !== undefined) {
    if (await usable(wish.asked)) return { port: wish.asked };
    throw new ShopctlError({
      message: `port ${wish.asked}, asked for ${wish.role}, is taken${await by(wish.asked, ownerOf)}`,
      hint: 'give another port, or leave it out and a free one is chosen',
      exitCode: ExitCode.usage,
    });
  }
  if (wish.before !== undefined && (await usable(wish.before))) return { port: wish.before };
  if (await usable(wish.standard)) return { port: wish.standard };
  const port = await nextSpare();
  if (wish.internal) return { port };
  const owner = await by(wish.standard, ownerOf);
  return { port, note: `port ${wish.standard} is taken${owner}: ${wish.role} uses ${port}` };
}

async function by(port: number, ownerOf: OwnerOf): Promise<string> {
  const owner = await ownerOf(port);
  return owner === undefined ? '' : ` by ${owner}`;
}

/** True when nothing listens on the port, neither on loopback nor on all interfaces. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
  });
}

/** `portOwner` for a platform, in the shape that `choosePorts` takes. */
export function ownerLookup(platform: NodeJS.Platform): OwnerOf {
  return (port) => portOwner(port, platform);
}
