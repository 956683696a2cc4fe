import type { RunScope } from '../../engine/ports.ts';
import { codeOf } from '../../errors.ts';
import { idForms } from '../../model/comparable-id.ts';
import { Conditions } from '../conditions.ts';
import type { Database } from '../postgres.ts';
import { inspectRelation } from './inspect.ts';
import { probeError } from './probe-error.ts';
import { clockMark, countedRelations, countMark, positionMark, type Relation } from './relation.ts';

/** Which rows: those since the run began, those that hold its id, those of some ids; all of these together. */
export interface Selection {
  readonly scope: RunScope;
  readonly since?: boolean;
  readonly run?: boolean;
  readonly ids?: { readonly column: string; readonly ids: readonly string[] };
  /** A further condition, in SQL. */
  readonly and?: (where: Conditions) => string;
  readonly groupBy?: string;
  /** Groups of at least so many rows. */
  readonly havingAtLeast?: number;
  readonly limit?: number;
}

/** Ids for one statement: some hundred kilobytes, answered well within any limit. */
const chunkSize = 10_000;
/** An id that is no uuid, or no number, was asked of a column of such. */
const idTypeMismatch: ReadonlySet<string> = new Set(['22P02', '22003', '42883']);

/** The rows of one relation in its database. */
export class ProbeTable {
  readonly name: string;
  readonly #relation: Relation;
  readonly #database: Database;
  #columns: ReadonlySet<string> | undefined;
  #idsAsText = false;

  constructor(relation: Relation, database: Database) {
    this.name = relation.name;
    this.#relation = relation;
    this.#database = database;
    this.#columns = relation.columns;
  }

  has(column: string): boolean {
    return this.#columns?.has(column) ?? false;
  }

  /** Whether the rows since the run began can be told from earlier ones. */
  get isBounded(): boolean {
    return this.has('position') || this.#relation.isTold;
  }

  /** @throws ShopctlError when it cannot be asked, or returns something else than what is due */
  async inspect(withinMs: number): Promise<void> {
    this.#columns = await inspectRelation(this.#relation, this.#database, withinMs);
  }

  /** Where it stands now; the count, which reads the whole table, only where nothing else tells later rows from these. */
  async marks(withinMs: number): Promise<Record<string, string>> {
    const isCounted = countedRelations.has(this.name) && !this.isBounded && !this.has('key');
    const list = [
      // Floored, because a shop may cut its own times to milliseconds.
      `date_trunc('milliseconds', clock_timestamp())::text as clock`,
      ...(this.has('position') ? ['max("position")::text as position'] : []),
      ...(isCounted ? ['count(*)::text as count'] : []),
    ];
    const scope = { runId: undefined, baseline: { marks: {} } };
    const from = list.length === 1 ? { and: () => 'false' } : {};
    const tail = list.length === 1 ? { groupBy: '()' } : {};
    const [row] = await this.#ask<{ clock: string; position?: string | null; count?: string }>(
      list.join(', '),
      { scope, ...from, ...tail },
      withinMs,
    );
    return {
      ...(row === undefined ? {} : { [clockMark(this.name)]: row.clock }),
      ...(typeof row?.position === 'string' ? { [positionMark(this.name)]: row.position } : {}),
      ...(row?.count === undefined ? {} : { [countMark(this.name)]: row.count }),
    };
  }

  /**
   * Rows of the tool's own columns.
   * @param list what to select, in SQL
   * @throws ShopctlError that names the probe; NoAnswer as its cause when it takes longer
   */
  async rows<Row extends object>(list: string, selection: Selection, withinMs: number): Promise<Row[]> {
    const { ids } = selection;
    if (ids === undefined) return await this.#ask<Row>(list, selection, withinMs);
    const found: Row[] = [];
    const deadline = performance.now() + withinMs;
    for (let from = 0; from < ids.ids.length; from += chunkSize) {
      const chunk = { ...ids, ids: ids.ids.slice(from, from + chunkSize) };
      const left = Math.max(1, deadline - performance.now());
      for (const row of await this.#askByIds<Row>(list, { ...selection, ids: chunk }, left)) found.push(row);
    }
    return found;
  }

  /** By the column's own type first, which keeps its index usable; as text when the ids are of another. */
  async #askByIds<Row extends object>(list: string, selection: Selection, withinMs: number): Promise<Row[]> {
    try {
      return await this.#ask<Row>(list, selection, withinMs);
    } catch (error) {
      if (this.#idsAsText || !idTypeMismatch.has(codeOf(error) ?? '')) throw error;
      this.#idsAsText = true;
      return await this.#ask<Row>(list, selection, withinMs);
    }
  }

  async #ask<Row extends object>(list: string, selection: Selection, withinMs: number): Promise<Row[]> {
    const where = new Conditions();
    const from = this.#relation.select(where, selection.scope);
    const conditions = this.#conditions(selection, where);
    const filter = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    const tail = tailOf(selection);
    try {
      const query = where.query(`select ${list} from (${from}) as rows${filter}${tail}`);
      return await this.#database.rows<Row>(query, withinMs);
    } catch (cause) {
      throw probeError(this.name, this.#database, cause);
    }
  }

  #conditions({ scope, since, run, ids, and }: Selection, where: Conditions): string[] {
    const mark = scope.baseline.marks[positionMark(this.name)];
    const conditions: string[] = [];
    if (since && mark !== undefined && this.has('position'))
      conditions.push(`"position" > ${where.value(mark)}`);
    if (run && scope.runId !== undefined && this.has('key')) {
      conditions.push(`strpos("key"::text, ${where.value(`${scope.runId}-`)}) > 0`);
    }
    if (ids !== undefined) {
      const cast = this.#idsAsText ? '::text' : '';
      conditions.push(`"${ids.column}"${cast} = any(${where.value(idForms(ids.ids))})`);
    }
    if (and !== undefined) conditions.push(and(where));
    return conditions;
  }
}

function tailOf({ groupBy, havingAtLeast, limit }: Selection): string {
  return [
    ...(groupBy === undefined ? [] : [` group by ${groupBy}`]),
    ...(havingAtLeast === undefined ? [] : [` having count(*) >= ${havingAtLeast}`]),
    ...(limit === undefined ? [] : [` limit ${limit}`]),
  ].join('');
}

/** A text column by the tool's own name, as text. */
export function asText(column: string, as = column): string {
  return `"${column}"::text as "${as}"`;
}
