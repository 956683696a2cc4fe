import { recoversWithin } from '../invariants/recovers-within.ts';
import type { Scenario, Step } from '../model/scenario.ts';

/**
 * A scenario with the patience that somebody's shop needs: its own time for everything to arrive, in each wait for it and
 * in the promise about it. The figures of the scenarios themselves are the reference shop's.
 */
export function forShop(scenario: Scenario, settleMs: number): Scenario {
  return {
    ...scenario,
    steps: scenario.steps.map((step) => patient(step, settleMs)),
    drainWithinMs: settleMs,
    expect: scenario.expect.map((promise) =>
      promise.name === 'recovers-within' ? recoversWithin(settleMs) : promise,
    ),
  };
}

function patient(step: Step, settleMs: number): Step {
  if ('steps' in step) return { ...step, steps: step.steps.map((inner) => patient(inner, settleMs)) };
  return step.kind === 'settled' ? { ...step, withinMs: settleMs } : step;
}
