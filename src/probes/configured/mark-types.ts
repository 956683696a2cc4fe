import { ShopctlError } from '../../errors.ts';
import { ExitCode } from '../../exit-code.ts';
import { quotedName } from '../../model/sql-name.ts';
import type { ColumnKind, ColumnType, Database } from '../postgres.ts';
import { probeError } from './probe-error.ts';
import type { Marks } from './relation.ts';

type By = Marks['columns'][number]['by'];

interface Due {
  readonly kinds: readonly ColumnKind[];
  /** What such a column is, in words. */
  readonly what: string;
  /** What to give for a column that is none. */
  readonly instead: string;
}

const due: Readonly<Record<By, Due>> = {
  boolean: {
    kinds: ['flag', 'number'],
    what: 'a boolean, or 0 and 1',
    instead: '{ by: status, column, values: […] } for one of words, { by: timestamp, column } for a time',
  },
  timestamp: {
    kinds: ['time'],
    what: 'a timestamp or a date, null until then',
    instead:
      "{ by: status, column, values: […] } for a column of words, { by: boolean, column } for a flag; for a time that is kept as a number or a text, a query that returns the state: case when … then 'sent' else 'unsent' end as state",
  },
  status: {
    kinds: ['number', 'flag', 'other'],
    what: 'a text, a number or an enum',
    instead: '{ by: timestamp, column } for a time that is null until then',
  },
  attempts: {
    kinds: ['number'],
    what: 'a number of tries',
    instead: '{ by: status, column, values: […] } for a column of words',
  },
};

/**
 * Asks whether the columns that say what became of a row can say it: one of another type would be taken for something, or
 * fail when the run is over and its evidence is read.
 *
 * @throws ShopctlError (usage) with the table, the column, its type and what to give; those of a probe that cannot be asked
 */
export async function inspectMarks(
  name: string,
  { table, columns }: Marks,
  database: Database,
  withinMs: number,
): Promise<void> {
  if (columns.length === 0) return;
  const list = columns.map(({ field, column }) => `${quotedName(column)} as "${field}"`).join(', ');
  const text = `select ${list} from ${quotedName(table)} limit 0`;
  const types = await asked(name, database, () => database.columns({ text, values: [] }, withinMs));
  for (const { field, by, column } of columns) {
    const type = types.find((each) => each.name === field);
    const { kinds, what, instead } = due[by];
    if (type === undefined || kinds.includes(type.kind)) continue;
    const got = await typeName(name, type, database, withinMs);
    throw new ShopctlError({
      message: `probe ${name}: the column ${column} of ${table} is of type ${got}; ${field}: { by: ${by} } takes ${what}`,
      hint: `give ${instead}`,
      exitCode: ExitCode.usage,
    });
  }
}

/**
 * The type of a column as `\d` shows it: `text`, `timestamp with time zone`.
 * @param name of the probe, for the error when the database does not answer
 */
export async function typeName(
  name: string,
  { typeId }: Pick<ColumnType, 'typeId'>,
  database: Database,
  withinMs: number,
): Promise<string> {
  const query = { text: 'select format_type($1::oid, null) as name', values: [typeId] };
  const ask = () => database.rows<{ name: string }>(query, withinMs);
  const [row] = await asked(name, database, ask);
  return row?.name ?? `type ${typeId}`;
}

async function asked<Value>(name: string, database: Database, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    throw probeError(name, database, cause);
  }
}
