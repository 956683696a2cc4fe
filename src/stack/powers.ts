import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopctlError } from '../errors.ts';
import type { StackDeps } from './stack-deps.ts';
import { stackPaths } from './stack-paths.ts';
import { noStack, readStackState } from './stack-state.ts';
import { up } from './up.ts';

/** Instances by service and settings of the services, as `up` was asked for. */
export interface StackShape {
  readonly scale: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, string>>;
}

export interface StackPowers {
  /** Deletes the data of the broker. @throws ShopctlError when it still runs */
  wipeBroker(): Promise<void>;
  shape(): Promise<StackShape>;
  /** Starts, stops and restarts services until the stack has this shape, and waits until they are ready. */
  reshape(shape: StackShape): Promise<void>;
}

/** What can be done to the stack as a whole while it runs. */
export function stackPowers(stateDir: string, deps: StackDeps): StackPowers {
  const paths = stackPaths(stateDir);
  const read = async () => {
    const state = await readStackState(paths);
    if (state === undefined) throw noStack(paths);
    return state;
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
    shape: async () => {
      const { scale = {}, set = {} } = await read();
      return { scale, set };
    },
    reshape: async ({ scale, set }) => {
      const { brokerUrl } = await read();
      await up({ stateDir, scale, set, ...(brokerUrl !== undefined && { brokerUrl }) }, deps);
    },
  };
}
