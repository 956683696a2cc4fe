import { randomUUID } from 'node:crypto';
import type { FaultHandle } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import {
  type AlarmedBroker,
  type ConfiguredShop,
  describeFault,
  type Fault,
  type LateCommits,
  type ScaledService,
  type WipedBroker,
} from '../model/fault.ts';
import { identityText, isStillFound, type PartSnapshot } from './process-fault.ts';
import { bringBack, type ProcessPart, type StackPowers, type StackShape } from './process-part.ts';

const stopWithinMs = 20_000;
const lookWithinMs = 500;

/** The broker is stopped and its data deleted; healing starts it, empty. */
export function wipedBroker(
  fault: WipedBroker,
  broker: ProcessPart,
  powers: StackPowers | undefined,
  prior: readonly PartSnapshot[],
  reopened = false,
): FaultHandle {
  const able = powersFor(fault, powers);
  let mayHaveBegun = reopened;
  // As with a stopped part: one that was asked to end must not be taken for well.
  const mayStillEnd = async () => mayHaveBegun && (await isStillFound(broker, prior));
  return {
    fault,
    identity: identityText(prior),
    prior,
    inject: async () => {
      mayHaveBegun = true;
      await broker.stop({ withinMs: stopWithinMs });
      await able.wipeBroker();
    },
    tookEffect: async () =>
      (await broker.inspect()).state === 'stopped' && !(await broker.answers(lookWithinMs)),
    heal: async () => {
      if (await mayStillEnd()) await broker.stop({ withinMs: stopWithinMs });
      await bringBack(broker);
    },
    isWell: async () => !(await mayStillEnd()) && (await broker.answers(lookWithinMs)),
  };
}

/** The broker blocks whoever publishes. A broker that dies takes its alarm along, so that of a new one is over. */
export function alarmedBroker(
  fault: AlarmedBroker,
  broker: ProcessPart,
  powers: StackPowers | undefined,
  prior: readonly PartSnapshot[],
): FaultHandle {
  const able = powersFor(fault, powers);
  return {
    fault,
    identity: identityText(prior),
    prior,
    inject: () => able.alarmBroker(true),
    tookEffect: async () => !(await isStillFound(broker, prior)) || (await able.isBrokerAlarmed()),
    heal: async () => {
      await bringBack(broker);
      if (await able.isBrokerAlarmed()) await able.alarmBroker(false);
    },
    // The look itself publishes, and waits for its confirm.
    isWell: () => broker.answers(lookWithinMs),
  };
}

/** Commits to the outbox come late, one at a time. */
export function lateCommits(fault: LateCommits, powers: StackPowers | undefined): FaultHandle {
  const able = powersFor(fault, powers);
  return {
    fault,
    identity: 'outbox of the orders database of the local stack',
    prior: {},
    inject: () => able.delayCommits(fault.latencyMs),
    tookEffect: () => able.areCommitsDelayed(),
    heal: () => able.delayCommits(undefined),
    isWell: async () => !(await able.areCommitsDelayed()),
  };
}

/**
 * Services run in another shape: more instances, or with other settings. Healing restores the shape found. That is kept
 * with the stack, and here only its name: settings may be secrets, which a journal would not hold.
 *
 * @param prior from a journal; the shape as it is now when absent
 */
export async function reshapedStack(
  fault: ConfiguredShop | ScaledService,
  powers: StackPowers | undefined,
  prior?: unknown,
): Promise<FaultHandle> {
  const able = powersFor(fault, powers);
  const keptAs = prior === undefined ? randomUUID() : nameIn(prior, fault);
  const before = await able.shape();
  const wanted: StackShape =
    fault.kind === 'scaled'
      ? { ...before, scale: { ...before.scale, [fault.target]: fault.instances } }
      : { ...before, set: { ...before.set, ...fault.settings } };
  const has = async (shape: StackShape) => JSON.stringify(await able.shape()) === JSON.stringify(shape);
  return {
    fault,
    identity: 'services of the local stack',
    prior: { keptAs },
    inject: () => able.reshape(wanted, keptAs),
    tookEffect: () => has(wanted),
    heal: () => able.restoreShape(keptAs),
    isWell: async () => !(await able.isShapeKept(keptAs)),
  };
}

/** @throws ShopctlError when there is none: settings in a journal have their secrets masked, and must not be set */
function nameIn(prior: unknown, fault: Fault): string {
  if (typeof prior === 'object' && prior !== null && 'keptAs' in prior) return String(prior.keptAs);
  throw new ShopctlError({
    message: `${describeFault(fault)}: the journal does not say what is to be restored, only what it looked like without its secrets`,
    hint: 'shopctl down, then shopctl up with the --scale and --set that are wanted',
    isFinal: true,
  });
}

function powersFor(fault: Parameters<typeof describeFault>[0], powers: StackPowers | undefined): StackPowers {
  if (powers !== undefined) return powers;
  throw new ShopctlError({
    message: `${describeFault(fault)}: there is no local stack to do that to`,
    hint: 'shopctl up starts one',
  });
}
