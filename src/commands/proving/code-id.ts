import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A name for the code that a proof is about: shopctl and the reference shop as they were built. Another build of the same
 * text has the same name.
 */
export function codeId(packageRoot: string): string {
  const dist = join(packageRoot, 'dist');
  const hash = createHash('sha256');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') || name.endsWith('.sql'))
    .sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(dist, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 12);
}
