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
  /** Time for everything to arrive after the last step; 30 s when absent. */
  readonly drainWithinMs?: number;
}

export type Step =
  | OrdersStep
  | SettledStep
  | UntilConfirmedStep
  | HoldStep
  | DuringStep
  | UnderLoadStep
  | TappedStep
  | CancelStep
  | StepRelayStep
  | BrowseStep
  | PoisonStep;

export interface OrdersStep {
  readonly kind: 'orders';
  readonly load: LoadPlan;
}

/** Waits until every accepted order of the run has shipped and nothing of the run is unsent. */
export interface SettledStep {
  readonly kind: 'settled';
  readonly withinMs: number;
}

/** Sends one order after the other until one is confirmed: a part that answers again may not be used again yet. */
export interface UntilConfirmedStep {
  readonly kind: 'until-confirmed';
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

/** A load that goes on in the background while the nested steps run. Ends when both have ended. */
export interface UnderLoadStep {
  readonly kind: 'under-load';
  readonly load: LoadPlan;
  readonly steps: readonly Step[];
}

/** While the nested steps run, every shipped event on the wire is written down by its message id. */
export interface TappedStep {
  readonly kind: 'tapped';
  readonly steps: readonly Step[];
}

/** Cancels confirmed orders of the run. */
export interface CancelStep {
  readonly kind: 'cancel';
  /** The newest so many that were not cancelled yet. */
  readonly orders: number;
  /** How often each cancellation is sent. */
  readonly times: number;
}

/** Runs one batch of the held relay. */
export interface StepRelayStep {
  readonly kind: 'step-relay';
  readonly limit: number;
}

/** Reads the public catalogue. */
export interface BrowseStep {
  readonly kind: 'browse';
  readonly times: number;
}

/** Plants what can never be processed: a message that is not JSON, one without an id, an outbox row. */
export interface PoisonStep {
  readonly kind: 'poison';
  readonly what: 'not-json' | 'no-message-id' | 'outbox-row';
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

export function untilConfirmed(limit: { readonly withinMs: number }): Step {
  return { kind: 'until-confirmed', withinMs: limit.withinMs };
}

export function hold(ms: number): Step {
  return { kind: 'hold', ms };
}

export function during(fault: Fault, steps: readonly Step[]): Step {
  return { kind: 'during', fault, steps };
}

export function underLoad(load: Step, steps: readonly Step[]): Step {
  if (load.kind !== 'orders') throw new TypeError('underLoad takes orders(…) or ordersAt(…) as its load');
  return { kind: 'under-load', load: load.load, steps };
}

/** Orders in an open model: `perSecond` for `durationMs`, answered or not. */
export function ordersAt(perSecond: number, durationMs: number): Step {
  const stages = [{ fromPerSecond: perSecond, toPerSecond: perSecond, durationMs }];
  return { kind: 'orders', load: { model: 'open', stages, inFlightMax: 200 } };
}

export function tapped(steps: readonly Step[]): Step {
  return { kind: 'tapped', steps };
}

export function cancelling(count: number, options: { readonly times?: number } = {}): Step {
  return { kind: 'cancel', orders: count, times: options.times ?? 1 };
}

export function stepRelay(limit: number): Step {
  return { kind: 'step-relay', limit };
}

export function browsing(times = 1): Step {
  return { kind: 'browse', times };
}

export function poison(what: PoisonStep['what']): Step {
  return { kind: 'poison', what };
}

/** The steps so many times in a row. */
export function repeated(times: number, steps: readonly Step[]): Step[] {
  return Array.from({ length: times }, () => steps.map(copied)).flat();
}

/** A fault scope is resolved by its identity, so each round has its own. */
function copied(step: Step): Step {
  return 'steps' in step ? { ...step, steps: step.steps.map(copied) } : { ...step };
}

export const seconds = (n: number): number => n * 1000;

/** The fault scopes, outermost first, in the order in which they begin. */
export function scopesOf(steps: readonly Step[]): DuringStep[] {
  return steps.flatMap((step) => {
    const inner = 'steps' in step ? scopesOf(step.steps) : [];
    return step.kind === 'during' ? [step, ...inner] : inner;
  });
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
    if ('steps' in step) return { ...step, steps: step.steps.map(resize) };
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
    const found = 'steps' in step ? firstLoad(step.steps) : step;
    if (found?.kind === 'orders') return found;
  }
  return undefined;
}
