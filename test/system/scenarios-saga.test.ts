import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { partState, shopctlJson } from './shopctl.ts';
import { stackAddresses } from './stack-addresses.ts';
import { wholeShop } from './whole-shop.ts';

interface Run {
  readonly verdict: string;
  readonly promises: readonly {
    readonly promise: string;
    readonly verdict: string;
    readonly lookedAt: string;
    readonly comparison?: { readonly head: readonly string[]; readonly rows: readonly string[][] };
  }[];
  readonly faults: readonly { readonly name: string }[];
  readonly loads: readonly {
    readonly name: string;
    readonly results: readonly {
      readonly result: string;
      readonly reason?: string;
      readonly count: number;
    }[];
  }[];
  readonly samples: readonly {
    readonly atMs: number;
    readonly outbox: { readonly unsent: number; readonly all: number } | null;
    readonly orders: Readonly<Record<string, number>> | null;
  }[];
  readonly deeds: readonly {
    readonly deed: {
      readonly kind: string;
      readonly outcome?: string;
      readonly result?: string;
      readonly httpStatus?: number;
      readonly products?: number;
      readonly stale?: boolean;
    };
  }[];
}

beforeEach(wholeShop);

/** Types `check <name>` and sees that every promise was held. */
async function held(name: string): Promise<Run> {
  const report = await shopctlJson<{ readonly runs: readonly Run[] }>('check', name);
  const [run] = report.runs;
  if (run === undefined) throw new Error(`check ${name} ran nothing`);
  expect(run.promises.filter((promise) => promise.verdict !== 'held')).toEqual([]);
  expect(run.verdict).toBe('held');
  expect(report.exitCode).toBe(0);
  return run;
}

function judged(run: Run, promise: string) {
  return run.promises.find((one) => one.promise === promise);
}

/** What clients were told in one load, in short and in a stable order: `20 HTTP 503 InventoryUnavailable`. */
function answersOf(run: Run, load: string): string[] {
  const results = run.loads.find(({ name }) => name === load)?.results ?? [];
  return results
    .map(({ result, reason, count }) => [count, result, reason].filter(Boolean).join(' '))
    .toSorted();
}

/** Looks at the reserved stock of all products until it is ended; counts from what was reserved before. */
async function watchReserved(): Promise<{ end(): Promise<{ most: number; atTheEnd: number }> }> {
  const client = new pg.Client({ connectionString: stackAddresses().databases['inventorydb'] });
  await client.connect();
  const look = async () => {
    const { rows } = await client.query(
      "select coalesce(sum(quantity), 0)::int as reserved from reservations where status = 'reserved'",
    );
    return rows[0].reserved;
  };
  const before = await look();
  let most = 0;
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      most = Math.max(most, (await look()) - before);
      await setTimeout(200);
    }
  })();
  return {
    async end() {
      ended.abort();
      await watching;
      const atTheEnd = (await look()) - before;
      await client.end();
      return { most, atTheEnd };
    },
  };
}

/** The last look at the shop that was answered in time. */
const byStatusAtTheEnd = (run: Run) => run.samples.findLast(({ orders }) => orders !== null)?.orders;

describe('payments in trouble', () => {
  it('payments-flaky: customers hardly notice, and the retries are counted', async () => {
    const run = await held('payments-flaky');
    expect(answersOf(run, 'load 1')).toEqual(['40 Confirmed']);
    const confirmed = Number(
      /(\d+) of 40 orders confirmed/.exec(lookedAt(run, 'orders-confirmed-during-fault'))?.[1],
    );
    expect(confirmed).toBeGreaterThanOrEqual(39);
    // 30 % of calls fail, spread evenly, and each failure but an order's third is asked again: 17 of 57 calls.
    const retries = Number(/^(\d+) retries for 40 orders$/.exec(lookedAt(run, 'bounded-retries'))?.[1]);
    expect(retries).toBeGreaterThanOrEqual(15);
    expect(retries).toBeLessThanOrEqual(19);
  });

  it('payments-outage: one order waits, the others are turned away, and all end cancelled', async () => {
    const stock = await watchReserved();
    const run = await held('payments-outage');
    const reserved = await stock.end();
    expect(answersOf(run, 'load 1')).toEqual([
      '1 Compensating TimeoutRejected',
      '19 Compensating BrokenCircuit',
    ]);
    // Also after payments is back: the breaker is still open, and recovery waits.
    expect(run.samples.map(({ orders }) => orders)).toContainEqual({ Compensating: 20 });
    expect(byStatusAtTheEnd(run)).toEqual({ Cancelled: 20, Confirmed: 3 });
    expect(lookedAt(run, 'fails-fast')).toMatch(/^19 orders turned away, .* 1 before them waited, /);
    expect(lookedAt(run, 'bounded-retries')).toBe('4 retries for 20 orders');
    expect(lookedAt(run, 'stock-conserved')).toBe('3 held reservations of 23 ended orders');
    // All 20 kept their stock while they were compensating; in the end it is the probe orders' alone.
    expect(reserved).toEqual({ most: 20, atTheEnd: 3 });
    expect(await partState('payments')).toBe('running');
  });

  it('payments-slow: charges that went through too late are refunded', async () => {
    const run = await held('payments-slow');
    expect(byStatusAtTheEnd(run)).toEqual({ Cancelled: 10, Confirmed: 3 });
    const charged = Number(
      /^(\d+) cancelled orders that had been charged$/.exec(lookedAt(run, 'refunded-once'))?.[1],
    );
    expect(charged).toBeGreaterThanOrEqual(2);
  });

  it('payments-errors: each order asks three times, and is cancelled', async () => {
    const run = await held('payments-errors');
    expect(answersOf(run, 'load 2')).toEqual(['5 Cancelled HttpError 503']);
    expect(lookedAt(run, 'bounded-retries')).toBe('10 retries for 5 orders');
    expect(byStatusAtTheEnd(run)).toEqual({ Cancelled: 5, Confirmed: 63 });
  });

  it('payments-freeze: two orders wait, six are turned away, and what was charged too late is refunded', async () => {
    const run = await held('payments-freeze');
    expect(run.faults.map(({ name }) => name)).toEqual(['payments paused']);
    expect(answersOf(run, 'load 2')).toEqual(['6 Compensating BrokenCircuit']);
    // Charges that succeeded just before would keep the breaker shut, and the refunds would be tried as often again.
    const retries = Number(/^(\d+) retries for 8 orders$/.exec(lookedAt(run, 'bounded-retries'))?.[1]);
    expect(retries).toBeLessThanOrEqual(4);
    expect(byStatusAtTheEnd(run)).toEqual({ Cancelled: 8, Confirmed: 3 });
    // Three for the probe orders; the others are of tries that lay in the sockets of a frozen payments.
    const charges = Number(/^(\d+) charges for 11 ended orders$/.exec(lookedAt(run, 'money-conserved'))?.[1]);
    expect(charges).toBeGreaterThan(3);
    expect(await partState('payments')).toBe('running');
  });

  it('payments-blink: customers wait for two seconds, and buy', async () => {
    const run = await held('payments-blink');
    expect(answersOf(run, 'load 1')).toEqual(['80 Confirmed']);
    const slowest = Number(/p95 (\d+) ms$/.exec(lookedAt(run, 'orders-confirmed-during-fault'))?.[1]);
    expect(slowest).toBeGreaterThan(1000);
    expect(await partState('payments')).toBe('running');
  });
});

