import { setTimeout as sleepMs } from 'node:timers/promises';
import type { OrderLoad } from '../engine/ports.ts';
import type { LoadPlan } from '../model/attempt.ts';
import { attack, type Sleep } from './attack.ts';
import { openOrderClient } from './order-client.ts';
import type { OrderRequestShape } from './order-request.ts';

export interface OrderLoadOptions {
  /** The shop's door, e.g. `http://127.0.0.1:5100`. */
  readonly url: string;
  /** Limit for one order, from connecting to the last byte of its answer. */
  readonly timeoutMs: number;
  readonly shape: OrderRequestShape;
  /** How long orders in flight may still be answered after an interruption; 1 s unless told. */
  readonly graceMs?: number;
  readonly sleep?: Sleep;
}

/**
 * Sends orders to a shop's door. Each load has its own connections, closed when it ends.
 *
 * @throws ShopctlError (usage), from `run`, when the URL is none
 */
export function createOrderLoad(options: OrderLoadOptions): OrderLoad {
  const { url, timeoutMs, shape, graceMs = 1000, sleep = realSleep } = options;
  return {
    async run(request) {
      await shape.prepare?.(request.runId);
      const sender = openOrderClient({ url, timeoutMs, connectionsMax: inFlightMax(request.plan), shape });
      try {
        return await attack(request, { sender, sleep, graceMs });
      } finally {
        await sender.close();
      }
    },
  };
}

/** As many connections as orders in flight: an order waiting for a connection would be measured as a slow shop. */
function inFlightMax(plan: LoadPlan): number {
  return plan.model === 'closed' ? Math.min(plan.concurrency, plan.orders) : plan.inFlightMax;
}

async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await sleepMs(ms, undefined, signal === undefined ? {} : { signal });
}
