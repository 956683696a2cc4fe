/** What happened to the event of one order, in the words of every shop. */
export type Fate = 'sent' | 'unsent' | 'given-up';

/** One way in which shops keep an outbox. */
export interface OutboxShape {
  readonly name: string;
  readonly create: string;
  /** The event of an order, and what became of it; `$1` the order's id, `$2` the run's key. */
  readonly write: (fate: Fate) => string;
  readonly probe: object;
  /** What the rows can tell: sent ones, and those given up. */
  readonly fates: readonly Fate[];
  /** Sent rows are gone. */
  readonly forgets?: true;
  /** Rows do not say which order they are of. */
  readonly knowsNoOrders?: true;
  /** Nothing says whether a row was sent. */
  readonly unmarked?: true;
}

const payload = `json_build_object('order', json_build_object('id', $1::text), 'buyer', $2::text)`;
const when = (fate: Fate, wanted: Fate, yes: string, no: string) => (fate === wanted ? yes : no);

export const outboxShapes: readonly OutboxShape[] = [
  {
    name: 'a boolean, in mixed-case quoted names',
    create: `create table "Outbox" ("Id" bigserial primary key, "OrderId" text, "Buyer" text, "IsSent" boolean not null default false)`,
    write: (fate) =>
      `insert into "Outbox" ("OrderId", "Buyer", "IsSent") values ($1, $2, ${when(fate, 'sent', 'true', 'false')})`,
    probe: {
      table: '"Outbox"',
      id: 'Id',
      order: '"OrderId"',
      key: 'Buyer',
      position: 'Id',
      sent: { by: 'boolean', column: 'IsSent' },
    },
    fates: ['sent', 'unsent'],
  },
  {
    name: 'a nullable time, the order in the JSON of a text, in a schema',
    create: `create schema "Sales"; create table "Sales"."Events" (id uuid primary key default gen_random_uuid(), body text, "CreatedAt" timestamptz not null default clock_timestamp(), "SentAt" timestamptz)`,
    write: (fate) =>
      `insert into "Sales"."Events" (body, "SentAt") values (${payload}::text, ${when(fate, 'sent', 'now()', 'null')})`,
    probe: {
      table: 'Sales.Events',
      id: 'id',
      order: { column: 'body', json: 'order.id' },
      key: { column: 'body', json: 'buyer' },
      position: 'CreatedAt',
      sent: { by: 'timestamp', column: 'SentAt' },
    },
    fates: ['sent', 'unsent'],
  },
  {
    name: 'a status as text, with a word for given up',
    create: `create table outbox (id bigserial primary key, aggregate_id varchar(40), buyer text, status varchar(20) not null)`,
    write: (fate) =>
      `insert into outbox (aggregate_id, buyer, status) values ($1, $2, '${{ sent: 'PUBLISHED', unsent: 'NEW', 'given-up': 'DEAD' }[fate]}')`,
    probe: {
      table: 'outbox',
      id: 'id',
      order: 'aggregate_id',
      position: 'id',
      sent: { by: 'status', column: 'status', values: ['PUBLISHED'] },
      givenUp: { by: 'status', column: 'status', values: ['DEAD'] },
    },
    fates: ['sent', 'unsent', 'given-up'],
  },
  {
    name: 'a status as an enum, given up after five tries',
    create: `create type event_state as enum ('pending', 'done'); create table outbox (id bigserial primary key, order_id text, buyer text, state event_state not null, tries int not null default 0)`,
    write: (fate) =>
      `insert into outbox (order_id, buyer, state, tries) values ($1, $2, '${when(fate, 'sent', 'done', 'pending')}', ${when(fate, 'given-up', '5', '1')})`,
    probe: {
      table: 'outbox',
      id: 'id',
      order: 'order_id',
      key: 'buyer',
      sent: { by: 'status', column: 'state', values: ['done'] },
      givenUp: { by: 'attempts', column: 'tries', atLeast: 5 },
    },
    fates: ['sent', 'unsent', 'given-up'],
  },
  {
    name: 'two times, processed or abandoned',
    create: `create table outbox (id uuid primary key default gen_random_uuid(), order_id text, buyer text, processed_at timestamp, abandoned_at timestamp)`,
    write: (fate) =>
      `insert into outbox (order_id, buyer, processed_at, abandoned_at) values ($1, $2, ${when(fate, 'sent', 'now()', 'null')}, ${when(fate, 'given-up', 'now()', 'null')})`,
    probe: {
      table: 'outbox',
      id: 'id',
      order: 'order_id',
      sent: { by: 'timestamp', column: 'processed_at' },
      givenUp: { by: 'timestamp', column: 'abandoned_at' },
    },
    fates: ['sent', 'unsent', 'given-up'],
  },
  {
    name: 'a row that is deleted when it was sent',
    create: `create table outbox (id bigserial primary key, order_id text, buyer text)`,
    write: (fate) =>
      fate === 'sent' ? `select $1::text, $2::text` : `insert into outbox (order_id, buyer) values ($1, $2)`,
    probe: { table: 'outbox', id: 'id', order: 'order_id', position: 'id', sent: { by: 'deleted' } },
    fates: ['sent', 'unsent'],
    forgets: true,
  },
  {
    name: 'a row that is moved to an archive',
    create: `create table outbox (id bigint primary key, order_id text, buyer text); create table outbox_archive (archived_at timestamptz default now(), id bigint primary key, order_id text, buyer text); create sequence events`,
    write: (fate) =>
      `insert into ${when(fate, 'sent', 'outbox_archive', 'outbox')} (id, order_id, buyer) values (nextval('events'), $1, $2)`,
    probe: {
      table: 'outbox',
      id: 'id',
      order: 'order_id',
      key: 'buyer',
      position: 'id',
      sent: { by: 'archive', table: 'outbox_archive' },
    },
    fates: ['sent', 'unsent'],
  },
  {
    name: 'a log that nothing is marked in',
    create: `create table outbox (id bigserial primary key, order_id text, buyer text)`,
    write: () => `insert into outbox (order_id, buyer) values ($1, $2)`,
    probe: { table: 'outbox', id: 'id', order: 'order_id', position: 'id', sent: { by: 'nothing' } },
    fates: ['sent', 'unsent'],
    unmarked: true,
  },
  {
    name: 'rows that do not say which order they are of',
    create: `create table outbox (id bigserial primary key, payload bytea, sent boolean not null)`,
    write: (fate) =>
      `insert into outbox (payload, sent) values (convert_to($1 || $2, 'UTF8'), ${when(fate, 'sent', 'true', 'false')})`,
    probe: { table: 'outbox', id: 'id', position: 'id', sent: { by: 'boolean', column: 'sent' } },
    fates: ['sent', 'unsent'],
    knowsNoOrders: true,
  },
  {
    name: 'a query',
    create: `create table mail (n bigserial primary key, ref text, gone int not null default 0)`,
    write: (fate) => `insert into mail (ref, gone) values ($1 || '/' || $2, ${when(fate, 'sent', '1', '0')})`,
    probe: {
      query: `select n as id, split_part(ref, '/', 1) as "order", case gone when 1 then 'sent' else 'unsent' end as state
              from mail where ref like '%/' || {{runId}} || '-%';`,
    },
    fates: ['sent', 'unsent'],
  },
];
