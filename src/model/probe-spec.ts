/*
 * Where a shop keeps what proves that an order arrived. Names are taken as they stand, upper case included; quotes around
 * them are allowed and change nothing: `"Outbox"` and `Outbox` are the same table.
 */

/** Whatever is absent, this shop does not have: the promises that need it are left out. */
export interface ProbeSpecs {
  readonly orders?: OrdersProbe | undefined;
  readonly outbox?: OutboxProbe | undefined;
  readonly inbox?: InboxProbe | undefined;
  readonly shipments?: ShipmentsProbe | undefined;
  readonly charges?: MoneyProbe | undefined;
  readonly refunds?: MoneyProbe | undefined;
  readonly reservations?: ReservationsProbe | undefined;
  readonly stock?: StockProbe | undefined;
  /** Effects that one order has in the end; 0: none is kept, and the inbox is the evidence. */
  readonly effectsPerOrder: number;
}

/** A column, or something in the JSON of one. */
export type Field = string | { readonly column: string; readonly json: string };

/** Rows from a table, or from a query that names its columns as the probe's fields are called. */
export interface ProbeSource {
  readonly dsn: string;
  readonly table?: string | undefined;
  readonly query?: string | undefined;
  /** A condition that the table's rows must fulfil, in SQL. */
  readonly where?: string | undefined;
  /** A column whose values only grow: a serial or a time. Bounds every look to rows since the run began. */
  readonly position?: string | undefined;
}

export interface OrdersProbe extends ProbeSource {
  readonly id?: Field | undefined;
  readonly status?: Field | undefined;
  readonly reason?: Field | undefined;
  /** Where the run id is found again: a text that holds `{{runId}}-{{n}}`. */
  readonly key?: Field | undefined;
}

export interface OutboxProbe extends ProbeSource {
  /** The id of the event as the inbox knows it. */
  readonly id?: Field | undefined;
  /** The id of its order. */
  readonly order?: Field | undefined;
  readonly key?: Field | undefined;
  readonly type?: Field | undefined;
  /** Types of events that have an effect; all when absent. */
  readonly ships?: readonly string[] | undefined;
  readonly sent?: SentMark | undefined;
  readonly givenUp?: GivenUpMark | undefined;
  /** Instead of a table: one number each. */
  readonly counts?: OutboxCounts | undefined;
}

export interface OutboxCounts {
  readonly unsent?: string | undefined;
  readonly all: string;
  readonly givenUp?: string | undefined;
}

/** How a row of the outbox says that it was sent. */
export type SentMark =
  | { readonly by: 'boolean'; readonly column: string }
  | { readonly by: 'timestamp'; readonly column: string }
  | { readonly by: 'status'; readonly column: string; readonly values: readonly string[] }
  /** The row is deleted when it was sent. */
  | { readonly by: 'deleted' }
  /** The row is moved to a table of the same columns. */
  | { readonly by: 'archive'; readonly table: string }
  /** Nothing says it (change data capture): unsent is not knowable. */
  | { readonly by: 'nothing' };

/** How a row of the outbox says that nobody tries any more. */
export type GivenUpMark =
  | { readonly by: 'boolean'; readonly column: string }
  | { readonly by: 'timestamp'; readonly column: string }
  | { readonly by: 'status'; readonly column: string; readonly values: readonly string[] }
  | { readonly by: 'attempts'; readonly column: string; readonly atLeast: number };

export interface InboxProbe extends ProbeSource {
  /** The id of the event. */
  readonly event?: Field | undefined;
  /** The id of the order, where the inbox has it. */
  readonly order?: Field | undefined;
  /** Rows that one event leaves: one for each handler. */
  readonly rowsPerEvent: number;
}

export interface ShipmentsProbe extends ProbeSource {
  readonly id?: Field | undefined;
  readonly order?: Field | undefined;
  readonly key?: Field | undefined;
}

export interface MoneyProbe extends ProbeSource {
  readonly order?: Field | undefined;
  /** Absent: rows are counted, amounts are not compared. */
  readonly amount?: Field | undefined;
  /** Cents in one unit of the amount: 1, or 100 where amounts are in whole currency. */
  readonly centsPerUnit: number;
}

export interface ReservationsProbe extends ProbeSource {
  readonly order?: Field | undefined;
  readonly product?: Field | undefined;
  readonly quantity?: Field | undefined;
  /** A condition in SQL: the row holds stock. All rows do when absent. */
  readonly active?: string | undefined;
}

export interface StockProbe extends ProbeSource {
  readonly product?: Field | undefined;
  readonly onShelf?: Field | undefined;
  readonly reserved?: Field | undefined;
}
