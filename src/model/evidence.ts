import type { QueueCount } from './sample.ts';
import type { TargetState } from './target.ts';

/**
 * What the shop itself holds about this run's orders, read once at the end. Ids are compared as text. A field is
 * `null` when its probe never answered, and absent when this shop has no such thing.
 */
export interface Evidence {
  readonly orders?: readonly OrderRow[] | null;
  readonly outbox?: readonly OutboxRow[] | null;
  readonly inbox?: readonly InboxRow[] | null;
  readonly shipments?: readonly ShipmentRow[] | null;
  readonly charges?: readonly ChargeRow[] | null;
  readonly refunds?: readonly RefundRow[] | null;
  readonly reservations?: readonly ReservationRow[] | null;
  readonly stock?: readonly StockCount[] | null;
  readonly queues?: readonly QueueState[] | null;
  /** Calls to payments that were repeated during the run, over all orders. */
  readonly paymentRetries?: number | null;
  readonly parts?: readonly PartSeen[];
  /** How this shop keeps its evidence; absent: as the reference shop does. */
  readonly shape?: EvidenceShape;
  /** Why a field is `null`, in words, by the field's name. */
  readonly failures?: Readonly<Record<string, string>>;
}

/** What the rows of a shop can tell, and what they cannot. */
export interface EvidenceShape {
  /** Effects that one order has in the end; 0: none is kept, and what the inbox has received stands for them. */
  readonly effectsPerOrder: number;
  /** Rows that one event leaves in the inbox, one for each handler. */
  readonly inboxRowsPerEvent: number;
  /** Whether inbox rows can be matched to outbox rows. */
  readonly inboxKnowsEvents: boolean;
  readonly outbox: {
    /** Rows say whether they were sent. */
    readonly marksSent: boolean;
    /** Rows stay when they were sent. */
    readonly keepsSent: boolean;
    /** Rows say which order they are of; else their `orderId` is empty. */
    readonly knowsOrders: boolean;
  };
  /** What waits in an outbox that cannot show its rows. */
  readonly outboxCounts?: { readonly unsent?: number; readonly givenUp?: number };
}

export interface OrderRow {
  readonly orderId: string;
  /** The attempt's key, by which an unanswered order is found. */
  readonly key: string;
  readonly status: string;
  readonly reason?: string;
}

export interface OutboxRow {
  readonly eventId: string;
  readonly orderId: string;
  readonly type: string;
  /** `unmarked`: the outbox does not say, and nobody can tell. */
  readonly state: 'unsent' | 'sent' | 'given-up' | 'unmarked';
  /** Position in the outbox: a later event of the same order has a higher one. */
  readonly seq: number;
  /** When it was marked as sent, milliseconds since the epoch by the database's clock. */
  readonly sentAtMs?: number;
  /** Whether shipping subscribes to events of this type, so that an inbox row is due. */
  readonly ships: boolean;
}

export interface InboxRow {
  readonly eventId: string;
}

export interface ShipmentRow {
  readonly shipmentId: string;
  readonly orderId: string;
  /** The attempt's key, where the shipment carries it: finds the attempt when no order exists. */
  readonly key?: string;
}

export interface ChargeRow {
  readonly orderId: string;
  readonly amountCents: number;
}

export interface RefundRow {
  readonly orderId: string;
  readonly amountCents: number;
}

export interface ReservationRow {
  readonly orderId: string;
  readonly productId: string;
  readonly quantity: number;
  /** Released reservations hold no stock any more. */
  readonly active: boolean;
}

/** Stock on the shelf and stock reserved, of one product, read in one snapshot: their sum never changes. */
export interface StockCount {
  readonly productId: string;
  readonly onShelf: number;
  readonly reserved: number;
}

export interface QueueState extends QueueCount {
  readonly name: string;
  /**
   * Deliveries so far of messages that had been delivered before. Only the management API counts them, and some seconds
   * late; `null` when it did not answer, absent where there is none.
   */
  readonly redelivered?: number | null;
}

export interface PartSeen {
  readonly name: string;
  readonly state: TargetState;
}
