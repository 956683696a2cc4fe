import type { RunScope } from '../../engine/ports.ts';
import { Conditions } from '../conditions.ts';
import type { Database } from '../postgres.ts';
import { inspectNumber } from './inspect.ts';
import { probeError, wrongShape } from './probe-error.ts';
import { clockMark, countMark, type NumberQuery } from './relation.ts';

/** A query of one number. One that is not told which run it is about counts from what it was when the run began. */
export class NumberProbe {
  readonly #query: NumberQuery;
  readonly #database: Database;

  constructor(query: NumberQuery, database: Database) {
    this.#query = query;
    this.#database = database;
  }

  /** @throws ShopctlError when it cannot be asked, or gives anything else than one number */
  async inspect(withinMs: number): Promise<void> {
    await inspectNumber(this.#query, this.#database, withinMs);
  }

  async marks(withinMs: number): Promise<Record<string, string>> {
    const { name, isTold } = this.#query;
    const where = new Conditions();
    const clock = `select date_trunc('milliseconds', clock_timestamp())::text as clock`;
    const [row] = await this.#rows<{ clock: string }>(clock, where, withinMs);
    const marks = { [clockMark(name)]: row?.clock ?? '' };
    if (isTold) return marks;
    const scope = { runId: undefined, baseline: { marks } };
    return { ...marks, [countMark(name)]: String(await this.#number(scope, withinMs)) };
  }

  /** What came since the run began; never below 0, as earlier rows may leave meanwhile. */
  async read(scope: RunScope, withinMs: number): Promise<number> {
    const before = Number(scope.baseline.marks[countMark(this.#query.name)] ?? 0);
    return Math.max(0, (await this.#number(scope, withinMs)) - before);
  }

  async #number(scope: RunScope, withinMs: number): Promise<number> {
    const where = new Conditions();
    const text = `select * from (${this.#query.select(where, scope)}) as rows`;
    const rows = await this.#rows<Record<string, unknown>>(text, where, withinMs);
    const [first] = rows;
    const value = Number(first === undefined ? Number.NaN : Object.values(first)[0]);
    if (rows.length === 1 && Number.isFinite(value)) return value;
    throw wrongShape(this.#query.name, 'one row with one number', `${rows.length} rows`);
  }

  async #rows<Row extends object>(text: string, where: Conditions, withinMs: number): Promise<Row[]> {
    try {
      return await this.#database.rows<Row>(where.query(text), withinMs);
    } catch (cause) {
      throw probeError(this.#query.name, this.#database, cause);
    }
  }
}
