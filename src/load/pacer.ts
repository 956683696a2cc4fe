import type { OpenLoad, RateStage } from '../model/attempt.ts';

/** Rounding must neither lose the last order of a stage nor add one. */
const tolerance = 1e-9;

/**
 * When the order with this index is due, in milliseconds from the start of the load; undefined when the plan has no
 * such order. A closed formula, so that a late timer or a slow order moves no later one: a schedule does not drift.
 *
 * With A(t) the orders due up to t, the area under the rate, order k is due where A(t) = k: 10 per second gives 0, 100,
 * 200 … ms. Stages of rate 0 hold no order.
 *
 * @param index 0, 1, 2 …
 */
export function dueMs(stages: readonly RateStage[], index: number): number | undefined {
  let startMs = 0;
  let before = 0;
  for (const stage of stages) {
    const after = before + ordersIn(stage);
    if (index < after - tolerance) return startMs + timeOf(stage, Math.max(0, index - before));
    before = after;
    startMs += stage.durationMs;
  }
  return undefined;
}

/** How many orders the plan has due in all. */
export function ordersDue(plan: OpenLoad): number {
  return Math.max(0, Math.ceil(plan.stages.reduce((sum, stage) => sum + ordersIn(stage), 0) - tolerance));
}

/** Length of the schedule in milliseconds. */
export function scheduleMs(plan: OpenLoad): number {
  return plan.stages.reduce((sum, stage) => sum + stage.durationMs, 0);
}

function ordersIn({ fromPerSecond, toPerSecond, durationMs }: RateStage): number {
  return (((fromPerSecond + toPerSecond) / 2) * durationMs) / 1000;
}

/**
 * Solves from·t + (to − from)·t²/2d = area for t, in the form that stays exact for a constant rate and for one that
 * starts at zero.
 */
function timeOf({ fromPerSecond, toPerSecond, durationMs }: RateStage, area: number): number {
  if (area === 0) return 0;
  const from = fromPerSecond / 1000;
  const slope = (toPerSecond - fromPerSecond) / 1000 / durationMs;
  // A ramp down to zero ends with a root of zero, or of a rounding error below it.
  const root = Math.sqrt(Math.max(0, from * from + 2 * slope * area));
  return (2 * area) / (from + root);
}
