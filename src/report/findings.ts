import { groupBy } from '../model/group-by.ts';
import type { Finding } from '../model/verdict.ts';
import { cleanLine } from './clean-text.ts';

/** Renderers for people name this many orders of a promise; JSON and the journal have them all. */
export const findingsShownMax = 10;

/** A finding whose texts are fit to print. */
export interface ShownFinding {
  readonly kind: string;
  readonly orderId: string;
  readonly detail: string;
}

/** The first findings, and how many there are beside them. */
export function firstFindings(findings: readonly Finding[]): { shown: ShownFinding[]; more: number } {
  const shown = findings.slice(0, findingsShownMax).map(({ kind, orderId, detail }) => ({
    kind,
    orderId: cleanLine(orderId),
    detail: cleanLine(detail),
  }));
  return { shown, more: findings.length - shown.length };
}

/** `22 lost, 1 duplicated`, in the order in which the kinds come up. */
export function countByKind(findings: readonly Finding[]): string {
  const kinds = groupBy(findings, ({ kind }) => kind);
  return [...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(', ');
}

/**
 * Findings as aligned lines of text, the last of which counts what is not shown.
 *
 * @param paint what to do with an order id, padded to its column, and with the count
 */
export function findingLines(
  findings: readonly Finding[],
  paint: { readonly id: (text: string) => string; readonly more: (text: string) => string } = {
    id: (text) => text,
    more: (text) => text,
  },
): string[] {
  const { shown, more } = firstFindings(findings);
  const kindWidth = Math.max(...shown.map(({ kind }) => kind.length));
  const idWidth = Math.max(...shown.map(({ orderId }) => orderId.length));
  const lines = shown.map(({ kind, orderId, detail }) =>
    `${kind.padEnd(kindWidth)}  ${paint.id(orderId.padEnd(idWidth))}  ${detail}`.trimEnd(),
  );
  return more === 0 ? lines : [...lines, paint.more(`… and ${more} more`)];
}
