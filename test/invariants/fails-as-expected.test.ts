import { describe, expect, it } from 'vitest';
import { type ComparedShop, failsAsExpected } from '../../src/invariants/fails-as-expected.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { configured, crashing } from '../../src/model/fault.ts';
import type { FaultWindow, RunRecord } from '../../src/model/run-record.ts';
import { brokerWindow, runOf, settle, unanswered } from '../helpers/run-record.ts';

const points = { before: 'crash before', after: 'crash after' };
const shops: readonly ComparedShop[] = [
  { name: 'loser', defect: 'loses', fates: { before: 'whole', after: 'lost event' } },
  { name: 'ghostly', defect: 'haunts', fates: { before: 'ghost event', after: 'whole' } },
  { name: 'right', fates: { before: 'whole', after: 'whole' } },
];
const promise = failsAsExpected(shops, points);

/** Order n meets crash n, at n seconds: 1 and 2 in the losing shop, 3 and 4 in the haunted one, 5 and 6 in the right one. */
const crash = (n: number): FaultWindow =>
  brokerWindow({
    id: `crash-${n}`,
    fault: crashing('orders', n % 2 === 1 ? 'before' : 'after'),
    intendedMs: n * 1000,
    injectedMs: n * 1000 + 10,
    observedMs: n * 1000 + 200,
    healingMs: n * 1000 + 500,
    healedMs: n * 1000 + 800,
  });
const runsWith = (defect: string, fromMs: number, toMs: number): FaultWindow =>
  brokerWindow({
    id: defect,
    fault: configured({ SHOP_DEFECT: defect }),
    intendedMs: fromMs,
    healingMs: toMs,
    healedMs: toMs + 50,
  });
const faults = [
  runsWith('loses', 900, 2900),
  crash(1),
  crash(2),
  runsWith('haunts', 2960, 4900),
  ...[3, 4, 5, 6].map(crash),
];
const attempts = [1, 2, 3, 4, 5, 6].map((n) => {
  const startedMs = n * 1000 + 100;
  return { ...unanswered(n), scheduledMs: startedMs, startedMs, endedMs: startedMs + 50 };
});

/** What the three shops hold when each fails as it should. */
const order = (n: number, status: string) => ({ orderId: `o${n}`, key: `run-${n}`, status });
const shipment = (n: number) => ({ shipmentId: `s${n}`, orderId: `o${n}`, key: `run-${n}` });
const asExpected: Partial<Evidence> = {
  orders: [
    order(1, 'Cancelled'),
    order(2, 'Confirmed'),
    order(3, 'Cancelled'),
    order(4, 'Confirmed'),
    order(5, 'Cancelled'),
    order(6, 'Confirmed'),
  ],
  shipments: [3, 4, 6].map(shipment),
};
const shipped = (...numbers: number[]): Partial<Evidence> => ({
  ...asExpected,
  shipments: numbers.map(shipment),
});

describe('fails-as-expected', () => {
  const cases: [string, string, string | undefined, Partial<Evidence>, Partial<RunRecord>?][] = [
    ['each fails in its own way', 'held', undefined, asExpected],
    [
      'the losing shop loses nothing',
      'broken',
      'loser, crash after: whole, not lost event',
      shipped(2, 3, 4, 6),
    ],
    [
      'the haunted shop has no ghost',
      'broken',
      'ghostly, crash before: whole, not ghost event',
      shipped(4, 6),
    ],
    ['the right shop loses one', 'broken', 'right, crash after: lost event, not whole', shipped(3, 4)],
    [
      'the right shop has a ghost',
      'broken',
      'right, crash before: ghost event, not whole',
      shipped(3, 4, 5, 6),
    ],
    [
      'one never crashed at one point',
      'unknown',
      'not every shop was seen to crash at every point',
      asExpected,
      { faults: faults.filter(({ id }) => id !== 'crash-5') },
    ],
    [
      'no order was under way',
      'unknown',
      'not every shop was seen to crash at every point',
      asExpected,
      { attempts: attempts.slice(1) },
    ],
    [
      'too early to call an event lost',
      'unknown',
      'the time was up while counts still changed',
      asExpected,
      { settles: [settle('moving')] },
    ],
    [
      'the shipments probe never answered',
      'unknown',
      'the probe for shipments did not answer',
      { ...asExpected, shipments: null },
    ],
  ];
  it.each(cases)('%s: %s', (_title, verdict, reason, evidence, parts = {}) => {
    const judgement = promise.judge(runOf(0, evidence, { attempts, faults, ...parts }));
    expect([judgement.verdict, judgement.reason]).toEqual([verdict, reason]);
  });

  it('puts the shops side by side', () => {
    const judgement = promise.judge(runOf(0, asExpected, { attempts, faults }));
    expect(judgement.lookedAt).toBe('loser: lost event; ghostly: ghost event; right: whole');
    expect(judgement.comparison).toEqual({
      head: ['shop', 'crash before', 'crash after'],
      rows: [
        ['loser', 'whole', 'lost event'],
        ['ghostly', 'ghost event', 'whole'],
        ['right', 'whole', 'whole'],
      ],
    });
  });

  it('says what it expects of each', () => {
    expect(promise.obligation).toBe(
      'loser: lost event after a crash after; ghostly: ghost event after a crash before; right: whole after each crash',
    );
  });
});
