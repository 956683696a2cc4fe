import { beforeEach, describe, expect, it } from 'vitest';
import { partState, shopctlJson } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

interface Run {
  readonly verdict: string;
  readonly promises: readonly {
    readonly promise: string;
    readonly verdict: string;
    readonly lookedAt: string;
  }[];
  readonly faults: readonly {
    readonly name: string;
    readonly observedMs: number;
    readonly healingMs: number;
    readonly healedMs: number;
  }[];
  readonly loads: readonly {
    readonly name: string;
    readonly results: readonly { readonly result: string; readonly count: number; readonly maxMs: number }[];
  }[];
  readonly samples: readonly {
    readonly atMs: number;
    readonly outbox: { readonly unsent: number; readonly all: number } | null;
    readonly shipping: { readonly shipments: number; readonly inbox: number } | null;
    readonly queue: { readonly ready: number; readonly consumers: number } | null;
  }[];
  readonly deeds: readonly { readonly deed: { readonly kind: string; readonly sent?: number } }[];
}

beforeEach(wholeShop);

/** Types `check <name>` and sees that every promise of each run was held. @returns the last run */
async function held(name: string, ...options: string[]): Promise<Run> {
  const report = await shopctlJson<{ readonly runs: readonly Run[] }>('check', name, ...options);
  for (const { promises, verdict } of report.runs) {
    expect(promises.filter((promise) => promise.verdict !== 'held')).toEqual([]);
    expect(verdict).toBe('held');
  }
  expect(report.exitCode).toBe(0);
  const run = report.runs.at(-1);
  if (run === undefined) throw new Error(`check ${name} ran nothing`);
  return run;
}

function lookedAt(run: Run, promise: string): string | undefined {
  return run.promises.find((judged) => judged.promise === promise)?.lookedAt;
}

/** What clients were told in one load, in short: `Confirmed 1`. */
function answersOf(run: Run, load: string): string[] {
  const results = run.loads.find(({ name }) => name === load)?.results ?? [];
  return results.map(({ result, count }) => `${result} ${count}`);
}

/** The looks at the shop while a fault was seen to hold. */
function samplesDuring(run: Run, fault: Run['faults'][number] | undefined): Run['samples'] {
  const [from, to] = [fault?.observedMs ?? Number.NaN, fault?.healingMs ?? Number.NaN];
  return run.samples.filter(({ atMs }) => atMs >= from && atMs < to);
}

const mostReady = (samples: Run['samples']) => Math.max(...samples.map(({ queue }) => queue?.ready ?? 0));
const unsentIn = (samples: Run['samples']) => samples.map(({ outbox }) => outbox?.unsent ?? 0);
const sameId = '[0-9a-f-]{36}';

describe('events that come twice', () => {
  it('duplicate-delivery: 40 orders, 41 deliveries, 40 shipments, and the duplicate named', async () => {
    const run = await held('duplicate-delivery');
    expect(answersOf(run, 'load 1')).toEqual(['Confirmed 40']);
    expect(lookedAt(run, 'duplicate-absorbed')).toMatch(
      new RegExp(`^41 deliveries of 40 events: ${sameId} came 2 times$`),
    );
    // 40 and the three probe orders.
    expect(run.samples.at(-1)).toMatchObject({ shipping: { shipments: 43, inbox: 43 } });
  });

  it('relay-crash: clients hear 503 from the dead process, and one event comes twice', async () => {
    const run = await held('relay-crash');
    expect(run.faults.map(({ name }) => name)).toEqual([
      'orders crashed at relay.after-publish',
      'orders crashed at relay.before-publish',
    ]);
    for (const load of ['load 2', 'load 3']) {
      expect(answersOf(run, load).join()).toMatch(/Confirmed \d.*HTTP 503 \d/);
    }
    expect(lookedAt(run, 'duplicate-absorbed')).toMatch(/came 2 times$/);
  });

  it('consumer-crash: what it had not acked waits in the queue, and ships once', async () => {
    const run = await held('consumer-crash');
    expect(run.faults.map(({ name }) => name)).toEqual([
      'shipping crashed at shipping.before-commit',
      'shipping crashed at shipping.after-commit',
    ]);
    for (const fault of run.faults) expect(mostReady(samplesDuring(run, fault))).toBeGreaterThan(0);
    expect(run.samples.at(-1)).toMatchObject({ shipping: { shipments: 33, inbox: 33 } });
  });
});

