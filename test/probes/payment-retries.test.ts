import { describe, expect, it } from 'vitest';
import { counterTotal, retriesBetween } from '../../src/probes/payment-retries.ts';

const page = `# HELP payments_retries_total calls to payments that were repeated
# TYPE payments_retries_total counter
payments_retries_total{service="orders",why="503 {x}"} 3
payments_retries_total{service="orders",why="timeout"} 4.0 1700000000000
payments_retries_total_created 17
outbox_pending 0
broken_total
`;

describe('counterTotal', () => {
  it.each<[string, number | undefined]>([
    ['payments_retries_total', 7],
    ['outbox_pending', 0],
    ['payments_retries', undefined],
    ['broken_total', undefined],
    ['missing_total', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(counterTotal(page, name)).toBe(expected);
  });
});

describe('retriesBetween', () => {
  it.each<[string | undefined, number | null, number | null]>([
    ['3', 10, 7],
    ['3', 3, 0],
    ['3', null, null],
    [undefined, 10, null],
    ['10', 3, null],
  ])('%s and %s is %s', (before, after, expected) => {
    expect(retriesBetween(before, after)).toBe(expected);
  });
});
