import type { PartControl, PartInspection } from './part.ts';
import { inspectRecord, partControl } from './part-control.ts';
import type { StackHost } from './stack-deps.ts';
import { stackPaths } from './stack-paths.ts';
import { readStackState } from './stack-state.ts';
import type { StackAddresses, StackState } from './state-schema.ts';

export { type DownOptions, type DownReport, down } from './down.ts';
export type { PartControl, PartIdentity, PartInspection, PartState } from './part.ts';
export { scaleMax } from './services.ts';
export type { StackDeps, StackHost } from './stack-deps.ts';
export type { StackAddresses, StackState } from './state-schema.ts';
export { type UpOptions, type UpReport, up } from './up.ts';

/** A stack that exists, running or not. */
export interface OpenStack {
  readonly state: StackState;
  readonly parts: readonly PartControl[];
  readonly addresses: StackAddresses;
}

/**
 * The stack of a state directory, with a handle for each part; undefined when there is none.
 * @throws ShopctlError when its state file cannot be read
 */
export async function openStack(stateDir: string, host: StackHost): Promise<OpenStack | undefined> {
  const paths = stackPaths(stateDir);
  const state = await readStackState(paths);
  if (state === undefined) return undefined;
  const parts = state.parts.map((part) => partControl(part.name, paths, host));
  return { state, parts, addresses: state.addresses };
}

export interface SeenPart extends PartInspection {
  readonly name: string;
  readonly logFile: string;
}

export interface StackInspection {
  /** False when no `up` was ever done here, or all was purged. */
  readonly exists: boolean;
  readonly parts: readonly SeenPart[];
  readonly addresses?: StackAddresses;
  /** A sentence and a way out, when parts that should run do not. */
  readonly trouble?: string;
}

/**
 * What is recorded and what the kernel says to it. Asks no part anything over the network.
 * @throws ShopctlError when the state file cannot be read
 */
export async function inspectStack(stateDir: string, host: StackHost): Promise<StackInspection> {
  const paths = stackPaths(stateDir);
  const state = await readStackState(paths);
  if (state === undefined) return { exists: false, parts: [] };
  const parts = await Promise.all(
    state.parts.map(async (part) => ({
      name: part.name,
      logFile: part.logFile,
      ...(await inspectRecord(part, host)),
    })),
  );
  const trouble = troubleOf(parts, paths.stateDir);
  return { exists: true, parts, addresses: state.addresses, ...(trouble !== undefined && { trouble }) };
}

function troubleOf(parts: readonly SeenPart[], stateDir: string): string | undefined {
  const died = parts.filter((part) => part.died);
  if (died.length === 0) return undefined;
  if (parts.every((part) => part.state === 'stopped')) {
    return `the stack of ${stateDir} died, e.g. after a reboot; \`shopctl up\` starts it again, data kept`;
  }
  const names = died.map((part) => part.name).join(', ');
  return `${names} ended without being told to; \`shopctl up\` starts what is missing, \`shopctl logs\` says why`;
}
