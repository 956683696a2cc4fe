import type { RunScope } from '../engine/ports.ts';
import { Conditions } from './conditions.ts';
import type { Query } from './postgres.ts';

/*
 * What is asked of the reference shop's databases. Timeline queries cost the same however many rows earlier runs left:
 * unsent rows are read through their partial index, everything else through an index from the run's rows alone.
 */

/** Where the tables of a run stood before it; see `Baseline.marks`. */
export const mark = {
  /** Highest outbox position. */
  outboxSeq: 'orders.outbox.seq',
  /** The clock of the orders database. */
  ordersClock: 'orders.clock',
  /** The clock of the shipping database. */
  shippingClock: 'shipping.clock',
  /** Calls to payments repeated since the orders instances started; absent when they did not say. */
  paymentRetries: 'orders.payment-retries',
} as const;

const openStatuses = `('Pending', 'Compensating')`;
/** The event that shipping subscribes to. */
const shippedType = 'order.confirmed';

// Floored, because a shop may cut its own times to milliseconds.
const clock = `date_trunc('milliseconds', clock_timestamp())::text`;

/** One row: `seq`, `clock`. */
export function ordersMarks(): Query {
  return { text: `select coalesce(max(seq), 0)::text as seq, ${clock} as clock from outbox`, values: [] };
}

/** One row: `clock`. */
export function shippingMarks(): Query {
  return { text: `select ${clock} as clock`, values: [] };
}

/** Rows: `productId`, `onShelf`, `reserved`; one snapshot, so that their sum means something. */
export function stock(): Query {
  return {
    text: `select p.id::text as "productId", p.stock::float8 as "onShelf",
       coalesce(r.reserved, 0)::float8 as reserved
from products p
left join (select product_id, sum(quantity) as reserved from reservations
           where status = 'reserved' group by product_id) r on r.product_id = p.id
order by p.id`,
    values: [],
  };
}

/** One row: `unsent`, `all`. Rows that were given up are not unsent: nothing will send them. */
export function outboxCounts(scope: RunScope): Query {
  const where = new Conditions();
  const unsent = unsentOutbox(where, scope);
  const all = [`seq > ${where.value(markOf(scope, mark.outboxSeq))}`, ...ofRun(where, scope, outboxCustomer)];
  return where.query(
    `select (select count(*) from outbox where ${unsent})::int as unsent,
       (select count(*) from outbox where ${all.join(' and ')})::int as "all"`,
  );
}

/** Rows: `status`, `count`. */
export function ordersByStatus(scope: RunScope): Query {
  const where = new Conditions();
  const mine = since(where, scope, 'created_at', mark.ordersClock, 'customer');
  return where.query(
    `select status, count(*)::int as count from orders where ${mine} group by status order by status`,
  );
}

/** One row: `shipments`, `inbox`. The inbox knows no customer: its rows count from the baseline. */
export function shippingCounts(scope: RunScope): Query {
  const where = new Conditions();
  const shipped = since(where, scope, 'created_at', mark.shippingClock, 'customer');
  const processed = `processed_at >= ${where.value(markOf(scope, mark.shippingClock))}::timestamptz`;
  return where.query(
    `select (select count(*) from shipments where ${shipped})::int as shipments,
       (select count(*) from inbox where ${processed})::int as inbox`,
  );
}

/**
 * One row: `unsent`, `openSagas`, `confirmedOrders`, `confirmedEvents`. A cancelled order whose refund is still due has
 * not ended. Events that were given up are not counted: nothing will ship for them.
 */
export function ordersProgress(scope: RunScope): Query {
  const where = new Conditions();
  const unsent = unsentOutbox(where, scope);
  const events = [
    `seq > ${where.value(markOf(scope, mark.outboxSeq))}`,
    ...ofRun(where, scope, outboxCustomer),
    `type = '${shippedType}' and parked_at is null`,
  ];
  const mine = since(where, scope, 'created_at', mark.ordersClock, 'customer');
  return where.query(
    `select (select count(*) from outbox where ${unsent})::int as unsent,
       (select count(distinct payload->>'orderId') from outbox where ${events.join(' and ')})::int as "confirmedEvents",
       count(*) filter (where status in ${openStatuses} or refund_due)::int as "openSagas",
       count(*) filter (where status = 'Confirmed')::int as "confirmedOrders"
from orders where ${mine}`,
  );
}

/** One row: `shippedOrders`. */
export function shippingProgress(scope: RunScope): Query {
  const where = new Conditions();
  const mine = since(where, scope, 'created_at', mark.shippingClock, 'customer');
  return where.query(`select count(distinct order_id)::int as "shippedOrders" from shipments where ${mine}`);
}

