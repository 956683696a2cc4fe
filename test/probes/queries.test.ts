import { describe, expect, it } from 'vitest';
import type { RunScope } from '../../src/engine/ports.ts';
import type { Query } from '../../src/probes/postgres.ts';
import * as queries from '../../src/probes/queries.ts';

const marks = {
  [queries.mark.outboxSeq]: '41',
  [queries.mark.ordersClock]: '2026-01-02 03:04:05.006+00',
  [queries.mark.shippingClock]: '2026-01-02 03:04:05.007+00',
};
const ofRun: RunScope = { runId: 'r_7%', baseline: { marks } };
const everybody: RunScope = { runId: undefined, baseline: { marks } };
const { ordersClock, shippingClock } = queries.mark;

const scoped: [string, (scope: RunScope) => Query][] = [
  ['outboxCounts', queries.outboxCounts],
  ['ordersByStatus', queries.ordersByStatus],
  ['shippingCounts', queries.shippingCounts],
  ['ordersProgress', queries.ordersProgress],
  ['shippingProgress', queries.shippingProgress],
  ['orderRows', queries.orderRows],
  ['outboxRows', queries.outboxRows],
  ['shipmentsOfRun', queries.shipmentsOfRun],
];

/** `$1`, `$2` … as they occur, each once. */
function parameters(text: string): string[] {
  return [...new Set(text.match(/\$\d+/g) ?? [])].toSorted();
}

describe.each(scoped)('%s', (_name, build) => {
  it.each([
    ['one run', ofRun],
    ['everybody', everybody],
  ])('of %s uses each value it passes, and passes each it uses', (_scope, scope) => {
    const { text, values } = build(scope);
    expect(parameters(text)).toEqual(values.map((_value, index) => `$${index + 1}`));
  });

  it('of one run takes the rows whose customer begins with the run id and a dash, taken literally', () => {
    const { text, values } = build(ofRun);
    expect(text).toMatch(/customer'?\)? ~>=~ \$\d/);
    expect(values).toEqual(expect.arrayContaining(['r_7%-', 'r_7%.']));
  });

  it('of everybody names no run', () => {
    expect(build(everybody).text).not.toContain('~>=~');
  });
});

describe('without a run', () => {
  it.each<[string, Query, readonly unknown[]]>([
    ['outbox rows count from the mark', queries.outboxCounts(everybody), ['41']],
    [
      'orders count from the clock of their database',
      queries.ordersByStatus(everybody),
      [marks[ordersClock]],
    ],
    [
      'shipments and inbox count from the clock of their database',
      queries.shippingCounts(everybody),
      [marks[shippingClock], marks[shippingClock]],
    ],
  ])('%s', (_title, query, values) => {
    expect(query.values).toEqual(values);
  });
});

describe('unsent rows', () => {
  it.each([queries.outboxCounts(ofRun), queries.ordersProgress(ofRun), queries.outboxCounts(everybody)])(
    'are asked for with the condition of the partial index, without those given up: %#',
    ({ text }) => {
      expect(text).toContain('where sent_at is null and parked_at is null');
    },
  );

  it('of everybody count however old they are', () => {
    const [unsent] = queries.outboxCounts(everybody).text.split('as unsent');
    expect(unsent).not.toContain('$');
  });
});

describe('rows by id', () => {
  const ids = ['a', 'b'];
  it.each<[string, Query, string]>([
    ['shipments', queries.shipmentsOf(ids), 'from shipments where order_id = any($1)'],
    ['inbox', queries.inboxOf(ids), 'from inbox where message_id = any($1)'],
    ['charges', queries.chargesOf(ids), 'from charges where order_id = any($1)'],
    ['refunds', queries.refundsOf(ids), 'from refunds where order_id = any($1)'],
    ['reservations', queries.reservationsOf(ids), 'from reservations where order_id = any($1)'],
  ])('of %s come in one statement', (_name, query, end) => {
    expect(query.text.endsWith(end)).toBe(true);
    expect(query.values).toEqual([ids]);
  });
});

it('a baseline without marks is a bug, not an empty count', () => {
  expect(() => queries.outboxCounts({ runId: 'r', baseline: { marks: {} } })).toThrow(
    /no mark orders.outbox.seq/,
  );
});

it('a cancelled order whose refund is due has not ended', () => {
  expect(queries.ordersProgress(ofRun).text).toContain(
    `(where status in ('Pending', 'Compensating') or refund_due)::int as "openSagas"`,
  );
});
