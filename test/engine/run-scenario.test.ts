import { beforeEach, describe, expect, it } from 'vitest';
import { preflight } from '../../src/engine/preflight.ts';
import { defaultRunOptions, runScenario } from '../../src/engine/run-scenario.ts';
import { Interrupted } from '../../src/host.ts';
import { noDoubleShipments } from '../../src/invariants/no-double-shipments.ts';
import { noLostOrders } from '../../src/invariants/no-lost-orders.ts';
import { paused, stopped } from '../../src/model/fault.ts';
import type { JournalEvent } from '../../src/model/journal-event.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import {
  defineScenario,
  during,
  hold,
  orders,
  ordersAt,
  type Step,
  seconds,
  settled,
  underLoad,
  untilConfirmed,
} from '../../src/model/scenario.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { FakeShop } from '../helpers/fake-shop.ts';
import { MemoryJournal } from '../helpers/memory-journal.ts';

const outage = [
  orders(4),
  settled(),
  during(stopped('broker'), [orders(2), hold(seconds(15))]),
  settled({ withinMs: seconds(30) }),
];

let journal: MemoryJournal;
let clock: FakeClock;
let shop: FakeShop;
let interrupt: AbortController;

beforeEach(() => {
  clock = new FakeClock();
  shop = new FakeShop(clock);
  interrupt = new AbortController();
});

async function run(steps: readonly Step[], beforeStep?: (step: Step) => Promise<void>): Promise<RunRecord> {
  const scenario = defineScenario({
    name: 'outage',
    obligation: 'nothing is lost',
    lesson: '',
    steps,
    expect: [noLostOrders, noDoubleShipments],
  });
  journal = new MemoryJournal(clock);
  await preflight(scenario, shop.runtime);
  const progress = { say: () => {} };
  const deps = {
    ...shop,
    runtime: shop.runtime,
    probes: shop.probes,
    load: shop.load,
    actions: {},
    journal,
    clock,
    progress,
    ...(beforeStep && { beforeStep }),
  };
  return runScenario(scenario, deps, defaultRunOptions, interrupt.signal);
}

describe('a scenario run against a shop that works', () => {
  it('is held, with the fault seen from its effect to its healing', async () => {
    const record = await run(outage);
    expect(record.end).toMatchObject({ how: 'finished', verdict: 'held' });
    expect(record.attempts).toHaveLength(4 + 2 + 3);
    const [window] = record.faults;
    expect(window).toMatchObject({ identity: 'fake broker', prior: { state: 'running' } });
    expect((window?.healingMs ?? 0) - (window?.observedMs ?? 0)).toBeGreaterThanOrEqual(15_000);
    expect(record.settles.map((settle) => settle.outcome)).toEqual([
      'drained',
      'drained',
      'drained',
      'drained',
    ]);
  });

  it('sees the unsent events while the broker is away', async () => {
    const record = await run(outage);
    expect(Math.max(...record.samples.map((sample) => sample.outbox?.unsent ?? 0))).toBe(2);
    expect(record.samples.at(-1)).toMatchObject({
      outbox: { unsent: 0, all: 9 },
      shipping: { shipments: 9 },
    });
  });

  it('heals nested faults in reverse order', async () => {
    await run([during(stopped('broker'), [during(paused('payments'), [hold(1000)])])]);
    expect(shop.deeds).toEqual(['broker stopped', 'payments paused', 'payments healed', 'broker healed']);
  });
});

describe('a scenario that is gone through step by step', () => {
  it('asks for leave before each step, but for those beside a load, which would not wait', async () => {
    const asked: string[] = [];
    await run(
      [
        orders(1),
        during(stopped('broker'), [hold(10)]),
        underLoad(ordersAt(1, seconds(2)), [hold(5), during(paused('payments'), [hold(5)])]),
      ],
      async ({ kind }) => void asked.push(kind),
    );
    expect(asked).toEqual(['orders', 'during', 'hold', 'under-load']);
  });
});

describe('a scenario run against a shop in which an event is stuck', () => {
  it('waits once in full, then for what came since, and is judged', async () => {
    shop.troubles.sticks = (n) => n === 2;
    const record = await run([orders(3), settled()]);
    const waits = record.settles.map(({ outcome, startedMs, endedMs }) => [
      outcome,
      Math.round((endedMs - startedMs) / 1000),
    ]);
    expect(waits).toEqual([
      ['still', 30],
      ['still', 12],
      ['still', 12],
    ]);
    expect(record.end).toMatchObject({ how: 'finished', verdict: 'broken' });
  });
});

