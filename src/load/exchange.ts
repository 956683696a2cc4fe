import type { Dispatcher } from 'undici';
import { codeOf, messageOf } from '../errors.ts';
import { answerOf, noAnswer, notSent } from './order-answer.ts';
import type { OrderAnswer, OrderReply, OrderRequestShape } from './order-request.ts';

/** An order's reply is some hundred bytes; more is a page or a bug of the shop and is not kept. */
export const replyMaxBytes = 65_536;

/**
 * One order on the wire, from the queue of the pool to its answer. It is undici's own handler rather than
 * `Pool.request`, because only here is it known whether a request was ever written to a connection: that is the
 * difference between `refused` and `unknown`. It also saves a stream and an AbortController for each order.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #shape: OrderRequestShape;
  readonly #settle: (answer: OrderAnswer) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(shape: OrderRequestShape, settle: (answer: OrderAnswer) => void) {
    this.#shape = shape;
    this.#settle = settle;
  }

  /** Called right before the request is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    const before = this.#controller;
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('given up before it was sent'));
    // undici may put a request on a second connection; an order is sent once.
    else if (before !== undefined) this.end('connection closed');
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    // 100 Continue and 103 Early Hints come before the reply.
    if (status >= 200) this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > replyMaxBytes) this.end(`reply over ${replyMaxBytes} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(this.#read());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#unanswered(wordFor(error)));
  }

  /** Ends it now, whatever its state. The connection is given up: nobody waits for what may still come on it. */
  end(reason: string): void {
    if (this.#settled) return;
    this.#finish(this.#unanswered(reason));
    this.#controller?.abort(new Error(reason));
  }

  #finish(answer: OrderAnswer): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#chunks = [];
    this.#settle(answer);
  }

  #unanswered(reason: string): OrderAnswer {
    if (this.#controller === undefined) return notSent(reason);
    return this.#status === 0 ? noAnswer(reason) : this.#read(reason);
  }

  #read(cutOff?: string): OrderAnswer {
    const [first, second] = this.#chunks;
    const whole = second === undefined ? first : Buffer.concat(this.#chunks);
    const body = whole === undefined ? '' : whole.toString('utf8');
    const reply: OrderReply = { status: this.#status, body, ...(cutOff === undefined ? {} : { cutOff }) };
    return answerOf(reply, this.#shape.read(reply));
  }
}

/** Stable words, because they become rows of the result table: no ports, no addresses. */
function wordFor(error: Error): string {
  if (error.name === 'HTTPParserError') return 'reply is not HTTP';
  const code = codeOf(error);
  if (code === 'UND_ERR_SOCKET') return 'connection closed';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect timeout';
  return code ?? messageOf(error);
}
