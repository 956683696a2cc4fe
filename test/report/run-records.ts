import type { Attempt } from '../../src/model/attempt.ts';
import type { Evidence, OutboxRow } from '../../src/model/evidence.ts';
import { stopped } from '../../src/model/fault.ts';
import type { LoadWindow, RunRecord } from '../../src/model/run-record.ts';
import type { Sample } from '../../src/model/sample.ts';
import type { JudgedPromise } from '../../src/model/verdict.ts';

/*
 * The broker outage of the spec as literals: 40 orders, the broker stopped, 5 orders without it, the broker started,
 * everything shipped, then 3 probe orders. It opens at 02:14:10 UTC.
 */

export const runId = '0197-broker';

/** Attempts `from`…`to` of one load, one after the other from `startMs` on. */
export function confirmed(
  load: string,
  from: number,
  to: number,
  startMs: number,
  tookMs: number,
): Attempt[] {
  return Array.from({ length: to - from + 1 }, (_, index): Attempt => {
    const n = from + index;
    const startedMs = startMs + index * tookMs;
    return {
      n,
      load,
      key: `${runId}-${n}`,
      scheduledMs: startedMs,
      startedMs,
      endedMs: startedMs + tookMs,
      outcome: 'accepted',
      result: 'Confirmed',
      httpStatus: 201,
      orderId: `order-${n}`,
    };
  });
}

function loadOf(name: string, count: number, startedMs: number, tookMs: number): LoadWindow {
  const totals = { scheduled: count, started: count, dropped: 0, accepted: count, refused: 0, unknown: 0 };
  return {
    name,
    plan: { model: 'closed', orders: count, concurrency: 1, pauseMs: 0 },
    startedMs,
    endedMs: startedMs + count * tookMs,
    totals: { ...totals, wallMs: count * tookMs },
  };
}

export function sample(atMs: number, unsent: number, all: number, shipments: number, ready = 0): Sample {
  return {
    atMs,
    outbox: { unsent, all },
    shipping: { shipments, inbox: shipments },
    queue: { ready, unacked: 0, consumers: 1 },
    orders: { Confirmed: all },
  };
}

function held(promise: string, lookedAt: string): JudgedPromise {
  return { promise, verdict: 'held', lookedAt, findings: [] };
}

const ids = Array.from({ length: 48 }, (_, index) => `order-${index + 1}`);

export const wholeEvidence: Evidence = {
  orders: ids.map((orderId, index) => ({ orderId, key: `${runId}-${index + 1}`, status: 'Confirmed' })),
  outbox: ids.map(
    (orderId, index): OutboxRow => ({
      eventId: `event-${orderId}`,
      orderId,
      type: 'order.confirmed',
      state: 'sent',
      seq: index + 1,
      sentAtMs: Date.parse('2026-03-01T02:14:14.000Z'),
      ships: true,
    }),
  ),
  inbox: ids.map((orderId) => ({ eventId: `event-${orderId}` })),
  shipments: ids.map((orderId) => ({ shipmentId: `shipment-${orderId}`, orderId })),
  charges: ids.map((orderId) => ({ orderId, amountCents: 1999 })),
  refunds: [],
  reservations: ids.map((orderId) => ({ orderId, productId: '3', quantity: 1, active: true })),
  queues: [{ name: 'shipping.order-confirmed', ready: 0, unacked: 0, consumers: 1 }],
};

/** Every promise held. */
export const brokerOutage: RunRecord = {
  runId,
  command: 'check broker-outage',
  scenario: {
    name: 'broker-outage',
    obligation: 'orders accepted while the broker is down ship exactly once after it returns',
  },
  shopctlVersion: '0.1.0',
  openedAt: '2026-03-01T02:14:10.000Z',
  attempts: [
    ...confirmed('load 1', 1, 40, 100, 70),
    ...confirmed('load 2', 41, 45, 7500, 133),
    ...confirmed('probe', 46, 48, 34_000, 60),
  ],
  loads: [loadOf('load 1', 40, 100, 70), loadOf('load 2', 5, 7500, 133), loadOf('probe', 3, 34_000, 60)],
  samples: [
    sample(1000, 2, 12, 10),
    sample(2000, 0, 26, 26),
    sample(4000, 0, 40, 40),
    sample(5000, 0, 40, 40),
    ...[9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25].map(
      (s): Sample => ({ ...sample(s * 1000, 5, 45, 40), queue: null }),
    ),
    sample(33_000, 0, 45, 45),
    sample(35_000, 0, 48, 48),
  ],
  faults: [
    {
      id: 'f1',
      fault: stopped('broker'),
      identity: 'process broker pid 4711 since 88123',
      prior: { state: 'running' },
      intendedMs: 4900,
      injectedMs: 5200,
      observedMs: 7000,
      healingMs: 22_000,
      healedMs: 26_000,
    },
  ],
  settles: [
    { startedMs: 2900, endedMs: 4100, withinMs: 30_000, outcome: 'drained' },
    { startedMs: 26_000, endedMs: 33_000, withinMs: 30_000, outcome: 'drained' },
  ],
  stockBefore: [{ productId: '3', onShelf: 100_000, reserved: 0 }],
  evidence: wholeEvidence,
  deeds: [],
  deliveries: [],
  remarks: [],
  judged: [
    held('no-lost-orders', '48 accepted orders against 48 shipments'),
    held('no-double-shipments', '48 shipments of 48 orders'),
    held('outbox-drained', '48 outbox rows, 0 unsent'),
    held('orders-accepted-during-outage', '5 of 5 orders accepted, slowest 133 ms'),
  ],
  end: { how: 'finished', atMs: 38_200, verdict: 'held' },
};

