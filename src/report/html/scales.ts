/** Where the charts draw, in units of their viewBox; both charts share the time axis, so that they can be compared. */
export const frame = { width: 1040, left: 52, right: 128 } as const;

export const plotWidth = frame.width - frame.left - frame.right;

/** Maps milliseconds of a run to x. */
export interface TimeScale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly x: (atMs: number) => number;
}

export function timeScale(toMs: number): TimeScale {
  const end = Math.max(toMs, 1000);
  const x = (atMs: number) => frame.left + (Math.min(Math.max(atMs, 0), end) / end) * plotWidth;
  return { fromMs: 0, toMs: end, x };
}

const second = 1000;
const tickSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
const ticksMax = 9;

/**
 * Times for the axis: whole seconds of the wall clock, at most nine of them.
 *
 * @param openedAtMs wall clock at 0 ms, so that ticks fall on `02:14:20` and not on `02:14:23`
 */
export function timeTicks(scale: TimeScale, openedAtMs: number): number[] {
  const spanMs = scale.toMs - scale.fromMs;
  const stepS =
    tickSteps.find((step) => spanMs / (step * second) <= ticksMax) ?? Math.ceil(spanMs / second / ticksMax);
  const stepMs = stepS * second;
  const ticks: number[] = [];
  for (let at = stepMs - (openedAtMs % stepMs); at <= scale.toMs; at += stepMs) ticks.push(at);
  return ticks;
}

/** Round numbers from 0 to at least `max`, at most five of them; whole ones, since they count orders. */
export function countTicks(max: number): number[] {
  const rough = Math.max(max, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
}

/** Coordinates with one decimal: more of them is not seen, only stored. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
