import { unknownName } from '../config/near-names.ts';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { parseDuration } from '../model/duration.ts';
import {
  crashing,
  type Fault,
  killed,
  paused,
  paymentsFailing,
  paymentsSlowed,
  stopped,
} from '../model/fault.ts';
import { type TargetName, targetNames } from '../model/target.ts';

/** What `shopctl chaos <target>-<action>` is to do: break something, or bring a target back. */
export type Deed =
  | { readonly do: 'break'; readonly fault: Fault }
  | { readonly do: 'restart'; readonly fault: Fault }
  | { readonly do: 'bring back'; readonly target: TargetName };

type DeedOn = (target: TargetName) => Deed;

/** Actions that every target has. */
const actions: Readonly<Record<string, DeedOn>> = {
  stop: (target) => ({ do: 'break', fault: stopped(target) }),
  start: (target) => ({ do: 'bring back', target }),
  restart: (target) => ({ do: 'restart', fault: stopped(target) }),
  kill: (target) => ({ do: 'break', fault: killed(target) }),
  pause: (target) => ({ do: 'break', fault: paused(target) }),
  resume: (target) => ({ do: 'bring back', target }),
};

/** Faults that take a value: what it makes of it, and the kind that a runtime must be able to do. */
const valued: Readonly<
  Record<string, readonly [kind: Fault['kind'], make: (value: string | undefined) => Fault]>
> = {
  'payments-fail': ['failing', (value) => paymentsFailing(shareOf(value))],
  'payments-slow': ['slowed', (value) => paymentsSlowed(latencyOf(value))],
  'orders-crash': ['crashing', (value) => crashing('orders', pointOf('orders', value))],
  'shipping-crash': ['crashing', (value) => crashing('shipping', pointOf('shipping', value))],
};

/** Where the reference shop can be told to end itself. */
const crashPoints = {
  orders: [
    'orders.before-commit',
    'orders.after-save',
    'saga.after-charge',
    'relay.before-publish',
    'relay.after-publish',
  ],
  shipping: ['shipping.before-commit', 'shipping.after-commit'],
} as const;

/** Every name `shopctl chaos` knows, whether or not this shop's runtime has the target. */
export const deedNames: readonly string[] = [
  ...targetNames.flatMap((target) => Object.keys(actions).map((action) => `${target}-${action}`)),
  ...Object.keys(valued),
];

/** The names for one target of a runtime that can do these kinds of faults to it. */
export function deedNamesFor(target: TargetName, kinds: readonly Fault['kind'][]): string[] {
  return deedNames.filter((name) => {
    if (!name.startsWith(`${target}-`)) return false;
    const [kind] = valued[name] ?? [];
    return kind === undefined || kinds.includes(kind);
  });
}

/**
 * @param typed e.g. `broker-stop` or `payments-fail`
 * @param value e.g. `0.3` or `2s`, for the faults that take one
 * @throws ShopctlError (usage) with what was typed and what is near it
 */
export function parseDeed(typed: string, value: string | undefined): Deed {
  const withValue = valued[typed];
  if (withValue !== undefined) return { do: 'break', fault: withValue[1](value) };
  const target = targetNames.find((name) => typed.startsWith(`${name}-`));
  const action = target === undefined ? undefined : actions[typed.slice(target.length + 1)];
  if (target === undefined || action === undefined) {
    throw unknownName('fault', typed, deedNames, 'shopctl chaos list');
  }
  if (value !== undefined) {
    throw usage(`${typed} takes no value, and '${value}' was given`, `shopctl chaos ${typed}`);
  }
  return action(target);
}

function shareOf(value: string | undefined): number {
  const percent = value?.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value ?? Number.NaN);
  if (percent > 0 && percent <= 1) return percent;
  throw usage(
    `payments-fail takes the share of charges that fail, above 0 and up to 1, not ${quoted(value)}`,
    'shopctl chaos payments-fail 0.3',
  );
}

/** An hour is longer than any timeout that could be worth waiting for. */
const latencyMaxMs = 3_600_000;

function latencyOf(value: string | undefined): number {
  const ms = value === undefined ? undefined : parseDuration(value);
  if (ms !== undefined && ms > 0 && ms <= latencyMaxMs) return Math.round(ms);
  throw usage(
    `payments-slow takes a delay of up to 1 h, such as 500ms or 2s, not ${quoted(value)}`,
    'shopctl chaos payments-slow 2s',
  );
}

function pointOf(target: keyof typeof crashPoints, value: string | undefined): string {
  const points: readonly string[] = crashPoints[target];
  if (value !== undefined && points.includes(value)) return value;
  throw usage(
    `${target}-crash takes a point, one of ${points.join(', ')}, not ${quoted(value)}`,
    `shopctl chaos ${target}-crash ${points[0]}`,
  );
}

function quoted(value: string | undefined): string {
  return value === undefined ? 'nothing' : `'${value}'`;
}

function usage(message: string, hint: string): ShopctlError {
  return new ShopctlError({ message, hint, exitCode: ExitCode.usage });
}
