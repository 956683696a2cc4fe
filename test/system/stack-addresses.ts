import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedStateDir } from './shopctl.ts';

export interface StackAddresses {
  readonly gateway: string;
  readonly broker: string;
  readonly management: string;
  readonly databases: Readonly<Record<string, string>>;
}

/** Where the shared stack is, passwords included: `shopctl status` shows none. */
export function stackAddresses(): StackAddresses {
  return JSON.parse(readFileSync(join(sharedStateDir(), 'stack/stack.json'), 'utf8')).addresses;
}
