import type { RunScope } from '../../engine/ports.ts';
import { Conditions } from '../conditions.ts';
import type { ColumnType, Database } from '../postgres.ts';
import { inspectMarks, typeName } from './mark-types.ts';
import { probeError, wrongShape } from './probe-error.ts';
import { type NumberQuery, numberColumns, type Relation } from './relation.ts';

const nobody: RunScope = { runId: undefined, baseline: { marks: {} } };

/**
 * Asks what a relation returns, without a row of it.
 *
 * @returns the names of its columns
 * @throws ShopctlError when it cannot be asked; usage when a column is missing, or is of a type that its field cannot have
 */
export async function inspectRelation(
  relation: Relation,
  database: Database,
  withinMs: number,
): Promise<ReadonlySet<string>> {
  const { name, needs, marks } = relation;
  if (marks !== undefined) await inspectMarks(name, marks, database, withinMs);
  const columns = await columnsOf(relation, database, withinMs);
  const names = new Set(columns.map((column) => column.name));
  const missing = needs.filter((need) => !names.has(need));
  if (missing.length > 0) {
    throw wrongShape(name, `the columns ${needs.join(', ')}`, [...names].join(', ') || 'none');
  }
  const text = columns.find((column) => numberColumns.has(column.name) && column.kind !== 'number');
  if (text !== undefined) {
    throw wrongShape(name, `a number as ${text.name}`, await typeName(name, text, database, withinMs));
  }
  return names;
}

/** @throws ShopctlError when it cannot be asked; usage when it returns anything else than one number */
export async function inspectNumber(query: NumberQuery, database: Database, withinMs: number): Promise<void> {
  const columns = await columnsOf(query, database, withinMs);
  const [only] = columns;
  if (columns.length === 1 && only?.kind === 'number') return;
  const got =
    columns.length === 1
      ? `${only?.name}, which is no number`
      : `${columns.length} columns: ${columns.map((column) => column.name).join(', ')}`;
  throw wrongShape(query.name, 'one column with one number', got);
}

async function columnsOf(
  { name, select }: Pick<Relation, 'name' | 'select'>,
  database: Database,
  withinMs: number,
): Promise<ColumnType[]> {
  try {
    const where = new Conditions();
    const text = `select * from (${select(where, nobody)}) as rows limit 0`;
    return await database.columns(where.query(text), withinMs);
  } catch (cause) {
    throw probeError(name, database, cause);
  }
}
