import type { TargetName, TargetState } from '../model/target.ts';

/** A part of the local stack as this runtime needs it: something to act on and to look at. */
export interface ProcessPart {
  /** `broker`, `orders`, `orders-2` … */
  readonly name: string;
  inspect(): Promise<{
    readonly state: TargetState;
    readonly identity?: { readonly pid: number; readonly startedAt: string } | undefined;
  }>;
  /** Would a client be served? */
  answers(timeoutMs: number): Promise<boolean>;
  /** Fit for work: a service with its database and, where it needs it, its broker. */
  ready(timeoutMs: number): Promise<boolean>;
  start(options: { readonly withinMs: number }): Promise<void>;
  stop(options: { readonly withinMs: number }): Promise<void>;
  kill(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** What the whole stack can be told to be. */
export interface StackPowers {
  /** Deletes the data of the stopped broker. */
  wipeBroker(): Promise<void>;
  /** Makes the broker short of memory, or not any more; a started one is not. */
  alarmBroker(on: boolean): Promise<void>;
  isBrokerAlarmed(): Promise<boolean>;
  /** Makes one commit at a time that late, or none any more. */
  delayCommits(latencyMs: number | undefined): Promise<void>;
  areCommitsDelayed(): Promise<boolean>;
  /** How many instances each service has and which settings were given; plain JSON. */
  shape(): Promise<StackShape>;
  /**
   * Starts, stops and restarts services until the stack has this shape, and waits until they are ready. The shape found
   * is kept with the stack under the name, before anything changes.
   */
  reshape(shape: StackShape, keepAs: string): Promise<void>;
  /** Gives the stack the shape that is kept under the name, and keeps it no longer. Nothing to do when none is. */
  restoreShape(name: string): Promise<void>;
  isShapeKept(name: string): Promise<boolean>;
}

export interface StackShape {
  readonly scale: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, string>>;
}

const startWithinMs = 45_000;

/** Makes a part run, whatever was done to it. Idempotent. */
export async function bringBack(part: Pick<ProcessPart, 'inspect' | 'start' | 'resume'>): Promise<void> {
  const { state } = await part.inspect();
  if (state === 'paused') await part.resume();
  if (state === 'stopped') await part.start({ withinMs: startWithinMs });
}

/** `orders-2` is the second instance of `orders`. */
export function targetOf(partName: string): TargetName {
  return partName.replace(/-\d+$/, '') as TargetName;
}

/** 1 for `orders`, 2 for `orders-2`. */
export function instanceOf(partName: string): number {
  return Number(/-(\d+)$/.exec(partName)?.[1] ?? 1);
}
