import { describe, expect, it } from 'vitest';
import { packed, rowsPerLine, Unpacker } from '../../src/engine/journal-codec.ts';
import type { Evidence, OrderRow, OutboxRow, ShipmentRow } from '../../src/model/evidence.ts';
import { type JournalEvent, type JournalFact, journalVersion } from '../../src/model/journal-event.ts';
import { attempt, brokerWindow, refused, settle, unanswered, wholeEvidence } from '../helpers/run-record.ts';

const stamp = { at: '2026-03-01T02:14:00.000Z', t: 12.3 };

/** As the file holds it: one JSON text for each line. */
function linesOf(fact: JournalFact): string[] {
  return [...packed({ ...stamp, ...fact })].map((line) => JSON.stringify(line));
}

function readBack(lines: readonly string[]): JournalEvent[] {
  const unpacker = new Unpacker();
  return lines.flatMap((line) => unpacker.take(JSON.parse(line)) ?? []);
}

function evidenceFrom(lines: readonly string[]): Evidence | undefined {
  const [event] = readBack(lines);
  return event?.type === 'evidence' ? event.evidence : undefined;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const orderRows = (count: number): OrderRow[] =>
  numbers(count).map((n) => ({ orderId: `o${n}`, key: `run-${n}`, status: 'Confirmed' }));

const { fault, identity, prior } = brokerWindow();
const counts = { scheduled: 2, started: 2, dropped: 0, accepted: 1, refused: 0, unknown: 1 };

/** One of every type, so that the compiler asks for a new one here. */
const facts: { readonly [Type in JournalFact['type']]: Extract<JournalFact, { type: Type }> } = {
  'run-opened': {
    type: 'run-opened',
    version: journalVersion,
    runId: 'run',
    command: 'check test',
    shopctlVersion: '0',
  },
  baseline: { type: 'baseline', stock: null },
  'load-started': {
    type: 'load-started',
    name: 'load 1',
    plan: { model: 'closed', orders: 2, concurrency: 1, pauseMs: 0 },
  },
  attempt: { type: 'attempt', attempt: attempt(1) },
  'load-ended': { type: 'load-ended', name: 'load 1', totals: { ...counts, wallMs: 20 } },
  sample: { type: 'sample', sample: { atMs: 1, outbox: { unsent: 0, all: 1 }, queue: null } },
  'fault-intended': { type: 'fault-intended', id: 'f', fault, identity, prior, forMs: 20_000 },
  'fault-injected': { type: 'fault-injected', id: 'f' },
  'fault-observed': { type: 'fault-observed', id: 'f' },
  'fault-ended-early': { type: 'fault-ended-early', id: 'f' },
  'fault-healing': { type: 'fault-healing', id: 'f' },
  'fault-healed': { type: 'fault-healed', id: 'f' },
  'fault-dropped': { type: 'fault-dropped', id: 'f', why: 'the stack is gone' },
  'fault-failed': { type: 'fault-failed', id: 'f', why: 'no answer' },
  deed: {
    type: 'deed',
    deed: { kind: 'cancelled', orderId: 'o1', outcome: 'accepted', result: 'Cancelled' },
  },
  delivery: { type: 'delivery', delivery: { messageId: 'e1', type: 'order.confirmed', orderId: 'o1' } },
  settled: { type: 'settled', settle: settle('drained') },
  remark: { type: 'remark', text: 'consumer ran at the start and has exited since' },
  evidence: { type: 'evidence', evidence: { ...wholeEvidence(3), paymentRetries: 0, parts: [] } },
  judged: {
    type: 'judged',
    promises: [{ promise: 'no-lost-orders', verdict: 'held', lookedAt: '2 orders', findings: [] }],
  },
  'run-ended': { type: 'run-ended', end: { how: 'finished', atMs: 60_000, verdict: 'held' } },
};

describe('every event', () => {
  it.each(Object.values(facts))('comes back as it was: $type', (fact) => {
    expect(readBack(linesOf(fact))).toStrictEqual([{ ...stamp, ...fact }]);
  });

  it('is in lines that each say what they are and when they were written', () => {
    const lines = Object.values(facts).flatMap(linesOf);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ ...stamp, type: expect.any(String) });
  });

  it('of a form that is not known here is left alone', () => {
    const later = { ...stamp, type: 'of-tomorrow', what: [1, 2] };
    expect(readBack([JSON.stringify(later)])).toStrictEqual([later]);
  });
});

