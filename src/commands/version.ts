import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in shopctl's own package.json. */
export function shopctlVersion(packageRoot: string): string {
  return packageJson(packageRoot).version;
}

/** What shopctl runs on, as `>=20.18`. */
export function neededNode(packageRoot: string): string {
  return packageJson(packageRoot).engines.node;
}

interface PackageJson {
  readonly version: string;
  readonly engines: { readonly node: string };
}

function packageJson(packageRoot: string): PackageJson {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
}
