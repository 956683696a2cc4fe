import { distance } from 'fastest-levenshtein';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';

/** The known names that look like what was typed, nearest first, at most three. */
export function nearNames(typed: string, known: readonly string[]): string[] {
  const allowed = Math.max(2, Math.floor(typed.length / 3));
  return known
    .map((name) => ({ name, far: name.startsWith(typed) ? 0 : distance(typed, name) }))
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** A usage error (64) for a name nobody knows: what was typed, what is near it, and how to see all. */
export function unknownName(
  noun: string,
  typed: string,
  known: readonly string[],
  listing: string,
): ShopctlError {
  const near = nearNames(typed, known);
  return new ShopctlError({
    message: `there is no ${noun} '${typed}'${near.length > 0 ? `; near it: ${near.join(', ')}` : ''}`,
    hint: `${listing} shows all`,
    exitCode: ExitCode.usage,
  });
}
