import { connect } from 'node:net';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';

/** "Under a second" for a person; a loopback connect takes less than a millisecond. */
const connectWithinMs = 800;

/**
 * Looks whether anybody listens at the shop's door, before a load finds out order by order.
 *
 * @param url the shop's door, e.g. `http://127.0.0.1:5100`
 * @throws ShopctlError: exit 3 with the address and the system's own code; usage when the URL is none
 */
export async function ensureAnswers(url: string): Promise<void> {
  const { hostname, port } = doorOf(url);
  const socket = connect({ host: hostname, port, timeout: connectWithinMs });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
      socket.once('timeout', () => reject(new Error(`no answer within ${connectWithinMs} ms`)));
    });
  } catch (cause) {
    throw new ShopctlError({
      message: `${codeOf(cause) ?? messageOf(cause)} ${hostname}:${port}: nobody answers at the shop's door`,
      hint: 'shopctl up starts the reference shop; --url names another door',
      cause,
    });
  } finally {
    socket.destroy();
  }
}

/**
 * Orders, hundreds of them, go to this machine only, unless somebody meant another one.
 * @throws ShopctlError (usage)
 */
export function ensureLocal(url: string): void {
  const { hostname } = doorOf(url);
  if (hostname === 'localhost' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname)) return;
  throw new ShopctlError({
    message: `${hostname} is not this machine`,
    hint: '--yes says that orders may really go there',
    exitCode: ExitCode.usage,
  });
}

function doorOf(url: string): { hostname: string; port: number } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new ShopctlError({
      message: `'${url}' is not the address of a shop`,
      hint: 'give one such as http://127.0.0.1:5100',
      exitCode: ExitCode.usage,
    });
  }
  const port = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  return { hostname: parsed.hostname.replace(/^\[|\]$/g, ''), port };
}
