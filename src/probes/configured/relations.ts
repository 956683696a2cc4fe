import type { GivenUpMark, OutboxProbe, ProbeSpecs, SentMark } from '../../model/probe-spec.ts';
import { quotedName, quotedText } from '../../model/sql-name.ts';
import {
  type Expressions,
  fieldSql,
  given,
  type Marks,
  type NumberQuery,
  numberQuery,
  type Relation,
  relationOf,
  selectFrom,
} from './relation.ts';

/** Every probe of a config as something to select from; what the shop does not have is undefined. */
export interface Relations {
  readonly orders?: Relation | undefined;
  readonly outbox?: Relation | undefined;
  readonly outboxCounts?: OutboxCountQueries | undefined;
  readonly inbox?: Relation | undefined;
  readonly shipments?: Relation | undefined;
  readonly charges?: Relation | undefined;
  readonly refunds?: Relation | undefined;
  readonly reservations?: Relation | undefined;
  readonly stock?: Relation | undefined;
}

export interface OutboxCountQueries {
  readonly unsent?: NumberQuery | undefined;
  readonly all: NumberQuery;
  readonly givenUp?: NumberQuery | undefined;
}

/** Compiles the probes of a config to SQL; asks nothing. */
export function relationsOf(probes: ProbeSpecs): Relations {
  const { orders, outbox, inbox, shipments, charges, refunds, reservations, stock } = probes;
  const money = (name: string, probe: typeof charges) =>
    probe &&
    relationOf(name, probe, { order: fieldSql(probe.order), amount: numberSql(fieldSql(probe.amount)) }, [
      'order',
    ]);
  return {
    orders:
      orders &&
      relationOf('orders', orders, fieldsOf(orders, ['id', 'status', 'reason', 'key']), ['id', 'status']),
    outbox: outbox && outboxRelation(outbox),
    outboxCounts: outbox?.counts && countQueries(outbox, outbox.counts),
    inbox: inbox && relationOf('inbox', inbox, fieldsOf(inbox, ['event', 'order']), []),
    shipments:
      shipments && relationOf('shipments', shipments, fieldsOf(shipments, ['id', 'order', 'key']), ['order']),
    charges: money('payments.charges', charges),
    refunds: money('payments.refunds', refunds),
    reservations:
      reservations &&
      relationOf(
        'stock.reservations',
        reservations,
        {
          order: fieldSql(reservations.order),
          product: fieldSql(reservations.product),
          quantity: numberSql(fieldSql(reservations.quantity)),
          active: reservations.active && `coalesce((${reservations.active}), false)`,
        },
        ['order'],
      ),
    stock:
      stock &&
      relationOf(
        'stock.counts',
        stock,
        {
          product: fieldSql(stock.product),
          onShelf: numberSql(fieldSql(stock.onShelf)),
          reserved: numberSql(fieldSql(stock.reserved)),
        },
        ['product', 'onShelf', 'reserved'],
      ),
  };
}

function fieldsOf<Probe extends object>(probe: Probe, names: readonly (keyof Probe & string)[]): Expressions {
  return Object.fromEntries(
    names.map((name) => [name, fieldSql(probe[name] as Parameters<typeof fieldSql>[0])]),
  );
}

/** Something from JSON is text; a column keeps its type, so that a text where a number is due is noticed. */
function numberSql(sql: string | undefined): string | undefined {
  return sql?.includes('#>>') ? `${sql}::numeric` : sql;
}

function countQueries(
  { dsn }: OutboxProbe,
  { unsent, all, givenUp }: NonNullable<OutboxProbe['counts']>,
): OutboxCountQueries {
  const named = (name: string, query: string | undefined) =>
    query === undefined ? undefined : numberQuery(`outbox.counts.${name}`, dsn, query);
  return {
    unsent: named('unsent', unsent),
    all: numberQuery('outbox.counts.all', dsn, all),
    givenUp: named('givenUp', givenUp),
  };
}

/** Undefined where there are only counts. */
function outboxRelation(outbox: OutboxProbe): Relation | undefined {
  const { table, query, sent, givenUp, where, position } = outbox;
  if (query !== undefined) return relationOf('outbox', outbox, {}, ['id', 'state']);
  if (table === undefined || sent === undefined) return undefined;
  const fields = {
    ...fieldsOf(outbox, ['id', 'order', 'key', 'type']),
    sentAt: sent.by === 'timestamp' ? quotedName(sent.column) : undefined,
    state: stateSql(sent, givenUp),
  };
  const relation = { ...relationOf('outbox', outbox, fields, []), marks: marksOf(table, sent, givenUp) };
  if (sent.by !== 'archive') return relation;
  const columns = given({ ...fields, position: position && quotedName(position) });
  const archived = columns.map(([as, sql]): [string, string] => [as, as === 'state' ? `'sent'` : sql]);
  const both = `${selectFrom(table, columns, where)} union all ${selectFrom(sent.table, archived, where)}`;
  return { ...relation, select: () => both };
}

function marksOf(table: string, sent: SentMark, givenUp: GivenUpMark | undefined): Marks {
  return {
    table,
    columns: [
      ...('column' in sent ? [{ field: 'sent' as const, by: sent.by, column: sent.column }] : []),
      ...(givenUp === undefined
        ? []
        : [{ field: 'givenUp' as const, by: givenUp.by, column: givenUp.column }]),
    ],
  };
}

/** `unsent`, `sent`, `given-up` or `unmarked`. */
function stateSql(sent: SentMark, givenUp: GivenUpMark | undefined): string {
  const isSent = sentSql(sent);
  const cases = [
    ...(isSent === undefined ? [] : [`when ${isSent} then 'sent'`]),
    ...(givenUp === undefined ? [] : [`when ${givenUpSql(givenUp)} then 'given-up'`]),
  ];
  const rest = sent.by === 'nothing' ? `'unmarked'` : `'unsent'`;
  return cases.length === 0 ? rest : `case ${cases.join(' ')} else ${rest} end`;
}

function sentSql(sent: SentMark): string | undefined {
  switch (sent.by) {
    case 'boolean':
      return flagSql(sent.column);
    case 'timestamp':
      return `${quotedName(sent.column)} is not null`;
    case 'status':
      return oneOfSql(sent.column, sent.values);
    default:
      return undefined;
  }
}

function givenUpSql(mark: GivenUpMark): string {
  switch (mark.by) {
    case 'boolean':
      return flagSql(mark.column);
    case 'timestamp':
      return `${quotedName(mark.column)} is not null`;
    case 'status':
      return oneOfSql(mark.column, mark.values);
    case 'attempts':
      return `${quotedName(mark.column)} >= ${mark.atLeast}`;
  }
}

/** A boolean, or the 0 and 1 of shops that come from a database without one. */
function flagSql(column: string): string {
  return `coalesce(${quotedName(column)}::text, 'false') in ('true', 't', '1')`;
}

/** As text, so that an enum, a number and a text are alike. */
function oneOfSql(column: string, values: readonly string[]): string {
  return `coalesce(${quotedName(column)}::text, '') in (${values.map(quotedText).join(', ')})`;
}
