import { describeApplied, describeUnreadable } from '../engine/recovery.ts';
import { openRunStore } from '../wiring/runs.ts';
import type { CommandContext } from './context.ts';

/** Says what an earlier command broke and nobody healed yet, before this one wonders at the shop it finds. */
export async function sayLeftovers(context: CommandContext): Promise<void> {
  const applied = await openRunStore(context).appliedFaults();
  for (const fault of applied.filter(({ ownerAlive }) => !ownerAlive)) {
    context.output.complain(`still broken: ${describeApplied(fault)}; shopctl recover heals it`);
  }
  sayUnreadable(context);
}

/** Names the runs whose journals cannot tell what they broke. @returns how many there are */
export function sayUnreadable(context: CommandContext): number {
  const unreadable = openRunStore(context).unreadableRuns();
  for (const run of unreadable) context.output.complain(describeUnreadable(run));
  return unreadable.length;
}
