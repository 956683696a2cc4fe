import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { describeFault } from '../model/fault.ts';
import { type Scenario, type Step, scopesOf } from '../model/scenario.ts';
import type { Ability, ShopActions } from './ports.ts';

/**
 * What a scenario needs that this shop cannot do, in words; undefined when it can do it all. A scenario that cannot be
 * run says nothing about the shop, so it is skipped and said so, never held.
 */
export function lacking(
  scenario: Scenario,
  abilities: readonly Ability[],
  actions: ShopActions,
): string | undefined {
  for (const { fault } of scopesOf(scenario.steps)) {
    const ability = abilities.find(({ target }) => target === fault.target);
    if (ability === undefined) return `there is no ${fault.target} to act on`;
    if (!ability.faults.includes(fault.kind)) return `it cannot be done here: ${describeFault(fault)}`;
  }
  const action = lackingAction(scenario, actions);
  return action === undefined ? undefined : `this shop has no way to do it: ${action}`;
}

/**
 * Refuses a scenario with a step that this shop has no way to do.
 * @throws ShopctlError (exit 3) with what is missing
 */
export function mustHaveActions(scenario: Scenario, actions: ShopActions): void {
  const action = lackingAction(scenario, actions);
  if (action === undefined) return;
  throw new ShopctlError({
    message: `${scenario.name} cannot be run: this shop has no way to do what it needs: ${action}`,
    hint: `shopctl explain ${scenario.name} shows its steps; nothing was sent and nothing was broken`,
    exitCode: ExitCode.unreachable,
  });
}

function lackingAction({ steps }: Scenario, actions: ShopActions): keyof ShopActions | undefined {
  return actionsOf(steps).find((name) => actions[name] === undefined);
}

function actionsOf(steps: readonly Step[]): (keyof ShopActions)[] {
  return steps.flatMap((step) => {
    const inner = 'steps' in step ? actionsOf(step.steps) : [];
    const own = ownAction(step);
    return own === undefined ? inner : [own, ...inner];
  });
}

function ownAction({ kind }: Step): keyof ShopActions | undefined {
  switch (kind) {
    case 'cancel':
      return 'cancel';
    case 'browse':
      return 'browse';
    case 'step-relay':
      return 'stepRelay';
    case 'poison':
      return 'poison';
    case 'tapped':
      return 'tap';
    default:
      return undefined;
  }
}
