import type { LoadPlan } from './attempt.ts';
import type { Fault } from './fault.ts';
import type { Invariant } from './verdict.ts';

/**
 * A scenario is data: load, faults and waits nested in time, and the promises that must hold. Faults are scopes that
 * hold while the nested steps run, so healing is structural and cannot be forgotten.
 */
export interface Scenario {
  /** As typed: `shopctl check broker-outage`. */
  readonly name: string;
  /** What must be true, in one sentence. */
  readonly obligation: string;
  /** What a learner should take from it, for `explain`. */
  readonly lesson: string;
  readonly steps: readonly Step[];
  readonly expect: readonly Invariant[];
}

export type Step = OrdersStep | SettledStep | HoldStep | DuringStep;

export interface OrdersStep {
  readonly kind: 'orders';
  readonly load: LoadPlan;
}

/** Waits until every accepted order of the run has shipped and nothing of the run is unsent. */
export interface SettledStep {
  readonly kind: 'settled';
  readonly withinMs: number;
}

export interface HoldStep {
  readonly kind: 'hold';
  readonly ms: number;
}

export interface DuringStep {
  readonly kind: 'during';
  readonly fault: Fault;
  readonly steps: readonly Step[];
}

export function defineScenario(scenario: Scenario): Scenario {
  return scenario;
}

export interface OrdersOptions {
  readonly concurrency?: number;
  readonly pauseMs?: number;
}

/** `count` orders one after the other, or by `concurrency` clients at a time. */
export function orders(count: number, options: OrdersOptions = {}): Step {
  const { concurrency = 1, pauseMs = 0 } = options;
  return { kind: 'orders', load: { model: 'closed', orders: count, concurrency, pauseMs } };
}

export function settled(limit: { readonly withinMs?: number } = {}): Step {
  return { kind: 'settled', withinMs: limit.withinMs ?? 30_000 };
}

export function hold(ms: number): Step {
  return { kind: 'hold', ms };
}

export function during(fault: Fault, steps: readonly Step[]): Step {
  return { kind: 'during', fault, steps };
}

export const seconds = (n: number): number => n * 1000;

/** Every fault of the scenario, in the order in which they begin. */
export function faultsOf(steps: readonly Step[]): Fault[] {
  return steps.flatMap((step) => (step.kind === 'during' ? [step.fault, ...faultsOf(step.steps)] : []));
}

export interface ScenarioSizes {
  /** Orders of the first load. */
  readonly orders?: number | undefined;
  /** Length of every hold. */
  readonly holdMs?: number | undefined;
}

/** The same scenario in another size: what `check --orders` and `check --hold` do. */
export function resized(scenario: Scenario, sizes: ScenarioSizes): Scenario {
  const first = firstLoad(scenario.steps);
  const resize = (step: Step): Step => {
    if (step.kind === 'during') return { ...step, steps: step.steps.map(resize) };
    if (step.kind === 'hold' && sizes.holdMs !== undefined) return { ...step, ms: sizes.holdMs };
    if (step === first && sizes.orders !== undefined && step.load.model === 'closed') {
      return { ...step, load: { ...step.load, orders: sizes.orders } };
    }
    return step;
  };
  return { ...scenario, steps: scenario.steps.map(resize) };
}

function firstLoad(steps: readonly Step[]): OrdersStep | undefined {
  for (const step of steps) {
    const found = step.kind === 'during' ? firstLoad(step.steps) : step;
    if (found?.kind === 'orders') return found;
  }
  return undefined;
}
