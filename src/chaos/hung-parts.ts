import type { FaultHandle } from '../engine/ports.ts';
import type { HungTarget } from '../model/fault.ts';
import { identityText, isStillFound, type PartSnapshot } from './process-fault.ts';
import { bringBack, type ProcessPart } from './process-part.ts';

const lookWithinMs = 500;

/** Processes that freeze and never go on. Healing kills those that were found, and starts others in their place. */
export function hungParts(
  fault: HungTarget,
  parts: readonly ProcessPart[],
  prior: readonly PartSnapshot[],
): FaultHandle {
  const every = async (holds: (part: ProcessPart) => Promise<boolean>) =>
    (await Promise.all(parts.map(holds))).every(Boolean);
  return {
    fault,
    identity: identityText(prior),
    prior,
    inject: async () => void (await Promise.all(parts.map((part) => part.pause()))),
    tookEffect: () =>
      every(async (part) => (await part.inspect()).state === 'paused' && !(await part.answers(lookWithinMs))),
    heal: async () => {
      await Promise.all(
        parts.map(async (part) => {
          // One that somebody let go on or started again meanwhile serves: it is left alone.
          const isFrozen = (await part.inspect()).state === 'paused';
          if (isFrozen && (await isStillFound(part, prior))) await part.kill();
          await bringBack(part);
        }),
      );
    },
    isWell: () => every((part) => part.answers(lookWithinMs)),
  };
}
