import { dropApplied } from '../engine/recovery.ts';
import { ExitCode } from '../exit-code.ts';
import { openRunStore, stackDeps, down as stopStack } from '../wiring.ts';
import type { CommandContext } from './context.ts';
import { sayUnreadable } from './leftovers.ts';

/**
 * `shopctl down`: stops everything that `up` started and makes sure that nothing of it survives.
 * @throws ShopctlError (exit 3) when something cannot be ended
 */
export async function down(flags: { readonly purge: boolean }, context: CommandContext): Promise<ExitCode> {
  const { settings, output } = context;
  // First, so that a healer that waits for its time does not start parts of a stack that is going down.
  await dropApplied(openRunStore(context), 'the stack was stopped');
  sayUnreadable(context);
  const report = await stopStack({ stateDir: settings.stateDir, purge: flags.purge }, stackDeps(context));
  if (output.json) output.printJson(report);
  else if (report.stopped.length === 0) output.print('nothing was running');
  else output.print(`stopped ${report.stopped.join(', ')}`);
  return ExitCode.held;
}
