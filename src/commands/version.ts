import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in shopctl's own package.json. */
export function shopctlVersion(packageRoot: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return (parsed as { version: string }).version;
}
