import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

/** Where the stack of one state directory keeps its things. */
export interface StackPaths {
  readonly stateDir: string;
  /** `<stateDir>/stack`: everything below is ours to delete with `down --purge`. */
  readonly root: string;
  readonly stateFile: string;
  /** Held for a moment around each change of the state file. */
  readonly stateLock: string;
  /** Held by `up` and `down` from beginning to end. */
  readonly workLock: string;
  readonly logs: string;
  /** Short name that differs between state directories: two clones never share a node name or a folder. */
  readonly stackId: string;
  /** Home of what another user must reach when the state directory is closed to it; used only then. */
  readonly outside: string;
}

/** @param stateDir absolute or relative to the working directory */
export function stackPaths(stateDir: string): StackPaths {
  const absolute = resolve(stateDir);
  const root = join(absolute, 'stack');
  const stackId = createHash('sha256').update(absolute).digest('hex').slice(0, 10);
  return {
    stateDir: absolute,
    root,
    stateFile: join(root, 'stack.json'),
    stateLock: join(root, 'stack.json.lock'),
    workLock: join(root, 'work.lock'),
    logs: join(root, 'logs'),
    stackId,
    outside: `/var/tmp/shopctl-${stackId}`,
  };
}
