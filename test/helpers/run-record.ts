import type { Attempt } from '../../src/model/attempt.ts';
import type { Evidence, OutboxRow } from '../../src/model/evidence.ts';
import type { FaultWindow, RunRecord, Settle } from '../../src/model/run-record.ts';

/** A finished run of nothing; tests say what they are about. */
export function runRecord(parts: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: 'run',
    command: 'check test',
    shopctlVersion: '0.0.0',
    openedAt: '2026-03-01T02:14:00.000Z',
    attempts: [],
    loads: [],
    samples: [],
    faults: [],
    settles: [],
    deeds: [],
    deliveries: [],
    remarks: [],
    judged: [],
    end: { how: 'finished', atMs: 60_000, verdict: 'held' },
    ...parts,
  };
}

/** Order `o1` of attempt 1, confirmed after 20 ms. */
export function attempt(n: number, parts: Partial<Attempt> = {}): Attempt {
  return {
    n,
    load: 'load 1',
    key: `run-${n}`,
    scheduledMs: n * 100,
    startedMs: n * 100,
    endedMs: n * 100 + 20,
    outcome: 'accepted',
    result: 'Confirmed',
    orderId: `o${n}`,
    ...parts,
  };
}

/** An attempt whose answer never came. */
export function unanswered(n: number): Attempt {
  const { orderId: _never, ...rest } = attempt(n, { outcome: 'unknown', result: 'no answer' });
  return rest;
}

/** An attempt that its client was refused. */
export function refused(n: number): Attempt {
  const { orderId: _never, ...rest } = attempt(n, { outcome: 'refused', result: 'HTTP 422' });
  return rest;
}

export function event(n: number, parts: Partial<OutboxRow> = {}): OutboxRow {
  return {
    eventId: `e${n}`,
    orderId: `o${n}`,
    type: 'order.confirmed',
    state: 'sent',
    seq: n,
    ships: true,
    ...parts,
  };
}

/** What a shop without fault holds about orders 1 … n. */
export function wholeEvidence(
  count: number,
): Required<Omit<Evidence, 'paymentRetries' | 'parts' | 'shape' | 'failures'>> {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return {
    orders: numbers.map((n) => ({ orderId: `o${n}`, key: `run-${n}`, status: 'Confirmed' })),
    outbox: numbers.map((n) => event(n)),
    inbox: numbers.map((n) => ({ eventId: `e${n}` })),
    shipments: numbers.map((n) => ({ shipmentId: `s${n}`, orderId: `o${n}`, key: `run-${n}` })),
    charges: numbers.map((n) => ({ orderId: `o${n}`, amountCents: 500 })),
    refunds: [],
    reservations: numbers.map((n) => ({ orderId: `o${n}`, productId: '3', quantity: 1, active: true })),
    stock: [{ productId: '3', onShelf: 100 - count, reserved: count }],
    queues: [{ name: 'shipping.order-confirmed', ready: 0, unacked: 0, consumers: 1 }],
  };
}

/** A run of `count` accepted orders with the given evidence in place of what a whole shop would hold. */
export function runOf(
  count: number,
  evidence: Partial<Evidence> = {},
  parts: Partial<RunRecord> = {},
): RunRecord {
  return runRecord({
    attempts: Array.from({ length: count }, (_, i) => attempt(i + 1)),
    stockBefore: [{ productId: '3', onShelf: 100, reserved: 0 }],
    settles: [settle('drained')],
    evidence: { ...wholeEvidence(count), ...evidence },
    ...parts,
  });
}

export function settle(outcome: Settle['outcome'], startedMs = 30_000, endedMs = 31_000): Settle {
  return { startedMs, endedMs, withinMs: 30_000, outcome };
}

export function brokerWindow(parts: Partial<FaultWindow> = {}): FaultWindow {
  return {
    id: 'broker-stopped-1',
    fault: { kind: 'stopped', target: 'broker' },
    identity: 'process broker pid 1 since 1',
    prior: [],
    intendedMs: 1000,
    injectedMs: 5000,
    observedMs: 5100,
    healingMs: 20_000,
    healedMs: 24_000,
    ...parts,
  };
}
