import { codeOf, messageOf, ShopctlError } from '../../errors.ts';
import { ExitCode } from '../../exit-code.ts';
import type { Database } from '../postgres.ts';

/** PostgreSQL's codes for what the config has wrong, and not the shop. */
const mistakes: Readonly<Record<string, string>> = {
  '42P01': 'names are taken as they stand, upper case included; a table in another schema is schema.table',
  '42703': 'names are taken as they stand, upper case included',
  '42601': 'try the query in psql',
  '42804': 'try the query in psql',
  '42883': 'try the query in psql',
  '3D000': 'the DSN names the database last: postgres://USER:PASSWORD@HOST:PORT/NAME',
  '3F000': 'a table in another schema is schema.table',
  '22P02': 'a field has values of another kind than what it is compared with',
  '25006': 'a probe only reads: no for update, and no function that writes',
  '42501': 'grant select on it to this user; reading is all that a probe needs',
};

/** A probe that cannot be asked: which one, where, and why; never with its password. */
export function probeError(
  name: string,
  { address }: Pick<Database, 'address'>,
  cause: unknown,
): ShopctlError {
  if (cause instanceof ShopctlError) return cause;
  const code = codeOf(cause) ?? '';
  const message = `probe ${name} at ${address}: ${messageOf(cause)}`;
  const mistake = mistakes[code];
  if (mistake !== undefined) {
    return new ShopctlError({ message, hint: mistake, exitCode: ExitCode.usage, cause });
  }
  const refused = code === '28P01' || code === '28000';
  return new ShopctlError({
    message,
    hint: refused
      ? `user and password are in the DSN of the probe, ${dsnPath(name)} or probes.dsn`
      : `does the database at ${address} answer from here?`,
    cause,
  });
}

function dsnPath(name: string): string {
  return `probes.${name.replace(/^outbox\.counts.*$/, 'outbox')}.dsn`;
}

/** A probe whose query returns something else than what is due. */
export function wrongShape(name: string, expected: string, got: string): ShopctlError {
  return new ShopctlError({
    message: `probe ${name}: expected ${expected}, got ${got}`,
    hint: 'docs/your-own-shop.md says what each query has to return',
    exitCode: ExitCode.usage,
  });
}
