import { describe, expect, it } from 'vitest';
import { ordersDefects } from '../../fixtures/shop/defects/orders.ts';
import { shippingDefects } from '../../fixtures/shop/defects/shipping.ts';
import type { Scenario } from '../../src/model/scenario.ts';
import { knownDefects } from '../../src/proof/defects/index.ts';
import { thirdOfDefects } from '../../src/proof/third.ts';
import { scenarios } from '../../src/scenarios/index.ts';

/** Every way to get the reference shop wrong that is known from public reports. */
const names = [
  'save-then-publish',
  'publish-then-save',
  'mark-before-publish',
  'no-confirms',
  'no-confirm-timeout',
  'mandatory-stuck',
  'poison-row-blocks',
  'retry-cap',
  'no-claim',
  'relay-reorders',
  'serial-cursor',
  'stale-claims',
  'backlog-forgotten',
  'no-reconnect',
  'reconnect-on-error-only',
  'no-resubscribe',
  'topology-once',
  'transient',
  'blocked-is-success',
  'cleanup-deletes-unsent',
  'no-inbox',
  'inbox-outside-tx',
  'inbox-in-memory',
  'inbox-cleaned-early',
  'ack-before-commit',
  'requeue-hot-loop',
  'retry-new-key',
  'no-refund-on-timeout',
  'compensation-lost',
  'no-saga-recovery',
  'recovery-races-request',
  'no-timeout',
  'no-breaker',
  'breaker-stuck-open',
  'retry-storm',
  'stock-leak',
];

const promisesOf = (defects: typeof knownDefects) =>
  new Set(defects.flatMap(({ exposedBy }) => exposedBy.map(({ promise }) => promise.name)));

describe('the known defects', () => {
  it('are each of the 36 once', () => {
    expect(names).toHaveLength(36);
    expect(knownDefects.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('are all known to the shop, and the shop knows no others', () => {
    const ofShop = new Set([...Object.keys(ordersDefects), ...Object.keys(shippingDefects)]);
    expect([...ofShop].sort()).toEqual([...names].sort());
  });

  it('never mean two scenarios by one name', () => {
    const byName = new Map<string, Scenario>(scenarios.map((scenario) => [scenario.name, scenario]));
    for (const { exposedBy, survives = [] } of knownDefects) {
      for (const scenario of [...exposedBy.map((exposure) => exposure.scenario), ...survives]) {
        expect(byName.get(scenario.name) ?? scenario).toBe(scenario);
        byName.set(scenario.name, scenario);
      }
    }
  });
});

describe('the third of them that CI proves', () => {
  it('breaks every promise that any of them breaks', () => {
    expect(
      [...promisesOf(knownDefects)].filter((promise) => !promisesOf(thirdOfDefects).has(promise)),
    ).toEqual([]);
  });

  it('is about a third', () => {
    const share = thirdOfDefects.length / knownDefects.length;
    expect(share).toBeGreaterThanOrEqual(0.3);
    expect(share).toBeLessThanOrEqual(0.4);
  });
});
