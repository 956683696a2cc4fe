import type { Attempt, AttemptOutcome } from '../model/attempt.ts';

/** Which order of which run is being sent. */
export interface OrderIdentity {
  readonly runId: string;
  readonly n: number;
  /** `<runId>-<n>`: idempotency key and customer, by which the order is found again in the shop. */
  readonly key: string;
}

/** One HTTP request, ready to send. */
export interface OrderRequest {
  readonly method: string;
  /** Path and query below the shop's URL, beginning with a slash. */
  readonly path: string;
  /** Names and values in turn: the flat form that undici takes without copying. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** What came back. */
export interface OrderReply {
  readonly status: number;
  readonly body: string;
  /** Why the body ends early (`timeout after 10000 ms`, `reply over 65536 bytes`); absent when all of it came. */
  readonly cutOff?: string;
}

/** What a reply says in the shop's own words; what it does not say is absent. */
export interface ReplyWords {
  readonly orderId?: string;
  readonly status?: string;
  readonly reason?: string;
  /** Where the shop has rules of its own for what its replies mean; absent: those of `answerOf`. */
  readonly outcome?: AttemptOutcome;
}

/** How one shop takes an order and how it answers: all that is particular to a shop's door. */
export interface OrderRequestShape {
  /** What must be done once a run before its first order, such as a login. @throws ShopctlError when it cannot be done */
  readonly prepare?: (runId: string) => Promise<void>;
  compose(order: OrderIdentity): OrderRequest;
  /** Reads a reply of any status, also a cut off one or one that is no JSON at all; never throws. */
  read(reply: OrderReply): ReplyWords;
}

/** How an attempt ended, without its times. */
export type OrderAnswer = Pick<Attempt, 'outcome' | 'result' | 'reason' | 'httpStatus' | 'orderId'>;

/** Sends single orders. */
export interface OrderSender {
  /** Sends the order once, never again, and resolves with how it ended. A shop that fails is an answer, not an error. */
  send(order: OrderIdentity): Promise<OrderAnswer>;
  /** Ends everything in flight now: `unknown` when sent, `refused` when not. */
  abandon(reason: string): void;
  /** Releases the connections. */
  close(): Promise<void>;
}
