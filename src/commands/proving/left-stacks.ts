import { messageOf } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { jobFolders, provingAlone } from './proof-folder.ts';
import { stackIn } from './trial-stack.ts';

/** Ends the stacks that a killed proof left, and keeps the journals of their runs. To be called while proving alone. */
export async function endLeftStacks(context: CommandContext): Promise<void> {
  for (const stateDir of jobFolders(context)) {
    context.output.say(`ending what an earlier proof left in ${stateDir}`);
    await stackIn(stateDir, context, context.host.signal).end();
  }
}

/** The same for whoever stops everything; the stacks of a proof that is at work are left alone, and that is said. */
export async function endStacksOfDeadProofs(context: CommandContext): Promise<void> {
  if (jobFolders(context).length === 0) return;
  let alone = false;
  try {
    await provingAlone(context, () => {
      alone = true;
      return endLeftStacks(context);
    });
  } catch (error) {
    if (alone) throw error;
    context.output.complain(`${messageOf(error)}; its stacks are left alone`);
  }
}
