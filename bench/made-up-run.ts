import type { Attempt } from '../src/model/attempt.ts';
import type { Evidence } from '../src/model/evidence.ts';
import type { JournalFact } from '../src/model/journal-event.ts';
import type { Sample } from '../src/model/sample.ts';

export const runId = '20260101-120000-made';

/** Orders a second: what a shop on two cores takes. */
const perSecond = 500;
const initialStock = 1_000_000;

/** The facts of a run in which nothing went wrong but an outage in its middle: every order with all that belongs to it. */
export function* madeUpRun(orders: number, nowMs: () => number): Generator<JournalFact> {
  const lengthMs = (orders / perSecond) * 1000;
  yield { type: 'baseline', stock: [{ productId: '3', onShelf: initialStock, reserved: 0 }] };
  const plan = { model: 'closed', orders, concurrency: 32, pauseMs: 0 } as const;
  yield { type: 'load-started', name: 'load 1', plan };
  yield { type: 'fault-intended', id: 'f1', ...fault };
  yield { type: 'fault-injected', id: 'f1' };
  yield { type: 'fault-observed', id: 'f1' };
  for (let n = 1; n <= orders; n++) {
    yield { type: 'attempt', attempt: attempt(n, n > orders - 3 ? 'probe' : 'load 1') };
    if (n % perSecond === 0) yield { type: 'sample', sample: sample(n, (n / perSecond) * 1000) };
  }
  const counts = { scheduled: orders, started: orders, dropped: 0, accepted: orders, refused: 0, unknown: 0 };
  yield { type: 'load-ended', name: 'load 1', totals: { ...counts, wallMs: lengthMs } };
  yield { type: 'fault-healing', id: 'f1' };
  yield { type: 'fault-healed', id: 'f1' };
  const endedMs = nowMs() + 1_000;
  const settle = { startedMs: nowMs(), endedMs, withinMs: 30_000, outcome: 'drained' } as const;
  yield { type: 'settled', settle };
  yield { type: 'evidence', evidence: evidence(orders) };
  yield { type: 'run-ended', end: { how: 'finished', atMs: lengthMs + 2_000, verdict: 'held' } };
}

const fault = {
  fault: { kind: 'stopped', target: 'broker' },
  identity: 'process broker pid 4711 since 88123',
  prior: { state: 'running' },
} as const;

function attempt(n: number, load: string): Attempt {
  const startedMs = tenth((n / perSecond) * 1000);
  return {
    n,
    load,
    key: `${runId}-${n}`,
    scheduledMs: startedMs,
    startedMs,
    endedMs: tenth(startedMs + 20 + ((n * 7919) % 613) / 7),
    outcome: 'accepted',
    result: 'Confirmed',
    httpStatus: 201,
    orderId: id(1, n),
  };
}

function sample(n: number, atMs: number): Sample {
  return {
    atMs,
    outbox: { unsent: n % 50, all: n },
    shipping: { shipments: n - (n % 50), inbox: n - (n % 50) },
    queue: { ready: n % 20, unacked: n % 10, consumers: 1 },
    orders: { Confirmed: n },
  };
}

function evidence(orders: number): Evidence {
  const rows = <Row>(row: (n: number) => Row): Row[] => Array.from({ length: orders }, (_, i) => row(i + 1));
  const sentFromMs = Date.UTC(2026, 0, 1, 12);
  return {
    orders: rows((n) => ({ orderId: id(1, n), key: `${runId}-${n}`, status: 'Confirmed' })),
    outbox: rows((n) => ({
      eventId: id(2, n),
      orderId: id(1, n),
      type: 'order.confirmed',
      seq: n,
      state: 'sent',
      sentAtMs: sentFromMs + n * 2 + 0.123,
      ships: true,
    })),
    inbox: rows((n) => ({ eventId: id(2, n) })),
    shipments: rows((n) => ({ shipmentId: id(3, n), orderId: id(1, n), key: `${runId}-${n}` })),
    charges: rows((n) => ({ orderId: id(1, n), amountCents: 1890 })),
    refunds: [],
    reservations: rows((n) => ({ orderId: id(1, n), productId: '3', quantity: 1, active: true })),
    stock: [{ productId: '3', onShelf: initialStock - orders, reserved: orders }],
    queues: [{ name: 'shipping.order-confirmed', ready: 0, unacked: 0, consumers: 1 }],
    paymentRetries: 0,
    parts: [{ name: 'broker', state: 'running' }],
  };
}

/** As a v7 id: 36 characters, most of them different from one to the next. */
function id(kind: number, n: number): string {
  const random = ((n * 2_654_435_761 + kind * 40_503) % 2 ** 32).toString(16).padStart(8, '0');
  const time = (n * 2).toString(16).padStart(8, '0');
  return `${time}-${kind}a3c-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random}${time.slice(-4)}`;
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}
