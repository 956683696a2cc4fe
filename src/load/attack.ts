import { setMaxListeners } from 'node:events';
import type { LoadRequest } from '../engine/ports.ts';
import type { ClosedLoad, LoadTotals, OpenLoad } from '../model/attempt.ts';
import { Ledger } from './ledger.ts';
import type { OrderSender } from './order-request.ts';
import { dueMs } from './pacer.ts';

/** Resolves after `ms`, or rejects when the signal is aborted earlier. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface AttackParts {
  readonly sender: OrderSender;
  readonly sleep: Sleep;
  /** How long orders in flight may still be answered once the load is interrupted. */
  readonly graceMs: number;
}

interface Run {
  readonly ledger: Ledger;
  readonly clock: () => number;
  readonly stop: AbortSignal;
  /** Returns early, without an error, when the load is interrupted. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Sends the orders of `request.plan` and resolves with the totals when the last one has ended.
 * Interrupted, it starts no more, gives those in flight `graceMs`, and then ends them as unanswered.
 *
 * @throws what `onAttempt` threw: a load whose attempts cannot be recorded must not go on
 */
export async function attack(request: LoadRequest, parts: AttackParts): Promise<LoadTotals> {
  const { plan, clock, signal } = request;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  // Every client of a closed load may be waiting on it at once.
  setMaxListeners(0, stop);
  const ledger = new Ledger(request, parts.sender, () => failed.abort());
  const run: Run = { ledger, clock, stop, pause: interruptible(parts.sleep, stop) };
  const ended = new AbortController();
  const startedMs = clock();
  const cutOff = cutOffAfterGrace(stop, ended.signal, parts);
  try {
    await (plan.model === 'closed' ? runClosed(plan, run) : runOpen(plan, run));
    await ledger.settled();
    return ledger.totals(clock() - startedMs);
  } finally {
    ended.abort();
    await cutOff;
  }
}

async function runClosed(plan: ClosedLoad, run: Run): Promise<void> {
  let left = plan.orders;
  async function client(): Promise<void> {
    while (left > 0 && !run.stop.aborted) {
      left--;
      await run.ledger.start(run.clock());
      if (plan.pauseMs > 0 && left > 0) await run.pause(plan.pauseMs);
    }
  }
  await Promise.all(Array.from({ length: Math.min(plan.concurrency, plan.orders) }, client));
}

/** Latency counts from when an order was due, so a late timer is in the figures instead of hidden by them. */
async function runOpen(plan: OpenLoad, run: Run): Promise<void> {
  const startMs = run.clock();
  for (let index = 0; ; index++) {
    const due = dueMs(plan.stages, index);
    if (due === undefined) return;
    const scheduledMs = startMs + due;
    for (let waitMs = due; waitMs > 0 && !run.stop.aborted; ) {
      waitMs = scheduledMs - run.clock();
      if (waitMs > 0) await run.pause(waitMs);
    }
    if (run.stop.aborted) return;
    if (run.ledger.inFlight >= plan.inFlightMax) run.ledger.drop();
    else void run.ledger.start(scheduledMs);
  }
}

function interruptible(sleep: Sleep, stop: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    try {
      await sleep(ms, stop);
    } catch (error) {
      if (!stop.aborted) throw error;
    }
  };
}

/** Resolves when the load has ended, having abandoned what was still in flight `graceMs` after an interruption. */
async function cutOffAfterGrace(stop: AbortSignal, ended: AbortSignal, parts: AttackParts): Promise<void> {
  await new Promise<void>((resolve) => {
    if (stop.aborted || ended.aborted) return resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
  if (ended.aborted) return;
  const grace = interruptible(parts.sleep, ended);
  await grace(parts.graceMs);
  if (!ended.aborted) parts.sender.abandon('interrupted');
}