describe('an attempt', () => {
  it.each([
    ['that was due when it started', attempt(1)],
    ['that started late', attempt(1, { scheduledMs: 99.5 })],
    ['that was due at the very beginning', attempt(1, { scheduledMs: 0, startedMs: 0 })],
    ['that was due at the very beginning, and started late', attempt(1, { scheduledMs: 0, startedMs: 5 })],
    ['without an answer', unanswered(2)],
    ['that was refused, with its reason', { ...refused(3), reason: 'OutOfStock', httpStatus: 422 }],
    ['with a key of its own', attempt(4, { key: 'poison-of-mine' })],
  ])('%s', (_title, sent) => {
    const fact: JournalFact = { type: 'attempt', attempt: sent };
    expect(readBack(linesOf(fact))).toStrictEqual([{ ...stamp, ...fact }]);
    expect(linesOf(fact).join()).toContain(`"${sent.key}"`);
  });
});

describe('evidence', () => {
  const event = (n: number, parts: Partial<OutboxRow> = {}): OutboxRow => ({
    eventId: `e${n}`,
    orderId: `o${n}`,
    type: 'order.confirmed',
    state: 'sent',
    seq: n,
    sentAtMs: 1_767_268_800_002.123 + n,
    ships: true,
    ...parts,
  });
  const unsent = (n: number): OutboxRow => {
    const { sentAtMs: _never, ...row } = event(n, { state: 'unsent' });
    return row;
  };
  const nullId = { ...event(2), orderId: null } as unknown as OutboxRow;

  it.each<[string, Evidence]>([
    ['of nothing', {}],
    ['of empty tables', { orders: [], outbox: [], refunds: [] }],
    ['of probes that did not answer, beside parts that this shop has not', { orders: null, stock: null }],
    ['of counts alone', { paymentRetries: null, parts: [{ name: 'broker', state: 'running' }] }],
    ['of one row', { orders: orderRows(1) }],
    ['of a whole shop', wholeEvidence(45)],
    ['of more rows than a line takes', wholeEvidence(rowsPerLine * 2 + 1)],
    ['of exactly as many rows as a line takes', wholeEvidence(rowsPerLine)],
    [
      'where rows name no order of the shop',
      { ...wholeEvidence(2), orders: [], charges: wholeEvidence(4).charges },
    ],
    ['where orders did not answer', { ...wholeEvidence(2), orders: null }],
    [
      'where rows come in another order',
      { ...wholeEvidence(9), shipments: wholeEvidence(9).shipments?.toReversed() ?? null },
    ],
    [
      'where rows come twice',
      { shipments: [...(wholeEvidence(2).shipments ?? []), ...(wholeEvidence(2).shipments ?? [])] },
    ],
    [
      'where an id is that of another kind',
      { orders: [{ orderId: 'x', key: 'x', status: 'x' }], inbox: [{ eventId: 'x' }] },
    ],
    [
      'where an id looks like a number',
      { orders: [{ orderId: '0', key: '1', status: '2' }], charges: [{ orderId: '0', amountCents: 0 }] },
    ],
    [
      'where some rows have what others have not',
      { outbox: [unsent(1), event(2), unsent(3), event(4, { ships: false })] },
    ],
    ['where no row has it', { outbox: [unsent(1), unsent(2)] }],
    ['where the first row has it alone', { outbox: [event(1), unsent(2)] }],
    [
      'where it differs',
      { orders: orderRows(4).map((row, i) => (i % 2 === 0 ? row : { ...row, reason: `r${i}` })) },
    ],
    [
      'where it is the same',
      { orders: orderRows(4).map((row, i) => (i % 2 === 0 ? row : { ...row, reason: 'r' })) },
    ],
    ['where null was read for an id', { outbox: [event(1), nullId, event(3)] }],
    ['where nothing but null was read', { outbox: [nullId] }],
    [
      'where a row is of no column',
      { inbox: [{}, { eventId: 'e' }] as unknown as Evidence['inbox'] & object },
    ],
  ])('comes back as it was: %s', (_title, evidence) => {
    expect(evidenceFrom(linesOf({ type: 'evidence', evidence }))).toStrictEqual(evidence);
  });

  it('comes back as it was, whatever is in the rows', () => {
    for (const seed of numbers(60)) {
      const evidence = anyEvidence(seed);
      expect(evidenceFrom(linesOf({ type: 'evidence', evidence }))).toStrictEqual(evidence);
    }
  });

  it('takes a bounded number of rows into each line', () => {
    const lines = linesOf({ type: 'evidence', evidence: { orders: orderRows(rowsPerLine * 2 + 1) } });
    expect(lines.map((line) => JSON.parse(line).rows)).toEqual([rowsPerLine, rowsPerLine, 1, undefined]);
  });

  it('names every id in words, once, and every status where it differs', () => {
    const [first = [], ...more] = [orderRows(2), [{ orderId: 'o9', key: 'run-9', status: 'Cancelled' }]];
    const evidence = { ...wholeEvidence(2), orders: [...first, ...more.flat()] };
    const text = linesOf({ type: 'evidence', evidence }).join('\n');
    for (const id of ['o1', 'o2', 'o9', 'e1', 'e2', 'run-1', 'run-9', 's1', 's2']) {
      expect(text.split(`"${id}"`)).toHaveLength(2);
    }
    expect(text).toContain('["Confirmed","Confirmed","Cancelled"]');
  });

  it('is none while its last line is not there: half of the rows would look like lost orders', () => {
    const lines = linesOf({ type: 'evidence', evidence: wholeEvidence(3) });
    expect(readBack(lines.slice(0, -1))).toEqual([]);
    // Healed by another shopctl later.
    const healed = linesOf({ type: 'fault-healed', id: 'f' });
    expect(readBack([...lines.slice(0, -1), ...healed])).toEqual([
      { ...stamp, type: 'fault-healed', id: 'f' },
    ]);
  });

  it.each([
    ['a line of it is missing', (lines: string[]) => lines.toSpliced(1, 1)],
    ['a line of it is there twice', (lines: string[]) => lines.toSpliced(1, 0, lines[1] ?? '')],
    ['all its rows are missing', (lines: string[]) => lines.slice(-1)],
    [
      'a column is shorter than the line',
      (lines: string[]) => lines.map((line) => line.replace('"o1",', '')),
    ],
    [
      'an id is referred to that never came',
      (lines: string[]) => lines.map((line) => line.replace('[0,1,2]', '[0,1,7]')),
    ],
    [
      'its rows have no columns',
      (lines: string[]) => lines.map((line) => line.replace('"columns"', '"colums"')),
    ],
  ])('is refused where %s', (_title, damage) => {
    const lines = linesOf({ type: 'evidence', evidence: wholeEvidence(3) });
    const damaged = damage(lines);
    expect(damaged).not.toEqual(lines);
    expect(() => readBack(damaged)).toThrow();
  });

  it('in the form with all rows in one line is read, too', () => {
    const event = { ...stamp, type: 'evidence', evidence: wholeEvidence(3) } as const;
    expect(readBack([JSON.stringify(event)])).toStrictEqual([event]);
  });

  it('is not changed by being packed', () => {
    const evidence = wholeEvidence(3);
    const before = structuredClone(evidence);
    linesOf({ type: 'evidence', evidence });
    expect(evidence).toStrictEqual(before);
  });
});

