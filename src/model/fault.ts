import type { TargetName } from './target.ts';

/**
 * One thing that is wrong with the shop for a while. A fault is a state, not a deed: it holds from the moment it was
 * observed until it was healed, which is why its name is a participle.
 */
export type Fault =
  | ProcessFault
  | SwitchFault
  | HungTarget
  | WipedBroker
  | AlarmedBroker
  | LateCommits
  | ConfiguredShop
  | ScaledService;

/** `stopped` is a graceful end, `killed` a SIGKILL, `paused` a freeze: three different deaths. */
export interface ProcessFault {
  readonly kind: 'stopped' | 'killed' | 'paused';
  readonly target: TargetName;
  /** One of several instances of a service, 1 or more; all of them when absent. */
  readonly instance?: number;
}

/** Faults that the reference shop applies to itself when its admin door tells it to. */
export type SwitchFault = FailingPayments | SlowPayments | RepublishingRelay | HeldRelay | CrashingService;

export interface FailingPayments {
  readonly kind: 'failing';
  readonly target: 'payments';
  /** Share of charges answered with 503, 0 to 1. */
  readonly rate: number;
}

export interface SlowPayments {
  readonly kind: 'slowed';
  readonly target: 'payments';
  /** Delay added to each charge. */
  readonly latencyMs: number;
}

/** The relay fails once between a publish and its mark, so that this event is published twice. */
export interface RepublishingRelay {
  readonly kind: 'republishing';
  readonly target: 'orders';
}

/** The relay stands still and is stepped by hand. */
export interface HeldRelay {
  readonly kind: 'relay-held';
  readonly target: 'orders';
}

/** The process kills itself, once, when it passes the point. */
export interface CrashingService {
  readonly kind: 'crashing';
  readonly target: 'orders' | 'shipping';
  readonly point: string;
}

/** It freezes, and never goes on: whoever notices kills it and starts it again. What it had not put away is gone. */
export interface HungTarget {
  readonly kind: 'hung';
  readonly target: TargetName;
}

/** The broker is short of memory: it takes nothing from connections that publish, and lets the others read on. */
export interface AlarmedBroker {
  readonly kind: 'alarmed';
  readonly target: 'broker';
}

/**
 * One transaction at a time that writes to the outbox commits late, while the others overtake it: what was written
 * first is seen last.
 */
export interface LateCommits {
  readonly kind: 'commits-late';
  readonly target: 'postgres';
  /** Delay of such a commit. */
  readonly latencyMs: number;
}

/** The broker is stopped and its data deleted; it comes back empty. */
export interface WipedBroker {
  readonly kind: 'wiped';
  readonly target: 'broker';
}

/** Services run with other settings, restarted for it; healed by another restart. */
export interface ConfiguredShop {
  readonly kind: 'configured';
  readonly target: 'orders';
  readonly settings: Readonly<Record<string, string>>;
}

/** A service runs in several instances. */
export interface ScaledService {
  readonly kind: 'scaled';
  readonly target: 'orders';
  readonly instances: number;
}

export const stopped = (target: TargetName): Fault => ({ kind: 'stopped', target });
export const killed = (target: TargetName, instance?: number): Fault =>
  ofInstance('killed', target, instance);
export const paused = (target: TargetName, instance?: number): Fault =>
  ofInstance('paused', target, instance);
export const hung = (target: TargetName): Fault => ({ kind: 'hung', target });
export const paymentsFailing = (rate: number): Fault => ({ kind: 'failing', target: 'payments', rate });
export const paymentsSlowed = (latencyMs: number): Fault => ({
  kind: 'slowed',
  target: 'payments',
  latencyMs,
});
export const republishing = (): Fault => ({ kind: 'republishing', target: 'orders' });
export const relayHeld = (): Fault => ({ kind: 'relay-held', target: 'orders' });
export const crashing = (target: 'orders' | 'shipping', point: string): Fault => ({
  kind: 'crashing',
  target,
  point,
});
export const brokerAlarmed = (): Fault => ({ kind: 'alarmed', target: 'broker' });
export const commitsLate = (latencyMs: number): Fault => ({
  kind: 'commits-late',
  target: 'postgres',
  latencyMs,
});
export const brokerWiped = (): Fault => ({ kind: 'wiped', target: 'broker' });
export const configured = (settings: Readonly<Record<string, string>>): Fault => ({
  kind: 'configured',
  target: 'orders',
  settings,
});
export const scaled = (target: 'orders', instances: number): Fault => ({ kind: 'scaled', target, instances });

function ofInstance(kind: 'killed' | 'paused', target: TargetName, instance: number | undefined): Fault {
  return instance === undefined ? { kind, target } : { kind, target, instance };
}

/**
 * Whether the fault takes effect only while orders flow: it is armed first, and observed during the steps it holds for.
 */
export function isArmed({ kind }: Fault): boolean {
  return kind === 'crashing' || kind === 'republishing';
}

/** The fault in words, as the timeline says it when it begins: `broker stopped`, `payments fail 30 %`. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'failing':
      return `payments fail ${Math.round(fault.rate * 1000) / 10} %`;
    case 'slowed':
      return `payments slowed by ${fault.latencyMs} ms`;
    case 'republishing':
      return 'relay failed between publish and mark';
    case 'relay-held':
      return 'relay held';
    case 'crashing':
      return `${fault.target} crashed at ${fault.point}`;
    case 'configured':
      return `services restarted with ${settingsText(fault.settings)}`;
    case 'scaled':
      return `${fault.target} runs in ${fault.instances} instances`;
    case 'wiped':
      return 'broker stopped and its data deleted';
    case 'alarmed':
      return 'broker blocks publishers, short of memory';
    case 'commits-late':
      return `one commit at a time is ${fault.latencyMs} ms late`;
    case 'hung':
      return `${fault.target} hung`;
    default:
      return `${fault.target}${fault.instance === undefined ? '' : ` ${fault.instance}`} ${fault.kind}`;
  }
}

/** The end of the fault in words, as the timeline says it: `broker started`, `payments resumed`. */
export function describeHealing(fault: Fault): string {
  switch (fault.kind) {
    case 'stopped':
    case 'killed':
    case 'crashing':
      return `${nameOf(fault)} started`;
    case 'wiped':
      return 'broker started, empty';
    case 'hung':
      return `${fault.target} killed and started`;
    case 'alarmed':
      return 'broker takes messages again';
    case 'commits-late':
      return 'commits are in time again';
    case 'paused':
      return `${nameOf(fault)} resumed`;
    case 'failing':
    case 'slowed':
      return 'payments back to normal';
    case 'republishing':
      return 'relay back to normal';
    case 'relay-held':
      return 'relay released';
    case 'configured':
      return 'services restarted with their own settings';
    case 'scaled':
      return `${fault.target} runs as before`;
  }
}

function nameOf(fault: ProcessFault | CrashingService): string {
  return 'instance' in fault && fault.instance !== undefined
    ? `${fault.target} ${fault.instance}`
    : fault.target;
}

function settingsText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
