import type { Attempt } from '../model/attempt.ts';
import type { OutboxRow } from '../model/evidence.ts';
import { groupBy } from '../model/group-by.ts';
import type { RunRecord } from '../model/run-record.ts';
import { cleanLine } from './clean-text.ts';
import { clockOf, clockTime } from './clock-time.ts';

/** One station of an order's way through the shop, and what was seen of the order there. */
export interface StoryStep {
  readonly name: string;
  /** Empty: looked for and not found. `undefined`: the probe did not answer, so nobody knows. */
  readonly seen: readonly string[] | undefined;
}

/** Tells what the run saw of one order: request, saga, outbox, delivery, shipment, money, stock. */
export type Storyteller = (orderId: string) => StoryStep[];

/**
 * Indexes the record once, for any number of stories. It only repeats what was seen: what of it is wrong is for the
 * promises to say. Parts that this shop does not have are left out.
 */
export function storyteller(record: RunRecord, timeZone?: string): Storyteller {
  const { evidence = {} } = record;
  const keyOfOrder = new Map((evidence.orders ?? []).map(({ orderId, key }) => [orderId, key]));
  const attemptsByOrder = groupBy(record.attempts, ({ orderId }) => orderId);
  const attemptsByKey = new Map(record.attempts.map((attempt) => [attempt.key, attempt]));
  const clock = clockOf(record, timeZone);
  const inbox = new Set((evidence.inbox ?? []).map(({ eventId }) => eventId));
  const outboxOf = rowsByOrder(evidence.outbox);
  const steps = [
    step('order', evidence.orders, ({ status, reason }) => withReason(status, reason)),
    step('outbox', evidence.outbox, (row) => outboxText(row, timeZone)),
  ];
  const effects = [
    step('shipment', evidence.shipments, ({ shipmentId }) => shipmentId),
    step('charge', evidence.charges, ({ amountCents }) => moneyText(amountCents)),
    step('refund', evidence.refunds, ({ amountCents }) => moneyText(amountCents)),
    step('stock', evidence.reservations, ({ productId, quantity, active }) => {
      return `${quantity} of product ${productId} ${active ? 'reserved' : 'released'}`;
    }),
  ];
  return (orderId) => {
    const byKey = attemptsByKey.get(keyOfOrder.get(orderId) ?? '');
    const attempts = attemptsByOrder.get(orderId) ?? (byKey === undefined ? [] : [byKey]);
    const told = [
      { name: 'request', seen: attempts.flatMap((attempt) => attemptLines(attempt, clock)) },
      ...steps.flatMap((tell) => tell(orderId)),
      ...inboxStep(evidence.inbox, outboxOf?.get(orderId) ?? [], inbox),
      ...effects.flatMap((tell) => tell(orderId)),
    ];
    return told.map(({ name, seen }) => ({ name, seen: seen?.map(cleanLine) }));
  };
}

function step<Row extends { readonly orderId: string }>(
  name: string,
  rows: readonly Row[] | null | undefined,
  text: (row: Row) => string,
): (orderId: string) => StoryStep[] {
  if (rows === undefined) return () => [];
  const byOrder = rowsByOrder(rows);
  return (orderId) => [{ name, seen: byOrder && (byOrder.get(orderId) ?? []).map(text) }];
}

function rowsByOrder<Row extends { readonly orderId: string }>(
  rows: readonly Row[] | null | undefined,
): Map<string, Row[]> | undefined {
  return rows ? groupBy(rows, ({ orderId }) => orderId) : undefined;
}

function inboxStep(
  rows: readonly unknown[] | null | undefined,
  events: readonly OutboxRow[],
  inbox: ReadonlySet<string>,
): StoryStep[] {
  if (rows === undefined) return [];
  if (rows === null) return [{ name: 'inbox', seen: undefined }];
  const received = events.filter(({ eventId }) => inbox.has(eventId));
  return [{ name: 'inbox', seen: received.map(({ type }) => `${type} received`) }];
}

function attemptLines(attempt: Attempt, clock: (atMs: number) => string): string[] {
  const { n, startedMs, endedMs, result, reason } = attempt;
  const took = Math.round(endedMs - startedMs);
  return [withReason(result, reason), `no. ${n}, ${clock(startedMs)}`, `took ${took} ms`];
}

function outboxText({ type, state, sentAtMs }: OutboxRow, timeZone: string | undefined): string {
  const at = sentAtMs === undefined ? '' : ` at ${clockTime(sentAtMs, timeZone)}`;
  return `${type} ${state}${at}`;
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined ? text : `${text} (${reason})`;
}

// Cents without a currency: the shop never says which.
function moneyText(cents: number): string {
  return (cents / 100).toFixed(2);
}
