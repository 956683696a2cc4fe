import type { RunScope } from '../../engine/ports.ts';
import type { Field, ProbeSource } from '../../model/probe-spec.ts';
import { quotedName, quotedText } from '../../model/sql-name.ts';
import type { Conditions } from '../conditions.ts';

/**
 * The rows of one probe, whatever the shop calls its table and columns: a select whose columns have the names that this
 * tool has for them. Everything else is asked of that.
 */
export interface Relation {
  /** As in the config: `outbox`, `payments.charges`. */
  readonly name: string;
  readonly dsn: string;
  /** Columns that a table has; undefined for a query, which is asked what it returns. */
  readonly columns: ReadonlySet<string> | undefined;
  /** Columns that there must be. */
  readonly needs: readonly string[];
  /** A query that is told the run, or since when it runs, counts that alone. */
  readonly isTold: boolean;
  /** Columns that are only seen through what they say of a row: their types are asked apart. */
  readonly marks?: Marks | undefined;
  /** The select itself. */
  select(where: Conditions, scope: RunScope): string;
}

/** How the rows of a table say what became of them. */
export interface Marks {
  readonly table: string;
  readonly columns: readonly {
    readonly field: 'sent' | 'givenUp';
    readonly by: 'boolean' | 'timestamp' | 'status' | 'attempts';
    readonly column: string;
  }[];
}

/** Columns that must hold numbers, whichever relation has them. */
export const numberColumns: ReadonlySet<string> = new Set(['amount', 'quantity', 'onShelf', 'reserved']);

/** What a relation is made of: SQL by the tool's own names of columns; undefined is left out. */
export type Expressions = Readonly<Record<string, string | undefined>>;

export function relationOf(
  name: string,
  source: ProbeSource,
  expressions: Expressions,
  needs: readonly string[],
): Relation {
  const { dsn, table, query, where, position } = source;
  if (query !== undefined) return queryRelation(name, dsn, query, needs);
  const columns = given({ ...expressions, position: position && quotedName(position) });
  const from = selectFrom(table ?? '', columns, where);
  return { name, dsn, needs, isTold: false, columns: new Set(columns.map(([as]) => as)), select: () => from };
}

/** `select "Id" as "id", … from "Outbox" where …` */
export function selectFrom(table: string, columns: readonly [string, string][], where?: string): string {
  const list = columns.map(([as, sql]) => `${sql} as "${as}"`).join(', ');
  return `select ${list} from ${quotedName(table)}${where === undefined ? '' : ` where (${where})`}`;
}

export function given(expressions: Expressions): [string, string][] {
  return Object.entries(expressions).flatMap(([as, sql]) => (sql === undefined ? [] : [[as, sql]]));
}

function queryRelation(name: string, dsn: string, query: string, needs: readonly string[]): Relation {
  return {
    name,
    dsn,
    needs,
    columns: undefined,
    isTold: isTold(query),
    select: (where, scope) => filledIn(query, name, where, scope),
  };
}

const placeholder = /\{\{\s*(runId|since)\s*\}\}/g;

function isTold(query: string): boolean {
  return query.search(placeholder) >= 0;
}

/** A query of the config with its placeholders as parameters, to stand in parentheses. */
export function filledIn(query: string, name: string, where: Conditions, scope: RunScope): string {
  const text = query.trim().replace(/;$/, '');
  // The line break ends a comment that it may end with, which would hide what follows.
  return `${text}\n`.replace(placeholder, (_whole, what: string) =>
    what === 'runId'
      ? `${where.value(scope.runId ?? '')}::text`
      : `${where.value(scope.baseline.marks[clockMark(name)] ?? 'now')}::timestamptz`,
  );
}

/** A query of one number, such as those of `probes.outbox.counts`. */
export interface NumberQuery {
  readonly name: string;
  readonly dsn: string;
  readonly isTold: boolean;
  select(where: Conditions, scope: RunScope): string;
}

export function numberQuery(name: string, dsn: string, query: string): NumberQuery {
  return {
    name,
    dsn,
    isTold: isTold(query),
    select: (where, scope) => filledIn(query, name, where, scope),
  };
}

/** Where a relation stood when the run began: the highest position, its database's clock, how many rows there were. */
export const positionMark = (name: string) => `${name}.position`;
export const clockMark = (name: string) => `${name}.clock`;
export const countMark = (name: string) => `${name}.count`;
/** Relations whose rows are counted from there on; in all others the run's orders are looked for. */
export const countedRelations: ReadonlySet<string> = new Set(['outbox', 'inbox']);
/** The ids of unsent rows that were there before, where no position tells them from later ones. */
export const leftMark = (name: string) => `${name}.left`;

/** A column, or what is in the JSON of one, as SQL. */
export function fieldSql(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined;
  if (typeof field === 'string') return quotedName(field);
  const path = field.json.split('.').map(quotedText).join(', ');
  return `(${quotedName(field.column)}::jsonb #>> array[${path}])`;
}
