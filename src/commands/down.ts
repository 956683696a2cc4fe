import { dropApplied } from '../engine/recovery.ts';
import { ExitCode } from '../exit-code.ts';
import { openRunStore } from '../wiring/runs.ts';
import { stackDeps, down as stopStack } from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';
import { sayUnreadable } from './leftovers.ts';
import { endStacksOfDeadProofs } from './proving/left-stacks.ts';

/**
 * `shopctl down`: stops everything that `up` started, or a proof that was killed left, and makes sure that nothing of it
 * survives.
 * @throws ShopctlError (exit 3) when something cannot be ended
 */
export async function down(flags: { readonly purge: boolean }, context: CommandContext): Promise<ExitCode> {
  const { settings, output } = context;
  sayUnreadable(context);
  const report = await stopStack({ stateDir: settings.stateDir, purge: flags.purge }, stackDeps(context));
  // Not before: of a stack that could not be stopped it is still to be known what is broken.
  await dropApplied(openRunStore(context), 'the stack was stopped');
  await endStacksOfDeadProofs(context);
  if (output.json) output.printJson(report);
  else if (report.stopped.length === 0) output.print('nothing was running');
  else output.print(`stopped ${report.stopped.join(', ')}`);
  return ExitCode.held;
}