const lostIds = Array.from({ length: 22 }, (_, index) => `order-${index + 1}`);

/** 22 orders lost and one shipped twice; one promise that nobody could judge. */
export const brokenOutage: RunRecord = {
  ...brokerOutage,
  evidence: {
    ...wholeEvidence,
    shipments: [
      ...(wholeEvidence.shipments ?? []).filter((row) => !lostIds.includes(row.orderId)),
      { shipmentId: 'shipment-again', orderId: 'order-30' },
    ],
    inbox: (wholeEvidence.inbox ?? []).filter((row) => !lostIds.includes(row.eventId.slice('event-'.length))),
    charges: null,
  },
  judged: [
    {
      promise: 'no-lost-orders',
      verdict: 'broken',
      lookedAt: '48 accepted orders against 27 shipments',
      findings: lostIds.map((orderId) => ({
        kind: 'lost',
        orderId,
        detail: 'its event is marked sent, in no queue, and was never received',
      })),
    },
    {
      promise: 'no-double-shipments',
      verdict: 'broken',
      lookedAt: '27 shipments of 26 orders',
      findings: [{ kind: 'duplicated', orderId: 'order-30', detail: '2 shipments' }],
    },
    {
      promise: 'money-conserved',
      verdict: 'unknown',
      lookedAt: 'no charges',
      reason: 'the payments probe never answered',
      findings: [],
    },
  ],
  end: { how: 'finished', atMs: 38_200, verdict: 'broken' },
};

/** Ctrl-C while the broker was away: healed, nothing judged. */
export const interrupted: RunRecord = {
  ...brokerOutage,
  attempts: brokerOutage.attempts.filter((attempt) => attempt.n <= 43),
  loads: brokerOutage.loads.slice(0, 2).map((load, index) => {
    if (index === 0) return load;
    const { endedMs: _, totals: __, ...running } = load;
    return running;
  }),
  samples: brokerOutage.samples.slice(0, 5),
  settles: brokerOutage.settles.slice(0, 1),
  faults: brokerOutage.faults.map((window) => ({ ...window, healingMs: 9500, healedMs: 9800 })),
  evidence: {},
  judged: [],
  end: { how: 'interrupted', atMs: 10_000, verdict: 'unknown', why: 'SIGINT' },
};

/** Opened, and then shopctl was killed. */
export const empty: RunRecord = {
  runId: '0197-empty',
  command: 'load 40',
  shopctlVersion: '0.1.0',
  openedAt: '2026-03-01T02:14:10.000Z',
  attempts: [],
  loads: [],
  samples: [],
  faults: [],
  settles: [],
  deeds: [],
  deliveries: [],
  remarks: [],
  judged: [],
  end: { how: 'lost', atMs: 0, verdict: 'unknown', why: 'the journal has no end: shopctl was killed' },
};

/** Everything a hostile or careless shop might put into the texts that reports show. */
export const hostileText =
  '</script><script>alert(1)</script> | `x` \u001b[31mred\u001b[0m \u001b]8;;http://evil\u0007link\u001b]8;;\u0007\r\nnext ]]> & "quoted" \u202eback\u0000 \ud800';

/** The same in every place where a record holds text from outside. */
export const hostile: RunRecord = {
  ...brokenOutage,
  command: `check ${hostileText}`,
  scenario: { name: hostileText, obligation: hostileText },
  attempts: brokenOutage.attempts.map((attempt) => ({
    ...attempt,
    outcome: 'unknown',
    result: hostileText,
    reason: hostileText,
    orderId: `${attempt.orderId}${hostileText}`,
  })),
  samples: [...brokenOutage.samples, { atMs: 36_000, orders: { [hostileText]: 3 } }],
  faults: brokenOutage.faults.map((window) => ({ ...window, identity: hostileText, failure: hostileText })),
  remarks: [{ atMs: 30_000, text: hostileText }],
  evidence: {
    ...brokenOutage.evidence,
    orders: [{ orderId: hostileText, key: `${runId}-1`, status: hostileText, reason: hostileText }],
    queues: [{ name: hostileText, ready: 1, unacked: null, consumers: 0 }],
  },
  judged: [
    {
      promise: hostileText,
      verdict: 'broken',
      lookedAt: hostileText,
      reason: hostileText,
      findings: [{ kind: 'lost', orderId: hostileText, detail: hostileText }],
    },
  ],
  end: { how: 'failed', atMs: 38_200, verdict: 'broken', why: hostileText },
};
