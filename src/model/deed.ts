/** Something a scenario did to the shop beside sending orders, and what came of it. Milliseconds of the run's clock. */
export type Deed = CancelledOrder | SteppedRelay | ReadCatalogue | PlantedPoison;

/** An order that was cancelled, or was tried to be. */
export interface CancelledOrder {
  readonly kind: 'cancelled';
  readonly orderId: string;
  /** `accepted`: the shop says that it is cancelled; `refused`: 4xx; `unknown`: anything else. */
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly result: string;
}

/** One batch of the relay, run by hand. */
export interface SteppedRelay {
  readonly kind: 'relay-stepped';
  readonly limit: number;
  readonly sent: number;
  /** The shop's word for it where the round did not get to its end. */
  readonly failure?: string;
}

/** The public catalogue, as a customer would have seen it. */
export interface ReadCatalogue {
  readonly kind: 'catalogue-read';
  readonly httpStatus: number;
  readonly products: number;
  readonly stale: boolean;
  readonly latencyMs: number;
}

/** A message or an outbox row that can never be processed. */
export interface PlantedPoison {
  readonly kind: 'poison-planted';
  readonly where: 'queue' | 'outbox';
  /** Message id or row id; absent for a message without one. */
  readonly id?: string;
  readonly detail: string;
}

/** The deed in words, for the timeline. */
export function describeDeed(deed: Deed): string {
  switch (deed.kind) {
    case 'cancelled':
      return `order ${deed.orderId} cancelled: ${deed.result}`;
    case 'relay-stepped':
      return `relay stepped with limit ${deed.limit}: ${deed.failure ?? `${deed.sent} sent`}`;
    case 'catalogue-read':
      return `catalogue: HTTP ${deed.httpStatus}, ${deed.products} products${deed.stale ? ', marked stale' : ''}`;
    case 'poison-planted':
      return `${deed.detail} put into the ${deed.where}`;
  }
}

/** A message seen on the wire by a queue of our own beside the shop's. */
export interface Delivery {
  readonly messageId: string;
  readonly type: string;
  readonly orderId?: string;
}
