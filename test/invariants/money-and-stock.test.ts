import { describe, expect, it } from 'vitest';
import { moneyConserved } from '../../src/invariants/money-conserved.ts';
import { stockConserved } from '../../src/invariants/stock-conserved.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { runOf, settle, wholeEvidence } from '../helpers/run-record.ts';

const { orders, charges, reservations } = wholeEvidence(2);
const secondIs = (status: string) => [...(orders ?? []).slice(0, 1), { orderId: 'o2', key: 'run-2', status }];
const refund = { orderId: 'o2', amountCents: 500 };

describe('money-conserved', () => {
  const cases: [string, string, string[], Partial<Evidence>][] = [
    ['one charge each', 'held', [], {}],
    ['cancelled and refunded', 'held', [], { orders: secondIs('Cancelled'), refunds: [refund] }],
    [
      'cancelled and never charged',
      'held',
      [],
      { orders: secondIs('Cancelled'), charges: charges?.slice(0, 1) ?? [] },
    ],
    ['cancelled, charged, not refunded', 'broken', ['kept money o2'], { orders: secondIs('Cancelled') }],
    [
      'cancelled, charged, and a refund of nothing',
      'broken',
      ['kept money o2'],
      { orders: secondIs('Cancelled'), refunds: [{ orderId: 'o2', amountCents: 0 }] },
    ],
    [
      'charged twice',
      'broken',
      ['overcharged o2'],
      { charges: [...(charges ?? []), { orderId: 'o2', amountCents: 500 }] },
    ],
    ['confirmed without a charge', 'broken', ['lost o2'], { charges: charges?.slice(0, 1) ?? [] }],
    ['confirmed and refunded', 'broken', ['lost o2'], { refunds: [refund] }],
    ['an open saga is not judged yet', 'held', [], { orders: secondIs('Compensating') }],
    ['the charges probe never answered', 'unknown', [], { charges: null }],
  ];
  it.each(cases)('%s: %s %j', (_title, verdict, findings, evidence) => {
    const judgement = moneyConserved.judge(runOf(2, evidence));
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.findings.map(({ kind, orderId }) => `${kind} ${orderId}`)).toEqual(findings);
  });
});

describe('stock-conserved', () => {
  const released = [
    ...(reservations ?? []).slice(0, 1),
    { orderId: 'o2', productId: '3', quantity: 1, active: false },
  ];
  const cases: [string, string, string[], Partial<Evidence>][] = [
    ['one reservation each', 'held', [], {}],
    ['cancelled and released', 'held', [], { orders: secondIs('Cancelled'), reservations: released }],
    ['cancelled and still reserved', 'broken', ['leaked stock o2'], { orders: secondIs('Cancelled') }],
    ['confirmed without stock', 'broken', ['lost o2'], { reservations: released }],
    [
      'shelf plus reservations shrank',
      'broken',
      [],
      { stock: [{ productId: '3', onShelf: 97, reserved: 2 }] },
    ],
    ['others bought meanwhile', 'held', [], { stock: [{ productId: '3', onShelf: 60, reserved: 40 }] }],
    ['the stock probe never answered', 'unknown', [], { stock: null }],
  ];
  it.each(cases)('%s: %s %j', (_title, verdict, findings, evidence) => {
    const judgement = stockConserved.judge(runOf(2, evidence));
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.findings.map(({ kind, orderId }) => `${kind} ${orderId}`)).toEqual(findings);
  });

  it('does not call stock leaked while the run was cut short', () => {
    const early = { settles: [settle('moving')] };
    expect(stockConserved.judge(runOf(2, { orders: secondIs('Cancelled') }, early)).verdict).toBe('unknown');
    expect(moneyConserved.judge(runOf(2, { orders: secondIs('Cancelled') }, early)).verdict).toBe('unknown');
  });

  it('says which product does not add up', () => {
    const stock = [{ productId: '3', onShelf: 97, reserved: 2 }];
    expect(stockConserved.judge(runOf(2, { stock })).reason).toBe(
      'product 3: shelf plus reservations were 100 and are 99',
    );
  });
});