describe('a wait until orders are confirmed again', () => {
  const wait = [untilConfirmed({ withinMs: seconds(2) }), orders(1)];

  it('ends with the first one that is', async () => {
    shop.troubles.refuses = (n) => n <= 3;
    const record = await run(wait);
    expect(record.attempts.slice(0, 5).map(({ load, result }) => `${load} ${result}`)).toEqual([
      'load 1 HTTP 422',
      'load 2 HTTP 422',
      'load 3 HTTP 422',
      'load 4 Confirmed',
      'load 5 Confirmed',
    ]);
    expect(record.remarks).toEqual([]);
  });

  it('ends at its limit, says so, and lets the promises judge', async () => {
    shop.troubles.refuses = () => true;
    const record = await run(wait);
    expect(record.remarks.map(({ text }) => text)).toEqual(['no order was confirmed within 2 s']);
    expect(record.end).toMatchObject({ how: 'finished', verdict: 'unknown' });
  });
});

describe('whatever ends a run, what it broke is healed', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('after %s, and the record says so', async (name) => {
    shop.troubles.onOrder = (n) => n === 5 && interrupt.abort(new Interrupted(name));
    const record = await run(outage);
    expect(shop.deeds).toEqual(['broker stopped', 'broker healed']);
    expect(record.end).toMatchObject({ how: 'interrupted', why: name, verdict: 'unknown' });
    expect(record.faults[0]?.healedMs).toBeDefined();
  });

  it('after an exception in the middle', async () => {
    shop.troubles.onOrder = (n) => {
      if (n === 6) throw new Error('the load broke');
    };
    await expect(run(outage)).rejects.toThrow('the load broke');
    expect(shop.deeds).toEqual(['broker stopped', 'broker healed']);
  });

  it('after an injection that broke half-way', async () => {
    shop.troubles.injectFails = true;
    await expect(run(outage)).rejects.toThrow('half-way');
    expect(shop.deeds).toEqual(['broker stopped', 'broker healed']);
  });

  it('tries again when healing fails at first', async () => {
    shop.troubles.healFailsTimes = 3;
    const record = await run(outage);
    expect(shop.deeds.at(-1)).toBe('broker healed');
    expect(record.end.verdict).toBe('held');
  });
});

describe('what a run cannot know is not held', () => {
  it('is unknown when the fault was never seen to take effect, and sends no orders into it', async () => {
    shop.troubles.effectNeverSeen = true;
    const record = await run(outage);
    expect(record.end.verdict).toBe('unknown');
    expect(record.attempts.map((attempt) => attempt.load)).not.toContain('load 2');
    expect(record.remarks[0]?.text).toContain('never seen to take effect');
  });

  it('keeps a fault that could not be healed in the record, for exit code 3', async () => {
    shop.troubles.neverWell = true;
    const record = await run(outage);
    expect(record.faults[0]?.failure).toContain('could not be healed');
    expect(record.end).toMatchObject({ how: 'failed', verdict: 'unknown' });
  });
});

describe('a shop that cannot be looked at', () => {
  it('is not broken: the run ends before the first order, and its journal says why', async () => {
    const baseline = async () => {
      throw new Error('the orders database is away');
    };
    Object.assign(shop, { probes: { ...shop.probes, baseline } });
    await expect(run(outage)).rejects.toThrow('the orders database is away');
    expect(shop.deeds).toEqual([]);
    expect(journal.events.at(-1)).toMatchObject({
      type: 'run-ended',
      end: { how: 'failed', verdict: 'unknown', why: 'the orders database is away' },
    });
  });
});

describe('the journal', () => {
  it('holds the intent, with identity and prior state, before anything is broken', async () => {
    const before: JournalEvent[] = [];
    const handleOf = shop.runtime.resolve;
    const runtime = {
      ...shop.runtime,
      resolve: async (fault: Parameters<typeof handleOf>[0]) => {
        const handle = await handleOf(fault);
        return {
          ...handle,
          inject: async () => {
            before.push(...journal.events);
            await handle.inject();
          },
        };
      },
    };
    Object.assign(shop, { runtime });
    await run(outage);
    expect(before.at(-1)).toMatchObject({
      type: 'fault-intended',
      identity: 'fake broker',
      prior: { state: 'running' },
    });
  });
});
