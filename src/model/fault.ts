import type { TargetName } from './target.ts';

/**
 * One thing that is wrong with the shop for a while. A fault is a state, not a deed: it holds from the moment it was
 * observed until it was healed, which is why its name is a participle.
 */
export type Fault = ProcessFault | FailingPayments | SlowPayments;

/** `stopped` is a graceful end, `killed` a SIGKILL, `paused` a freeze: three different deaths. */
export interface ProcessFault {
  readonly kind: 'stopped' | 'killed' | 'paused';
  readonly target: TargetName;
}

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

export const stopped = (target: TargetName): Fault => ({ kind: 'stopped', target });
export const killed = (target: TargetName): Fault => ({ kind: 'killed', target });
export const paused = (target: TargetName): Fault => ({ kind: 'paused', target });
export const paymentsFailing = (rate: number): Fault => ({ kind: 'failing', target: 'payments', rate });
export const paymentsSlowed = (latencyMs: number): Fault => ({
  kind: 'slowed',
  target: 'payments',
  latencyMs,
});

/** The fault in words, as the timeline says it when it begins: `broker stopped`, `payments fail 30 %`. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'failing':
      return `payments fail ${Math.round(fault.rate * 1000) / 10} %`;
    case 'slowed':
      return `payments slowed by ${fault.latencyMs} ms`;
    default:
      return `${fault.target} ${fault.kind}`;
  }
}

/** The end of the fault in words, as the timeline says it: `broker started`, `payments resumed`. */
export function describeHealing(fault: Fault): string {
  switch (fault.kind) {
    case 'stopped':
    case 'killed':
      return `${fault.target} started`;
    case 'paused':
      return `${fault.target} resumed`;
    case 'failing':
    case 'slowed':
      return 'payments back to normal';
  }
}