/** Rows: `orderId`, `key`, `status`, `reason`. */
export function orderRows(scope: RunScope): Query {
  const where = new Conditions();
  const mine = since(where, scope, 'created_at', mark.ordersClock, 'customer');
  return where.query(
    `select id::text as "orderId", customer as key, status, reason from orders where ${mine}`,
  );
}

/** Rows: `eventId`, `orderId`, `type`, `seq`, `state`, `sentAtMs` (null when unsent), `ships`. */
export function outboxRows(scope: RunScope): Query {
  const where = new Conditions();
  const mine = [
    `seq > ${where.value(markOf(scope, mark.outboxSeq))}`,
    ...ofRun(where, scope, outboxCustomer),
  ];
  return where.query(
    `select id::text as "eventId", payload->>'orderId' as "orderId", type, seq::float8 as seq,
       case when sent_at is not null then 'sent' when parked_at is not null then 'given-up' else 'unsent' end as state,
       (extract(epoch from sent_at) * 1000)::float8 as "sentAtMs", type = '${shippedType}' as ships
from outbox where ${mine.join(' and ')}`,
  );
}

/** Rows: `shipmentId`, `orderId`, `key`; by the run's customers, whether or not there is an order. */
export function shipmentsOfRun(scope: RunScope): Query {
  const where = new Conditions();
  const mine = since(where, scope, 'created_at', mark.shippingClock, 'customer');
  return where.query(`${shipmentColumns} where ${mine}`);
}

/** Rows: `shipmentId`, `orderId`, `key`; by order, whomever they went to. */
export const shipmentsOf = (orderIds: readonly string[]): Query =>
  byIds(shipmentColumns, 'order_id', orderIds);

/** Rows: `eventId`. */
export const inboxOf = (eventIds: readonly string[]): Query =>
  byIds('select message_id as "eventId" from inbox', 'message_id', eventIds);

/** Rows: `orderId`, `amountCents`. */
export const chargesOf = (orderIds: readonly string[]): Query =>
  byIds(`${amountColumns} from charges`, 'order_id', orderIds);

/** Rows: `orderId`, `amountCents`. */
export const refundsOf = (orderIds: readonly string[]): Query =>
  byIds(`${amountColumns} from refunds`, 'order_id', orderIds);

/** Rows: `orderId`, `productId`, `quantity`, `active`. */
export const reservationsOf = (orderIds: readonly string[]): Query =>
  byIds(
    `select order_id::text as "orderId", coalesce(product_id::text, '') as "productId", quantity,
       status = 'reserved' as active from reservations`,
    'order_id',
    orderIds,
  );

const outboxCustomer = `(payload->>'customer')`;
const shipmentColumns = `select id::text as "shipmentId", order_id::text as "orderId", customer as key from shipments`;
const amountColumns = `select order_id::text as "orderId", amount_cents::float8 as "amountCents"`;

// Without a cast the parameter takes the column's type, uuid or text, and the index stays usable.
function byIds(select: string, column: string, ids: readonly string[]): Query {
  return { text: `${select} where ${column} = any($1)`, values: [ids] };
}

function unsentOutbox(where: Conditions, scope: RunScope): string {
  const ofThisRun =
    scope.runId === undefined
      ? []
      : [`seq > ${where.value(markOf(scope, mark.outboxSeq))}`, ...ofRun(where, scope, outboxCustomer)];
  // The first condition is the partial index's own.
  return ['sent_at is null', 'parked_at is null', ...ofThisRun].join(' and ');
}

function since(
  where: Conditions,
  scope: RunScope,
  time: string,
  clockMark: string,
  customer: string,
): string {
  if (scope.runId !== undefined) return ofRun(where, scope, customer).join(' and ');
  return `${time} >= ${where.value(markOf(scope, clockMark))}::timestamptz`;
}

/**
 * Keys that begin with `<runId>-`, as a range: unlike `like $1` it needs no escaping, and a text_pattern_ops index
 * serves it whatever the plan. The character after `-` is `.`.
 */
function ofRun(where: Conditions, scope: RunScope, column: string): string[] {
  const { runId } = scope;
  if (runId === undefined) return [];
  return [`${column} ~>=~ ${where.value(`${runId}-`)}`, `${column} ~<~ ${where.value(`${runId}.`)}`];
}

function markOf(scope: RunScope, name: string): string {
  const value = scope.baseline.marks[name];
  if (value === undefined) throw new Error(`the baseline has no mark ${name}`);
  return value;
}
