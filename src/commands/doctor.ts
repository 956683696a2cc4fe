import { examine } from '../doctor/examine.ts';
import { ExitCode } from '../exit-code.ts';
import { areas, type Checkup, isCheckable } from '../model/checkup.ts';
import { checkupText } from '../report/checkup-text.ts';
import { openChecks } from '../wiring/doctor-checks.ts';
import type { CommandContext } from './context.ts';
import { shopctlVersion } from './version.ts';

/** Of one check, which may ask several questions one after the other. */
const checkWithinMs = 20_000;

/**
 * `shopctl doctor`: what is here, what is missing for checking the shop, and how to get it. Changes nothing.
 *
 * @returns held when nothing is in the way of a check; unreachable (3) otherwise
 * @throws ShopctlError (usage) with everything that is wrong with the config
 */
export async function doctor(context: CommandContext): Promise<ExitCode> {
  const { host, output, settings } = context;
  const { checks, close } = await openChecks(context);
  try {
    const sleep = (ms: number, done: AbortSignal) =>
      host.clock.sleep(ms, AbortSignal.any([done, host.signal]));
    const seen = await examine(checks, checkWithinMs, sleep);
    const observations = seen.toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area));
    host.signal.throwIfAborted();
    const checkup: Checkup = {
      version: 1,
      shopctl: shopctlVersion(host.packageRoot),
      config: settings.configPath ?? null,
      checkable: isCheckable(observations),
      observations,
    };
    if (output.json) output.printJson(checkup);
    else output.print(checkupText(checkup, output.style));
    return checkup.checkable ? ExitCode.held : ExitCode.unreachable;
  } finally {
    await close();
  }
}
