import type { Evidence } from '../model/evidence.ts';
import type { JournalEvent } from '../model/journal-event.ts';

/*
 * How events lie in a journal's lines: as they are, one line each, but for the evidence, which is most of a large run. A
 * table of it becomes `evidence-rows` lines of some rows each, by column: what all rows of a line have in common is said
 * once, and an id is a number from its second mention on. The `evidence` line behind them says how many rows there are,
 * and holds the rest. Without it there is no evidence: half of the rows would look like lost orders.
 *
 * Nothing else knows of this: the model's events go in and come out.
 */

/** Bounds what a reader holds of a line as text: about 100 bytes a row. */
export const rowsPerLine = 2000;

/** The tables with rows for each order. What else there is stays in the evidence line. */
const tables = [
  'orders',
  'outbox',
  'inbox',
  'shipments',
  'charges',
  'refunds',
  'reservations',
] as const satisfies readonly (keyof Evidence)[];

/** Columns of ids that several tables have; each has its own numbers, over all tables. */
const idColumns = ['orderId', 'key', 'eventId'] as const;

type Scalar = string | number | boolean | null;
type Values = Scalar | readonly Scalar[];
/** The one value of all rows, the values of all rows, or those of some rows: the others have no such field. */
type Column = Values | { readonly rows: readonly number[]; readonly values: Values };
type Row = Record<string, Scalar>;

interface RowsLine {
  readonly at: string;
  readonly t: number;
  readonly type: 'evidence-rows';
  readonly table: string;
  readonly rows: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** In place of a table in the evidence line. */
interface TableEnd {
  readonly rows: number;
}

/** The lines of an event, as plain JSON values. */
export function* packed(event: JournalEvent): Generator<object> {
  if (event.type === 'evidence') yield* packedEvidence(event);
  else yield event;
}

/** Gives back what was packed, line by line, in the order in which they were written. */
export class Unpacker {
  #found = new FoundRows();

  /**
   * @returns the event of the line, or undefined where its last line is still to come
   * @throws Error when rows of the evidence are missing or do not fit together
   */
  take(line: JournalEvent | RowsLine): JournalEvent | undefined {
    switch (line.type) {
      case 'evidence-rows':
        this.#found.add(line);
        return undefined;
      case 'evidence': {
        const evidence = this.#found.completed(line.evidence);
        this.#found = new FoundRows();
        return { ...line, evidence };
      }
      default:
        return line;
    }
  }
}

function* packedEvidence(event: Extract<JournalEvent, { type: 'evidence' }>): Generator<object> {
  const { at, t, type } = event;
  const rest: Record<string, unknown> = { ...event.evidence };
  const ids = new IdNumbers();
  for (const table of tables) {
    const rows = event.evidence[table] ?? [];
    if (rows.length === 0) continue;
    rest[table] = { rows: rows.length } satisfies TableEnd;
    for (let from = 0; from < rows.length; from += rowsPerLine) {
      const some: readonly object[] = rows.slice(from, from + rowsPerLine);
      const columns = columnsOf(some as readonly Row[], ids);
      yield { at, t, type: 'evidence-rows', table, rows: some.length, columns } satisfies RowsLine;
    }
  }
  yield { at, t, type, evidence: rest };
}

function columnsOf(rows: readonly Row[], ids: IdNumbers): Record<string, Column> {
  const columns: Record<string, Column> = {};
  for (const field of fieldsOf(rows)) {
    const having: number[] = [];
    const values: Scalar[] = [];
    rows.forEach((row, index) => {
      const value = row[field];
      if (value === undefined) return;
      having.push(index);
      values.push(ids.packed(field, value));
    });
    const [first] = values;
    if (first === undefined) continue;
    const packed = values.every((value) => value === first) ? first : values;
    columns[field] = having.length === rows.length ? packed : { rows: having, values: packed };
  }
  return columns;
}

function fieldsOf(rows: readonly Row[]): Set<string> {
  const fields = new Set<string>();
  for (const row of rows) for (const field of Object.keys(row)) fields.add(field);
  return fields;
}

function isIdColumn(field: string): boolean {
  return (idColumns as readonly string[]).includes(field);
}

/** Numbers ids in the order of their first mentions. */
class IdNumbers {
  readonly #numbers = new Map(idColumns.map((field): [string, Map<Scalar, number>] => [field, new Map()]));

  /** The id itself where it is new. */
  packed(field: string, value: Scalar): Scalar {
    const numbers = this.#numbers.get(field);
    if (numbers === undefined || value === null) return value;
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size);
    return value;
  }
}

/** Rows of the evidence whose last line is still to come. */
class FoundRows {
  readonly #tables = new Map<string, Row[]>();
  readonly #ids = new Map<string, Scalar[]>();

  add({ table, rows: count, columns }: RowsLine): void {
    const rows = Array.from({ length: count }, (): Row => ({}));
    for (const [field, column] of Object.entries(columns)) this.#fill(rows, field, column);
    const before = this.#tables.get(table);
    if (before === undefined) this.#tables.set(table, rows);
    else for (const row of rows) before.push(row);
  }

  /** @throws Error when there are more or fewer rows than were written */
  completed(packedEvidence: Evidence): Evidence {
    const evidence: Record<string, unknown> = { ...packedEvidence };
    for (const [table, end] of Object.entries(evidence)) {
      if (!isTableEnd(end)) continue;
      const rows = this.#tables.get(table) ?? [];
      if (rows.length !== end.rows) throw new Error(`${rows.length} of ${end.rows} rows of ${table}`);
      evidence[table] = rows;
    }
    return evidence;
  }

  #fill(rows: readonly Row[], field: string, column: Column): void {
    const isSparse = typeof column === 'object' && column !== null && 'rows' in column;
    const values = isSparse ? column.values : column;
    const indexes = isSparse ? column.rows : rows.keys();
    const count = isSparse ? column.rows.length : rows.length;
    if (Array.isArray(values) && values.length !== count) throw new Error(`${field} is not of ${count} rows`);
    const known = isIdColumn(field) ? this.#idsOf(field) : undefined;
    let next = 0;
    for (const index of indexes) {
      const value: Scalar = Array.isArray(values) ? values[next++] : values;
      const row = rows[index];
      if (row === undefined) throw new Error(`${field} of row ${index} of ${rows.length}`);
      row[field] = known === undefined ? value : idOf(value, known);
    }
  }

  #idsOf(field: string): Scalar[] {
    const known = this.#ids.get(field) ?? [];
    this.#ids.set(field, known);
    return known;
  }
}

/** Ids are texts: a number is the place of one that came before. */
function idOf(value: Scalar, known: Scalar[]): Scalar {
  if (typeof value === 'number') {
    const id = known[value];
    if (id === undefined) throw new Error(`id ${value} of ${known.length}`);
    return id;
  }
  if (value !== null) known.push(value);
  return value;
}

function isTableEnd(value: unknown): value is TableEnd {
  return typeof value === 'object' && value !== null && 'rows' in value;
}
