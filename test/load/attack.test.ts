import { describe, expect, it } from 'vitest';
import type { LoadRequest } from '../../src/engine/ports.ts';
import { attack } from '../../src/load/attack.ts';
import type { OrderAnswer, OrderIdentity, OrderSender } from '../../src/load/order-request.ts';
import type { Attempt, LoadPlan } from '../../src/model/attempt.ts';
import { FakeTime } from './fake-time.ts';

const confirmed: OrderAnswer = { outcome: 'accepted', result: 'Confirmed', orderId: 'o' };
const refused: OrderAnswer = { outcome: 'refused', result: 'not sent', reason: 'ECONNREFUSED' };
const interrupted: OrderAnswer = { outcome: 'unknown', result: 'no answer', reason: 'interrupted' };

/** A shop that answers the n-th order after so many milliseconds; undefined is never. */
class ScriptedSender implements OrderSender {
  readonly sent: OrderIdentity[] = [];
  mostInFlight = 0;
  readonly #time: FakeTime;
  readonly #script: (n: number) => { afterMs?: number; answer?: OrderAnswer };
  readonly #open = new Set<(answer: OrderAnswer) => void>();

  constructor(time: FakeTime, script: (n: number) => { afterMs?: number; answer?: OrderAnswer }) {
    this.#time = time;
    this.#script = script;
  }

