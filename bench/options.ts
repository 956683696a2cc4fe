import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Names of measurements; all when empty. */
  readonly only: readonly string[];
  readonly quick: boolean;
  /** JSON on stdout in place of the table. */
  readonly json: boolean;
  /** File for the JSON. */
  readonly out: string | undefined;
  /** Markdown page that the results are put into. */
  readonly md: string | undefined;
  /** How long to wait before each measurement for others to leave the machine alone, seconds. */
  readonly waitS: number;
}

export const usage = `npm run bench -- [options]

  --only <name>[,<name>]  some measurements
  --quick                 small amounts and few rounds: does it work, not how fast is it
  --json                  JSON on stdout in place of the table
  --out <file>            JSON into a file
  --md <file>             Markdown into a page, between its two marks
  --wait <seconds>        wait so long before each measurement for a quiet machine (0)`;

/**
 * @param names of the measurements there are
 * @throws Error with the usage for an option, name or number that makes no sense
 */
export function parseOptions(args: readonly string[], names: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      md: { type: 'string' },
      wait: { type: 'string', default: '0' },
    },
  });
  const only = values.only.flatMap((text) => text.split(',')).filter((name) => name !== '');
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no measurement '${unknown}': ${names.join(', ')}`);
  if (!/^\d+$/.test(values.wait)) throw new Error(`--wait '${values.wait}' is not a whole number of seconds`);
  const { quick, json, out, md } = values;
  return { only, quick, json, out, md, waitS: Number(values.wait) };
}
