import type { Attempt } from '../model/attempt.ts';
import { groupBy } from '../model/group-by.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { LedgerEntry } from './ledger.ts';

/**
 * What became of the orders that their clients had no answer to, by the shop's own word:
 * `4 unanswered: 2 recovered, 1 cancelled, 1 not in the shop`; undefined when each was answered.
 */
export function unansweredInWords(record: RunRecord, ledger: readonly LedgerEntry[]): string | undefined {
  const unanswered = record.attempts.filter(({ outcome }) => outcome === 'unknown');
  if (unanswered.length === 0) return undefined;
  if (record.evidence?.orders === undefined) {
    return `${unanswered.length} unanswered, which a shop that shows no orders cannot look up`;
  }
  const entryOf = new Map(ledger.map((entry) => [entry.attempt, entry]));
  const fates = groupBy(unanswered, (attempt: Attempt) => fateOf(entryOf.get(attempt)));
  const counts = [...fates].map(([fate, { length }]) => `${length} ${fate}`).sort(byFate);
  return `${unanswered.length} unanswered: ${counts.join(', ')}`;
}

/** *Recovered* is the good end: no answer, and yet confirmed and shipped. */
function fateOf(entry: LedgerEntry | undefined): string {
  if (entry?.order === undefined)
    return entry?.shipments.length ? 'shipped without an order' : 'not in the shop';
  if (entry.order.status !== 'Confirmed') return entry.order.status.toLowerCase();
  return entry.shipments.length > 0 ? 'recovered' : 'confirmed, not shipped';
}

/** Recovered ones first, those that never became an order last, so that equal runs read equally. */
function byFate(a: string, b: string): number {
  const rank = (text: string) => (text.endsWith(' recovered') ? 0 : text.endsWith('not in the shop') ? 2 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
