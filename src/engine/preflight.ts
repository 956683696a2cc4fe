import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { describeFault, type Fault } from '../model/fault.ts';
import { type DuringStep, type Scenario, scopesOf } from '../model/scenario.ts';
import type { FaultHandle, Runtime } from './ports.ts';

/**
 * Resolves every fault of the scenario to exactly one thing, before any load and before anything is broken.
 *
 * @throws ShopctlError (exit 3) naming every fault that cannot be had here, not just the first
 */
export async function preflight(scenario: Scenario, runtime: Runtime): Promise<Map<DuringStep, FaultHandle>> {
  const handles = new Map<DuringStep, FaultHandle>();
  const refused: ShopctlError[] = [];
  for (const step of scopesOf(scenario.steps)) {
    if (needsMoreInstances(step.fault)) continue;
    try {
      handles.set(step, await runtime.resolve(step.fault));
    } catch (error) {
      if (!(error instanceof ShopctlError)) throw error;
      refused.push(error);
    }
  }
  const [first] = refused;
  if (first === undefined) return handles;
  if (refused.length === 1) throw first;
  throw new ShopctlError({
    message: refused.map((error) => error.message).join('; '),
    ...(first.hint === undefined ? {} : { hint: first.hint }),
    exitCode: ExitCode.unreachable,
  });
}

/** An instance that a scope around it starts cannot be found before. */
function needsMoreInstances(fault: Fault): boolean {
  return 'instance' in fault && (fault.instance ?? 1) > 1;
}

/** One line for each resolved fault, for `--dry-run`. */
export function describePlan(handles: ReadonlyMap<DuringStep, FaultHandle>): string[] {
  return [...handles].map(([step, handle]) => `${describeFault(step.fault)} acts on ${handle.identity}`);
}