/** Tables of random rows, some with holes, over few ids, so that they meet. The same for the same seed. */
function anyEvidence(seed: number): Evidence {
  let state = seed;
  const upTo = (n: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
  const table = <Row>(row: () => Row): Row[] | null =>
    upTo(9) === 0 ? null : Array.from({ length: upTo(30) }, row);
  const text = (of: string) => `${of}${upTo(12)}`;
  const maybe = (part: object): object => (upTo(3) === 0 ? part : {});
  return {
    orders: table(() => ({
      orderId: text('o'),
      key: text('run-'),
      status: text('S'),
      ...maybe({ reason: text('é"\\ ') }),
    })),
    outbox: table(() => ({
      eventId: text('e'),
      orderId: text('o'),
      type: text('t'),
      state: 'sent',
      seq: upTo(9) - 4,
      ...maybe({ sentAtMs: upTo(99) / 7 }),
      ships: upTo(2) === 0,
    })),
    ...(upTo(3) === 0 ? {} : { inbox: table(() => ({ eventId: text('e') })) }),
    shipments: table(
      (): ShipmentRow => ({ shipmentId: text('s'), orderId: text('o'), ...maybe({ key: text('run-') }) }),
    ),
    charges: table(() => ({ orderId: text('o'), amountCents: upTo(3) })),
    reservations: table(() => ({
      orderId: text('o'),
      productId: text(''),
      quantity: upTo(3),
      active: upTo(2) === 0,
    })),
    queues: null,
  };
}
