import type { FaultHandle } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type ProcessFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import { servesAt } from './served-at.ts';

/** One target of the shop, reached in one way. Each kind of runtime opens these for the targets it is given. */
export interface ReachedTarget {
  readonly target: TargetName;
  /** What can be done to it in this way. */
  readonly kinds: readonly ProcessFault['kind'][];
  /** @throws ShopctlError (exit 3) when it is not there, more than one, or in a state that does not fit */
  resolve(fault: ProcessFault): Promise<FaultHandle>;
  /** Makes it run again, whoever stopped or froze it. Idempotent. */
  restore(): Promise<void>;
  parts(): Promise<readonly PartSeen[]>;
  /** Would a client be served? Where nobody said where, its running has to do. Never rejects. */
  serves(withinMs: number): Promise<boolean>;
}

/** What a journal must hold of a fault for another shopctl to heal it, in another shell and without the config. */
export interface ReachedPrior {
  readonly runtime: string;
  /** Without credentials. */
  readonly servedAt?: string;
}

/** Opens a fault again from its journal alone. @throws ShopctlError when what is on record is not enough */
export type Reopen = (fault: ProcessFault, prior: ReachedPrior) => Promise<FaultHandle> | FaultHandle;

/** One look. A frozen process accepts a connection and then says nothing, so a look needs a limit of its own. */
export const lookWithinMs = 500;

/** @throws ShopctlError when this way of reaching a target cannot do such a thing */
export function mustBeAble(
  fault: ProcessFault,
  runtime: string,
  kinds: readonly ProcessFault['kind'][],
  why: string,
): void {
  if (kinds.includes(fault.kind)) return;
  throw new ShopctlError({
    message: `${describeFault(fault)}: ${runtime} cannot do that to ${fault.target}: ${why}`,
    hint: `it can be ${kinds.join(' or ')}; shopctl chaos list shows all`,
  });
}

/**
 * Before anything is broken: a target that serves nobody would pass for broken at once, whatever is done to it.
 * @throws ShopctlError when nobody is served at the address
 */
export async function mustServe(fault: ProcessFault, servedAt: string | undefined): Promise<void> {
  if (servedAt === undefined) return;
  // More patient than the looks that follow: this one must not fail because a machine is busy.
  if (await servesAt(servedAt, 4 * lookWithinMs)) return;
  throw new ShopctlError({
    message: `${describeFault(fault)}: ${fault.target} runs, but serves nobody at ${servedAt} even now`,
    hint: "is the target's servedAt right, and can it be reached from here?",
  });
}
