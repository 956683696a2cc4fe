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

  /**
   * Runs one batch of the held relay. A round that failed is an answer as well: it may have published.
   * @returns how many events it sent, and the shop's word for a failure
   */
  async stepRelay(limit: number): Promise<{ readonly sent: number; readonly failure?: string }> {
    const { status, text } = await this.#ask('POST', '/admin/relay/run', { limit });
    if (status === 200) return { sent: Number(parsed(text)['sent']) };
    return { sent: 0, failure: `the round failed (${parsed(text)['reason'] ?? `HTTP ${status}`})` };
  }

  async #call(method: 'GET' | 'POST', body?: Switches): Promise<Switches> {
    const { status, text } = await this.#ask(method, '/admin/faults', body);
    if (status === 200) return parsed(text);
    throw this.#silent(new Error(`it answered ${status}: ${text.slice(0, 200)}`));
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: Switches): Promise<Answer> {
    const url = `${this.url}${path}`;
    try {
      const reply = await request(url, {
        method,
        signal: AbortSignal.timeout(answerWithinMs),
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      return { status: reply.statusCode, text: await reply.body.text() };
    } catch (error) {
      throw this.#silent(error);
    }
  }

  #silent(error: unknown): ShopctlError {
    return new ShopctlError({
      message: `the admin door ${this.url} does not answer: ${codeOf(error) ?? messageOf(error)}`,
      hint: 'shopctl status shows whether the service runs; it has a door only with SHOP_ADMIN=1',
      cause: error,
    });
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function parsed(text: string): Switches {
  try {
    return JSON.parse(text) as Switches;
  } catch {
    return {};
  }
}
