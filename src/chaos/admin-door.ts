import { request } from 'undici';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';

const answerWithinMs = 2000;

/** The switches of one service of the reference shop, as its admin door shows them. */
export type Switches = Readonly<Record<string, unknown>>;

/** The door through which a service's fault switches are turned at run time; loopback only. */
export class AdminDoor {
  readonly url: string;

  /** @param url base address, e.g. `http://127.0.0.1:6103` */
  constructor(url: string) {
    this.url = url;
  }

  /** @throws ShopctlError when the door does not answer */
  read(): Promise<Switches> {
    return this.#call('GET');
  }

  /** Turns the given switches and leaves the others. @returns all switches after */
  turn(switches: Switches): Promise<Switches> {
    return this.#call('POST', switches);
  }

  /** Runs one batch of the held relay. @returns how many events it sent */
  async stepRelay(limit: number): Promise<number> {
    const { sent } = await this.#call('POST', { limit }, '/admin/relay/run');
    return Number(sent);
  }

  async #call(method: 'GET' | 'POST', body?: Switches, path = '/admin/faults'): Promise<Switches> {
    const url = `${this.url}${path}`;
    try {
      const reply = await request(url, {
        method,
        signal: AbortSignal.timeout(answerWithinMs),
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`it answered ${reply.statusCode}: ${text.slice(0, 200)}`);
      return JSON.parse(text) as Switches;
    } catch (error) {
      throw new ShopctlError({
        message: `the admin door ${url} does not answer: ${codeOf(error) ?? messageOf(error)}`,
        hint: 'shopctl status shows whether the service runs; it has a door only with SHOP_ADMIN=1',
        cause: error,
      });
    }
  }
}