describe('the saga', () => {
  it('saga-crash: no half orders, and the one whose answer was lost after its commit is recovered', async () => {
    const run = await held('saga-crash');
    expect(run.faults.map(({ name }) => name)).toEqual([
      'orders crashed at saga.after-charge',
      'orders crashed at orders.before-commit',
      'orders crashed at orders.after-save',
    ]);
    const fates = lookedAt(run, 'no-lost-orders');
    expect(fates).toMatch(/\d+ unanswered: \d+ recovered, \d+ cancelled, \d+ not in the shop$/);
    expect(byStatusAtTheEnd(run)).toMatchObject({ Cancelled: expect.any(Number) });
    expect(Object.keys(byStatusAtTheEnd(run) ?? {}).toSorted()).toEqual(['Cancelled', 'Confirmed']);
    expect(await partState('orders')).toBe('running');
  });

  it('cancel: nine orders cancelled, six of them twice, and one refund each', async () => {
    const run = await held('cancel');
    const answers = run.deeds.map(({ deed }) => `${deed.kind} ${deed.outcome} ${deed.result}`);
    expect(answers).toEqual(Array(15).fill('cancelled accepted Cancelled'));
    expect(lookedAt(run, 'refunded-once')).toBe('9 cancelled orders that had been charged');
    expect(lookedAt(run, 'stock-conserved')).toBe('9 held reservations of 18 ended orders');
    expect(byStatusAtTheEnd(run)).toEqual({ Cancelled: 9, Confirmed: 9 });
  });
});

describe('graceful degradation', () => {
  it('inventory-outage: the catalogue is served, marked stale, and orders leave nothing', async () => {
    const run = await held('inventory-outage');
    const reads = run.deeds.map(({ deed }) => `${deed.httpStatus} ${deed.products} ${deed.stale}`);
    expect(reads).toEqual(['200 5 false', ...Array(4).fill('200 5 true'), '200 5 false']);
    expect(lookedAt(run, 'says-why')).toBe('20 InventoryUnavailable');
    expect(lookedAt(run, 'nothing-half-done')).toMatch(/^20 refused orders, \d+ of them in the shop$/);
    expect(await partState('inventory')).toBe('running');
  });
});

describe('events and the outbox', () => {
  it('unroutable: 12 events without a queue hold up none of the others', async () => {
    const run = await held('unroutable');
    expect(lookedAt(run, 'unroutable-passes')).toBe('12 events without a queue, 27 with one behind them');
    const mostUnsent = Math.max(...run.samples.map(({ outbox }) => outbox?.unsent ?? 0));
    // Held back, they were in one batch: 16 confirmed and 6 cancelled.
    expect(mostUnsent).toBe(22);
    expect(run.samples.findLast(({ outbox }) => outbox !== null)?.outbox).toEqual({ unsent: 0, all: 43 });
  });

  it('dual-write: one shop loses an event, one makes a ghost, and the outbox does neither', async () => {
    const run = await held('dual-write');
    expect(judged(run, 'fails-as-expected')?.comparison).toEqual({
      head: ['shop', 'crash right before the commit', 'crash right after the commit'],
      rows: [
        ['save, then publish', 'whole', 'lost event'],
        ['publish, then save', 'ghost event', 'whole'],
        ['outbox', 'whole', 'whole'],
      ],
    });
    expect(run.faults.filter(({ name }) => name.startsWith('orders crashed'))).toHaveLength(6);
  }, 300_000);
});

function lookedAt(run: Run, promise: string): string {
  return judged(run, promise)?.lookedAt ?? `${promise} was not judged`;
}
