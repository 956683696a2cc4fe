import { type Attempt, answerInWords, latencyMs } from '../model/attempt.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Finding } from '../model/verdict.ts';
import { ledgerOf } from './ledger.ts';

/**
 * One finding for each of these orders whose answer took longer than that, or never came. It names the order by its key
 * where the shop has none of it.
 */
export function hangsOf(attempts: readonly Attempt[], withinMs: number, record: RunRecord): Finding[] {
  const late = attempts.filter((attempt) => latencyMs(attempt) > withinMs);
  if (late.length === 0) return [];
  const orderIds = new Map(ledgerOf(record).map(({ attempt, orderId }) => [attempt, orderId]));
  return late.map((attempt) => ({
    kind: 'hangs',
    orderId: attempt.orderId ?? orderIds.get(attempt) ?? attempt.key,
    detail: `${answerInWords(attempt)} after ${Math.round(latencyMs(attempt))} ms`,
  }));
}
