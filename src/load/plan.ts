import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { LoadPlan, RateStage } from '../model/attempt.ts';
import { ordersDue, scheduleMs } from './pacer.ts';
import { Problems, parseRate, parseSpan, parseStages, parseWhole, spanMaxMs } from './plan-values.ts';

/** As typed; absent is not given. */
export interface PlanOptions {
  readonly orders?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly pause?: string | undefined;
  /** Orders per second: `50` or `50/s`. */
  readonly rate?: string | undefined;
  readonly duration?: string | undefined;
  /** `10/s:30s,10-50/s:1m`: 10 a second for 30 s, then from 10 up to 50 within a minute. */
  readonly stages?: string | undefined;
  /** Most unanswered orders of an open load. */
  readonly inFlight?: string | undefined;
}

export const defaultOrders = 20;
export const ordersMax = 1_000_000;
const concurrencyLimits = { name: '--concurrency', min: 1, max: 1000, otherwise: 1 };
const inFlightLimits = { name: '--in-flight', min: 1, max: 10_000, otherwise: 1000 };
const pauseLimits = { name: '--pause', minMs: 0, maxMs: 3_600_000 };

/**
 * The plan that the options of `shopctl load` ask for: orders with `--concurrency` and `--pause`, or an open load with
 * `--rate` and `--duration` or with `--stages`. Nothing given: 20 orders, one after the other.
 *
 * @throws ShopctlError (usage) that lists all problems, each with the value given
 */
export function planFrom(options: PlanOptions): LoadPlan {
  const problems = new Problems();
  const isOpen = [options.rate, options.duration, options.stages].some((value) => value !== undefined);
  const plan = isOpen ? openPlan(options, problems) : closedPlan(options, problems);
  if (problems.found.length === 0) return plan;
  throw new ShopctlError({
    message: problems.found.join('\n'),
    hint: 'shopctl load 40 --concurrency 4, or shopctl load --rate 50 --duration 30s',
    exitCode: ExitCode.usage,
  });
}

function closedPlan(options: PlanOptions, problems: Problems): LoadPlan {
  const { orders, concurrency, pause, inFlight } = options;
  if (inFlight !== undefined) {
    problems.add(
      `--in-flight ${JSON.stringify(inFlight)} is for --rate and --stages; use --concurrency here`,
    );
  }
  const ordersLimits = { name: 'orders', min: 1, max: ordersMax, otherwise: defaultOrders };
  return {
    model: 'closed',
    orders: parseWhole(orders, ordersLimits, problems),
    concurrency: parseWhole(concurrency, concurrencyLimits, problems),
    pauseMs: pause === undefined ? 0 : (parseSpan(pause, pauseLimits, problems) ?? 0),
  };
}

function openPlan(options: PlanOptions, problems: Problems): LoadPlan {
  const { stages: stagesText, inFlight } = options;
  const by = stagesText === undefined ? '--rate' : '--stages';
  refuse(options, ['orders', '--concurrency', '--pause'], `does not go with ${by}`, problems);
  if (stagesText !== undefined) {
    refuse(options, ['--rate', '--duration'], 'does not go with --stages, which has its own', problems);
  }
  const stages =
    stagesText === undefined ? constantRate(options, problems) : parseStages(stagesText, problems);
  const most = parseWhole(inFlight, inFlightLimits, problems);
  const plan = { model: 'open', stages, inFlightMax: most } as const;
  if (problems.found.length > 0) return plan;
  const due = ordersDue(plan);
  if (due === 0) problems.add(`${by}: that is no order at all`);
  if (due > ordersMax) problems.add(`${by}: that is ${due} orders, over the limit of ${ordersMax}`);
  if (scheduleMs(plan) > spanMaxMs) problems.add(`${by}: that is longer than a day`);
  return plan;
}

function constantRate({ rate, duration }: PlanOptions, problems: Problems): RateStage[] {
  if (rate === undefined) problems.add(`--duration ${JSON.stringify(duration)} needs --rate, e.g. --rate 50`);
  if (duration === undefined)
    problems.add(`--rate ${JSON.stringify(rate)} needs --duration, e.g. --duration 30s`);
  const perSecond = rate === undefined ? undefined : parseRate(rate, '--rate', problems);
  const limits = { name: '--duration', minMs: 1, maxMs: spanMaxMs };
  const durationMs = duration === undefined ? undefined : parseSpan(duration, limits, problems);
  if (perSecond === undefined || durationMs === undefined) return [];
  return [{ fromPerSecond: perSecond, toPerSecond: perSecond, durationMs }];
}

/** Options that would be ignored are refused: whoever typed them meant something. */
function refuse(options: PlanOptions, names: readonly string[], why: string, problems: Problems): void {
  for (const name of names) {
    const value = options[name.replace('--', '') as keyof PlanOptions];
    if (value !== undefined) problems.add(`${name} ${JSON.stringify(value)} ${why}`);
  }
}
