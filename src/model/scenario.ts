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
