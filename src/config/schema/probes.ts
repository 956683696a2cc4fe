import { z } from 'zod';
import { column, dsn, field, listOf, sql, table, text } from './values.ts';

/** What every probe may say: where its rows are. */
const source = {
  dsn: dsn.optional().describe('the database; absent: that of `probes.dsn`'),
  table: table.optional(),
  query: sql.optional().describe('rows, instead of a table; may hold {{runId}} and {{since}}'),
  where: text("a condition in SQL, e.g. tenant = 'a'").optional(),
  position: column
    .optional()
    .describe('a column that only grows, a serial or a time: bounds each look to rows since the run began'),
};

interface Sourced {
  readonly table?: string | undefined;
  readonly query?: string | undefined;
}

/** Refuses a probe of a table that does not name these fields, and one that has both a table and a query, or neither. */
function withFields(needed: readonly string[]) {
  return (probe: Sourced & object, context: z.core.$RefinementCtx): void => {
    const say = (path: string[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    if (probe.table !== undefined && probe.query !== undefined) {
      say(['query'], 'either a table or a query, not both', probe.query);
    } else if (
      probe.table === undefined &&
      probe.query === undefined &&
      !('counts' in probe && probe.counts)
    ) {
      say(['table'], 'the name of a table, or a query', undefined);
    } else if (probe.query !== undefined) {
      for (const name of tableKeys) {
        const given: unknown = Reflect.get(probe, name);
        if (given !== undefined) say([name], besideQueryHint, given);
      }
    } else if (probe.table !== undefined) {
      for (const name of needed) {
        if (Reflect.get(probe, name) === undefined) say([name], fieldHint, undefined);
      }
    }
  };
}

/** What is said of a table; a query says it itself, in its columns and conditions. */
const tableKeys = [
  ...['where', 'position', 'id', 'status', 'reason', 'key', 'order', 'type', 'sent', 'givenUp', 'event'],
  ...['amount', 'product', 'quantity', 'active', 'onShelf', 'reserved'],
];

const besideQueryHint = 'it within the query: beside a query this would count for nothing';
const fieldHint = 'a column of the table, or { column, json } for something in its JSON';
const probeHint = 'where it is: { table, … } or { query }';

const orders = z
  .strictObject(
    {
      ...source,
      id: field.optional(),
      status: field.optional(),
      reason: field.optional(),
      key: field.optional().describe('where the run id is found again: a text that holds {{runId}}-{{n}}'),
    },
    probeHint,
  )
  .superRefine(withFields(['id', 'status']));

const values = listOf('values of the column, e.g. [SENT]');

const sent = z
  .discriminatedUnion(
    'by',
    [
      z.strictObject({ by: z.literal('boolean'), column }),
      z.strictObject({ by: z.literal('timestamp'), column }),
      z.strictObject({ by: z.literal('status'), column, values }),
      z.strictObject({ by: z.literal('deleted') }),
      z.strictObject({ by: z.literal('archive'), table }),
      z.strictObject({ by: z.literal('nothing') }),
    ],
    'how a row says that it was sent: { by: boolean, timestamp, status, deleted, archive or nothing }',
  )
  .describe('`deleted`: the row is gone then; `archive`: it is in another table; `nothing`: nobody can tell');

const givenUp = z.discriminatedUnion(
  'by',
  [
    z.strictObject({ by: z.literal('boolean'), column }),
    z.strictObject({ by: z.literal('timestamp'), column }),
    z.strictObject({ by: z.literal('status'), column, values }),
    z.strictObject({
      by: z.literal('attempts'),
      column,
      atLeast: z.int('a number of tries').min(1, 'a number of tries, 1 or more'),
    }),
  ],
  'how a row says that nobody tries any more: { by: boolean, timestamp, status or attempts }',
);

const outbox = z
  .strictObject(
    {
      ...source,
      id: field.optional().describe('the id of the event as the inbox knows it'),
      order: field.optional().describe('the id of its order'),
      key: field.optional().describe('where the run id is found again'),
      type: field.optional(),
      ships: listOf('types of events, e.g. [OrderPlaced]')
        .optional()
        .describe('types that have an effect; all when absent'),
      sent: sent.optional(),
      givenUp: givenUp.optional(),
      counts: z
        .strictObject(
          { unsent: sql.optional(), all: sql, givenUp: sql.optional() },
          '{ unsent, all, givenUp }',
        )
        .optional()
        .describe('queries of one number each, where rows cannot be had'),
    },
    probeHint,
  )
  .superRefine(withFields(['id', 'sent']));

const inbox = z
  .strictObject(
    {
      ...source,
      event: field.optional().describe('the id of the event'),
      order: field.optional(),
      rowsPerEvent: z
        .int('a number of rows')
        .min(1, 'a number of rows, 1 or more')
        .default(1)
        .describe('one for each handler'),
    },
    probeHint,
  )
  .superRefine((probe, context) => {
    // Where the ids on the wire are not those of the events, rows are counted from where the run began.
    const isCountable = probe.order !== undefined || probe.position !== undefined;
    withFields(isCountable ? [] : ['event'])(probe, context);
  });

const shipments = z
  .strictObject(
    { ...source, id: field.optional(), order: field.optional(), key: field.optional() },
    probeHint,
  )
  .superRefine(withFields(['order']));

const money = z
  .strictObject(
    {
      ...source,
      order: field.optional(),
      amount: field.optional(),
      centsPerUnit: z.number('cents in one unit of the amount: 1 or 100').positive().default(1),
    },
    probeHint,
  )
  .superRefine(withFields(['order']));

const reservations = z
  .strictObject(
    {
      ...source,
      order: field.optional(),
      product: field.optional(),
      quantity: field.optional(),
      active: text("a condition in SQL, e.g. status = 'reserved'").optional().describe('the row holds stock'),
    },
    probeHint,
  )
  .superRefine(withFields(['order']));

const stock = z
  .strictObject(
    { ...source, product: field.optional(), onShelf: field.optional(), reserved: field.optional() },
    probeHint,
  )
  .superRefine(withFields(['product', 'onShelf', 'reserved']));

export const probes = z
  .strictObject(
    {
      dsn: dsn.optional().describe('the database of every probe that names none of its own'),
      orders: orders.optional(),
      outbox: outbox.optional(),
      inbox: inbox.optional(),
      shipments: shipments.optional().describe('the effects of an order'),
      effectsPerOrder: z
        .int('0, 1, 2 …')
        .min(0, '0, 1, 2 …')
        .default(1)
        .describe('effects that one order has in the end; 0: none is kept, and the inbox is the evidence'),
      payments: z
        .strictObject({ charges: money, refunds: money.optional() }, '{ charges, refunds }')
        .optional(),
      stock: z
        .strictObject(
          { reservations: reservations.optional(), counts: stock.optional() },
          '{ reservations, counts }',
        )
        .optional(),
    },
    'where the shop keeps its orders, outbox, inbox and shipments',
  )
  .prefault({});
