import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judgedAtTheEnd, missingEvidence, unknown } from './judgement.ts';

/** An event that no queue wants is the shop's normal day: it must not come back and stick the relay. */
export const unroutablePasses: Invariant = {
  name: 'unroutable-passes',
  obligation: 'an event that nobody subscribed to leaves the outbox, and so does every event behind it',
  judge(record) {
    const missing = missingEvidence(record, 'outbox');
    if (missing !== undefined) return missing;
    const rows = record.evidence?.outbox ?? [];
    const unroutable = rows.filter((row) => !row.ships);
    if (unroutable.length === 0) return unknown('every event of the run had a queue');
    const first = unroutable.reduce((least, { seq }) => Math.min(least, seq), Number.POSITIVE_INFINITY);
    const behind = rows.filter((row) => row.ships && row.seq > first);
    if (behind.length === 0) return unknown('no event with a queue came after one without');
    const stuck = rows.filter((row) => row.seq >= first && row.state !== 'sent');
    const findings = stuck.map(({ orderId, type, state, ships }): Finding => {
      const detail = ships ? `${type} is ${state}, behind an event without a queue` : `${type} is ${state}`;
      return { kind: state === 'unsent' ? 'stuck' : 'given up', orderId, detail };
    });
    const lookedAt = `${count(unroutable.length, 'event')} without a queue, ${behind.length} with one behind them`;
    return judgedAtTheEnd(record, lookedAt, findings);
  },
};