describe('a broker in trouble', () => {
  it('broker-crash: the outbox fills while nobody can ask the queue', async () => {
    const run = await held('broker-crash');
    const away = samplesDuring(run, run.faults[0]);
    expect(Math.max(...unsentIn(away))).toBeGreaterThan(20);
    expect(away.some(({ queue }) => queue === null)).toBe(true);
    expect(await partState('broker')).toBe('running');
  });

  it('broker-freeze: all 20 orders are taken, and wait', async () => {
    const run = await held('broker-freeze');
    expect(lookedAt(run, 'orders-accepted-during-outage')).toMatch(/^20 of 20 orders accepted/);
    expect(Math.max(...unsentIn(samplesDuring(run, run.faults[0])))).toBe(20);
  });

  it('broker-blink: five deaths, each of them seen', async () => {
    const run = await held('broker-blink');
    expect(run.faults).toHaveLength(5);
    expect(run.faults.every(({ name, healedMs }) => name === 'broker killed' && healedMs > 0)).toBe(true);
    expect(Math.max(...unsentIn(run.samples))).toBeGreaterThan(0);
  });

  it('broker-empty: the events of the outage ship through queues that were declared again', async () => {
    const run = await held('broker-empty');
    expect(Math.max(...unsentIn(samplesDuring(run, run.faults[0])))).toBe(20);
    expect(lookedAt(run, 'consumers-back')).toBe('1 consumer at shipping.order-confirmed');
    expect(run.samples.at(-1)).toMatchObject({ shipping: { shipments: 43, inbox: 43 } });
  });

  it('broker-hang: its publishes were swallowed, and go out again', async () => {
    const run = await held('broker-hang');
    expect(run.faults.map(({ name }) => name)).toEqual(['broker hung']);
    expect(Math.max(...unsentIn(samplesDuring(run, run.faults[0])))).toBe(10);
    expect(await partState('broker')).toBe('running');
  });

  it('broker-alarm: all waits while publishers are blocked, and is sent about once', async () => {
    const run = await held('broker-alarm');
    expect(run.faults.map(({ name }) => name)).toEqual([
      'broker blocks publishers, short of memory',
      'broker blocks publishers, short of memory',
      'broker killed',
    ]);
    const [first, second] = run.faults;
    expect(Math.max(...unsentIn(samplesDuring(run, first)))).toBeGreaterThan(50);
    expect(Math.max(...unsentIn(samplesDuring(run, second)))).toBeGreaterThan(10);
    expect(lookedAt(run, 'published-about-once')).toMatch(/^6\d deliveries of 60 events/);
  });

  it('broker-restart: 20 events are in the queue before and after', async () => {
    const run = await held('broker-restart');
    expect(run.faults.map(({ name }) => name)).toEqual(['shipping stopped', 'broker stopped']);
    const restarted = run.faults[1]?.healedMs ?? Number.NaN;
    const before = run.samples.filter(({ atMs }) => atMs < restarted);
    expect(before.at(-1)?.outbox).toEqual({ unsent: 0, all: 20 });
    expect(run.samples.at(-1)).toMatchObject({ shipping: { shipments: 23, inbox: 23 } });
  });
});

describe('a part of the shop away', () => {
  it('consumer-outage: the queue fills, the outbox does not', async () => {
    const run = await held('consumer-outage');
    const away = samplesDuring(run, run.faults[0]);
    expect(mostReady(away)).toBeGreaterThan(20);
    expect(Math.max(...unsentIn(away))).toBeLessThan(mostReady(away));
  });

  it('database-outage: stopped and killed, clients hear 503, and the counts are unknown meanwhile', async () => {
    const run = await held('database-outage');
    expect(run.faults.map(({ name }) => name)).toEqual(['postgres stopped', 'postgres killed']);
    for (const [index, fault] of run.faults.entries()) {
      expect(samplesDuring(run, fault).some(({ outbox }) => outbox === null)).toBe(true);
      expect(answersOf(run, `load ${index + 1}`).join()).toContain('HTTP 503');
    }
    expect(lookedAt(run, 'answers-stay-true')).toMatch(/^\d+ orders told Confirmed, [1-9]\d* told 503$/);
  });
});

describe('the relay', () => {
  it('late-commit: some orders take the delay, and their events are sent behind younger ones', async () => {
    const run = await held('late-commit');
    expect(run.faults.map(({ name }) => name)).toEqual(['one commit at a time is 1500 ms late']);
    expect(answersOf(run, 'load 1')).toEqual(['Confirmed 50']);
    expect(run.loads[0]?.results[0]?.maxMs).toBeGreaterThan(1500);
  });

  it('batched-relay: rounds send 2, 1 and 0, and 3 events wait in the queue', async () => {
    const run = await held('batched-relay');
    expect(run.deeds.map(({ deed }) => deed.sent)).toEqual([2, 1, 0]);
    expect(mostReady(run.samples)).toBe(3);
  });

  it('poison: set aside, and in nobody’s way in the next run either', async () => {
    const run = await held('poison', '--repeat', '2');
    expect(run.deeds.map(({ deed }) => deed.kind)).toEqual(Array(3).fill('poison-planted'));
    expect(lookedAt(run, 'poison-set-aside')).toBe(
      '2 of 2 poison messages dead-lettered, 1 of 1 poison row parked',
    );
    expect(lookedAt(run, 'bounded-redeliveries')).toBe('0 redeliveries beside 2 poison messages');
  });

  it('cleaning: the table shrinks, unsent rows outlive the retention, a late copy is known', async () => {
    const run = await held('cleaning');
    const relayHeld = run.faults.find(({ name }) => name === 'relay held');
    const waiting = samplesDuring(run, relayHeld);
    // Only the three unsent rows are left of 23.
    expect(waiting.at(-1)).toMatchObject({ outbox: { unsent: 3, all: 3 } });
    expect(Math.max(...run.samples.map(({ outbox }) => outbox?.all ?? 0))).toBeGreaterThanOrEqual(20);
    expect(lookedAt(run, 'duplicate-absorbed')).toMatch(/^4 deliveries of 3 events: .* came 2 times$/);
  });

  it('relay-race: another instance takes over from a frozen and from a dead one', async () => {
    const run = await held('relay-race');
    expect(lookedAt(run, 'takes-over')).toMatch(/^4 waits with an instance away/);
    expect(lookedAt(run, 'events-in-order')).toMatch(
      /^13 orders with several events, those of 13 seen on the wire$/,
    );
    expect(await partState('orders-2')).toBeUndefined();
    expect(await partState('orders')).toBe('running');
  });
});
