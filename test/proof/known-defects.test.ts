import { describe, expect, it } from 'vitest';
import { ordersDefects } from '../../fixtures/shop/defects/orders.ts';
import { shippingDefects } from '../../fixtures/shop/defects/shipping.ts';
import { knownDefects } from '../../src/proof/defects/index.ts';

describe('the catalogue of known defects', () => {
  it('names each of them once, and each is one that the reference shop can be given', () => {
    const names = knownDefects.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const ofTheShop = { ...ordersDefects, ...shippingDefects };
    expect(names.filter((name) => !(name in ofTheShop))).toEqual([]);
  });
});

describe.each(knownDefects.map((defect) => [defect.name, defect] as const))('%s', (_name, defect) => {
  it('is described in whole sentences', () => {
    for (const text of [defect.mechanism, defect.exposure]) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('stands for public reports, each by project and number alone', () => {
    for (const report of defect.reports) expect(report).toMatch(/^[^#]+ #\d+$/);
  });

  it('is exposed by promises that its scenarios make', () => {
    expect(defect.exposedBy).not.toEqual([]);
    for (const { scenario, promise } of defect.exposedBy) {
      expect(scenario.expect.map(({ name }) => name)).toContain(promise.name);
    }
  });

  it('survives no scenario that exposes it', () => {
    const exposing = defect.exposedBy.map(({ scenario }) => scenario.name);
    for (const { name } of defect.survives ?? []) expect(exposing).not.toContain(name);
  });
});
