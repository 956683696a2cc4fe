import type { FaultHandle } from '../engine/ports.ts';
import type { ProcessFault } from '../model/fault.ts';
import { lookWithinMs, type ReachedPrior } from './reached-target.ts';
import { servesAt } from './served-at.ts';

/** What a kind of runtime does and sees; the rest of a fault is the same for all of them. */
export interface Breaking {
  readonly identity: string;
  readonly prior: ReachedPrior;
  /** That nobody is served any more belongs to the fault; not so where other instances, or a new one, serve on. */
  readonly silences: boolean;
  /** @throws ShopctlError when it cannot be done, or a program said that it did it and did not */
  inflict(): Promise<void>;
  isInflicted(): Promise<boolean>;
  /** @param mayHaveBegun somebody may have begun to inflict it, and may have been ended in the middle of it */
  undo(mayHaveBegun: boolean): Promise<void>;
  isUndone(mayHaveBegun: boolean): Promise<boolean>;
  /** By the runtime's own record; see the port. */
  when?: FaultHandle['when'];
}

/** The handle of a fault on a target outside of this machine's own processes. */
export function reachedFault(fault: ProcessFault, breaking: Breaking, reopened = false): FaultHandle {
  const { identity, prior } = breaking;
  const { servedAt } = prior;
  let mayHaveBegun = reopened;
  const isServed = async () => servedAt !== undefined && (await servesAt(servedAt, lookWithinMs));
  return {
    fault,
    identity,
    prior,
    inject: () => {
      mayHaveBegun = true;
      return breaking.inflict();
    },
    // The state is the runtime's word; that nobody is served any more is what the fault is about.
    tookEffect: async () => (await breaking.isInflicted()) && !(breaking.silences && (await isServed())),
    heal: () => breaking.undo(mayHaveBegun),
    isWell: async () =>
      (await breaking.isUndone(mayHaveBegun)) && (servedAt === undefined || (await isServed())),
    ...(breaking.when === undefined ? {} : { when: breaking.when }),
  };
}
