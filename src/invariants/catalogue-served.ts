import type { ReadCatalogue } from '../model/deed.ts';
import type { Invariant } from '../model/verdict.ts';
import { holdsAt } from './during-fault.ts';
import { broken, count, held, unknown } from './judgement.ts';

/** The last known catalogue is better than none, as long as it says that it is the last known one. */
export const catalogueServed: Invariant = {
  name: 'catalogue-served',
  obligation: 'the catalogue is served while the fault holds, marked stale, and fresh before and after it',
  judge(record) {
    const reads = record.deeds.flatMap(({ atMs, deed }) =>
      deed.kind === 'catalogue-read' ? [{ atMs, read: deed }] : [],
    );
    const isDuring = ({ atMs }: { atMs: number }) => record.faults.some((fault) => holdsAt(fault, atMs));
    const isAround = ({ atMs }: { atMs: number }) =>
      record.faults.every(
        ({ intendedMs, healedMs = Number.POSITIVE_INFINITY }) => atMs < intendedMs || atMs > healedMs,
      );
    const during = reads.filter(isDuring);
    if (during.length === 0) return unknown('nobody read the catalogue while the fault was seen to hold');
    const around = reads.filter(isAround);
    const lookedAt = `${count(during.length, 'reading')} during the fault, ${around.length} around it`;
    const wrong = [
      ...during.filter(({ read }) => !isServed(read) || !read.stale),
      ...around.filter(({ read }) => !isServed(read) || read.stale),
    ];
    if (wrong.length === 0) return held(lookedAt);
    return broken(lookedAt, [], wrong.map(({ read }) => inWords(read)).join('; '));
  },
};

function isServed({ httpStatus, products }: ReadCatalogue): boolean {
  return httpStatus === 200 && products > 0;
}

function inWords({ httpStatus, products, stale }: ReadCatalogue): string {
  return `HTTP ${httpStatus}, ${count(products, 'product')}, ${stale ? 'stale' : 'not marked stale'}`;
}
