import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopctlError } from '../errors.ts';
import { alarmBroker, isBrokerAlarmed } from './broker-alarm.ts';
import { areCommitsDelayed, delayCommits } from './late-commits.ts';
import type { StackDeps } from './stack-deps.ts';
import { stackPaths } from './stack-paths.ts';
import { noStack, readStackState, updateStackState } from './stack-state.ts';
import { up } from './up.ts';

/** Instances by service and settings of the services, as `up` was asked for. */
export interface StackShape {
  readonly scale: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, string>>;
}

export interface StackPowers {
  /** Deletes the data of the broker. @throws ShopctlError when it still runs */
  wipeBroker(): Promise<void>;
  /** Makes the broker short of memory, or not any more; a started one is not. */
  alarmBroker(on: boolean): Promise<void>;
  isBrokerAlarmed(): Promise<boolean>;
  /** Makes one commit at a time that late, or none any more. */
  delayCommits(latencyMs: number | undefined): Promise<void>;
  areCommitsDelayed(): Promise<boolean>;
  shape(): Promise<StackShape>;
  /**
   * Starts, stops and restarts services until the stack has this shape, and waits until they are ready. The shape found
   * is kept under the name, on disk before anything changes.
   */
  reshape(shape: StackShape, keepAs: string): Promise<void>;
  /** Gives the stack the shape that is kept under the name, and keeps it no longer. Nothing to do when none is. */
  restoreShape(name: string): Promise<void>;
  isShapeKept(name: string): Promise<boolean>;
}

/** What can be done to the stack as a whole while it runs. */
export function stackPowers(stateDir: string, deps: StackDeps): StackPowers {
  const paths = stackPaths(stateDir);
  const read = async () => {
    const state = await readStackState(paths);
    if (state === undefined) throw noStack(paths);
    return state;
  };
  const upAs = async ({ scale, set }: StackShape, reshaping: { keepAs?: string }) => {
    const { brokerUrl } = await read();
    await up({ stateDir, scale, set, reshaping, ...(brokerUrl !== undefined && { brokerUrl }) }, deps);
  };
  return {
    wipeBroker: async () => {
      const broker = (await read()).parts.find((part) => part.name === 'broker');
      if (broker?.identity !== undefined) {
        throw new ShopctlError({
          message: `the broker still runs (pid ${broker.identity.pid}); its data stays`,
        });
      }
      await rm(join(paths.root, 'broker', 'data'), { recursive: true, force: true });
    },
    alarmBroker: async (on) => alarmBroker(await read(), on),
    isBrokerAlarmed: async () => isBrokerAlarmed(await read()),
    delayCommits: async (latencyMs) => delayCommits(await read(), latencyMs),
    areCommitsDelayed: async () => areCommitsDelayed(await read()),
    shape: async () => {
      const { scale = {}, set = {} } = await read();
      return { scale, set };
    },
    reshape: (shape, keepAs) => upAs(shape, { keepAs }),
    restoreShape: async (name) => {
      const kept = (await read()).keptShapes?.[name];
      if (kept === undefined) return;
      await upAs(kept, {});
      await updateStackState(paths, deps, (state) => {
        const { [name]: _restored, ...others } = state.keptShapes ?? {};
        state.keptShapes = others;
      });
    },
    isShapeKept: async (name) => (await read()).keptShapes?.[name] !== undefined,
  };
}