  async send(order: OrderIdentity): Promise<OrderAnswer> {
    this.sent.push(order);
    const { afterMs, answer = confirmed } = this.#script(order.n);
    return await new Promise((resolve) => {
      const settle = (ending: OrderAnswer) => {
        this.#open.delete(settle);
        resolve(ending);
      };
      this.#open.add(settle);
      this.mostInFlight = Math.max(this.mostInFlight, this.#open.size);
      if (afterMs !== undefined) void this.#time.sleep(afterMs).then(() => settle(answer));
    });
  }

  abandon(): void {
    for (const settle of [...this.#open]) settle(interrupted);
  }

  async close(): Promise<void> {}
}

async function run(
  plan: LoadPlan,
  script: ConstructorParameters<typeof ScriptedSender>[1],
  stopAtMs?: number,
) {
  const time = new FakeTime();
  const sender = new ScriptedSender(time, script);
  const stop = new AbortController();
  if (stopAtMs === 0) stop.abort();
  else if (stopAtMs !== undefined) void time.sleep(stopAtMs).then(() => stop.abort());
  const attempts: Attempt[] = [];
  const request: LoadRequest = {
    name: 'load 1',
    plan,
    firstN: 11,
    runId: 'r1',
    clock: () => time.now,
    onAttempt: (attempt) => attempts.push(attempt),
    signal: stop.signal,
  };
  const sleep = (ms: number, signal?: AbortSignal) => time.sleep(ms, signal);
  const totals = await time.runUntil(attack(request, { sender, sleep, graceMs: 1000 }));
  expect(totals.scheduled).toBe(totals.started + totals.dropped);
  expect(totals.started).toBe(totals.accepted + totals.refused + totals.unknown);
  expect(attempts).toHaveLength(totals.started);
  expect(sender.sent).toHaveLength(totals.started);
  return { totals, attempts, sender, endedAt: time.now };
}

const closed = (orders: number, concurrency = 1, pauseMs = 0): LoadPlan => ({
  model: 'closed',
  orders,
  concurrency,
  pauseMs,
});
const open = (perSecond: number, durationMs: number, inFlightMax = 100): LoadPlan => ({
  model: 'open',
  stages: [{ fromPerSecond: perSecond, toPerSecond: perSecond, durationMs }],
  inFlightMax,
});

describe('a closed load', () => {
  it('sends one order after the other, with a pause after each answer but the last', async () => {
    const { attempts, totals, sender } = await run(closed(3, 1, 50), () => ({ afterMs: 20 }));
    expect(
      attempts.map(({ n, key, scheduledMs, startedMs, endedMs }) => [
        n,
        key,
        scheduledMs,
        startedMs,
        endedMs,
      ]),
    ).toEqual([
      [11, 'r1-11', 0, 0, 20],
      [12, 'r1-12', 70, 70, 90],
      [13, 'r1-13', 140, 140, 160],
    ]);
    expect(totals).toEqual({
      scheduled: 3,
      started: 3,
      dropped: 0,
      accepted: 3,
      refused: 0,
      unknown: 0,
      wallMs: 160,
    });
    expect(sender.mostInFlight).toBe(1);
  });

  it('never has more in flight than clients, and keeps them all busy', async () => {
    const { sender, totals } = await run(closed(10, 4), () => ({ afterMs: 10 }));
    expect(sender.mostInFlight).toBe(4);
    expect(totals.wallMs).toBe(30);
  });

  it('starts no more clients than there are orders', async () => {
    const { sender } = await run(closed(2, 50), () => ({ afterMs: 10 }));
    expect(sender.mostInFlight).toBe(2);
  });

  it('counts each outcome', async () => {
    const { totals } = await run(closed(6), (n) => ({
      afterMs: 1,
      answer: n % 3 === 0 ? confirmed : n % 3 === 1 ? refused : interrupted,
    }));
    expect(totals).toMatchObject({ accepted: 2, refused: 2, unknown: 2 });
  });
});

describe('an open load', () => {
  it('starts orders when they are due, answered or not', async () => {
    const { attempts, sender } = await run(open(10, 500), () => ({ afterMs: 250 }));
    expect(attempts.map(({ scheduledMs, startedMs, endedMs }) => [scheduledMs, startedMs, endedMs])).toEqual([
      [0, 0, 250],
      [100, 100, 350],
      [200, 200, 450],
      [300, 300, 550],
      [400, 400, 650],
    ]);
    expect(sender.mostInFlight).toBe(3);
  });

  it('drops what is due while too many are unanswered, and never sends it later', async () => {
    const { attempts, totals } = await run(open(10, 1000, 2), () => ({ afterMs: 450 }));
    expect(attempts.map(({ n, scheduledMs }) => [n, scheduledMs])).toEqual([
      [11, 0],
      [12, 100],
      [13, 500],
      [14, 600],
    ]);
    expect(totals).toMatchObject({ scheduled: 10, started: 4, dropped: 6 });
  });
});

describe('an interruption', () => {
  it('starts no more orders and lets those in flight be answered', async () => {
    const { totals, endedAt } = await run(closed(100, 2), () => ({ afterMs: 300 }), 400);
    expect(totals).toMatchObject({ started: 4, accepted: 4, unknown: 0 });
    expect(endedAt).toBe(600);
  });

  it('gives up on orders in flight after the grace, and calls them unknown', async () => {
    const { totals, endedAt } = await run(closed(100, 3), () => ({}), 400);
    expect(totals).toMatchObject({ started: 3, accepted: 0, unknown: 3 });
    expect(endedAt).toBe(1400);
  });

  it('ends a pause at once', async () => {
    const { totals, endedAt } = await run(closed(2, 1, 60_000), () => ({ afterMs: 10 }), 100);
    expect(totals).toMatchObject({ scheduled: 1, started: 1, accepted: 1 });
    expect(endedAt).toBe(100);
  });

  it('ends an open load; what was not due yet is not counted', async () => {
    const { totals } = await run(open(10, 60_000), () => ({ afterMs: 10 }), 250);
    expect(totals).toMatchObject({ scheduled: 3, started: 3, dropped: 0, accepted: 3 });
  });

  it('before the first order sends none', async () => {
    const { totals } = await run(closed(5), () => ({ afterMs: 10 }), 0);
    expect(totals).toMatchObject({ scheduled: 0, started: 0, dropped: 0 });
  });
});

describe('an attempt that cannot be recorded', () => {
  it.each([closed(50, 2), open(100, 10_000)])('ends the load with the error: %j', async (plan) => {
    const time = new FakeTime();
    const sender = new ScriptedSender(time, () => ({ afterMs: 10 }));
    const request: LoadRequest = {
      name: 'load 1',
      plan,
      firstN: 1,
      runId: 'r1',
      clock: () => time.now,
      onAttempt: ({ n }) => {
        if (n === 4) throw new Error('ENOSPC');
      },
      signal: new AbortController().signal,
    };
    const sleep = (ms: number, signal?: AbortSignal) => time.sleep(ms, signal);
    const ending = attack(request, { sender, sleep, graceMs: 1000 });
    await expect(time.runUntil(ending)).rejects.toThrow('ENOSPC');
    expect(sender.sent.length).toBeLessThan(8);
  });
});
