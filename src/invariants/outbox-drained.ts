import type { Finding, Invariant } from '../model/verdict.ts';
import { count, judgedAtTheEnd, missingEvidence, unknown } from './judgement.ts';
import { plantedRows } from './planted.ts';

/**
 * Nothing of the run waits in the outbox at the end. Rows that are gone prove nothing by themselves: see no-lost-orders.
 * A row that was planted so that it can never leave is poison-set-aside's business.
 */
export const outboxDrained: Invariant = {
  name: 'outbox-drained',
  obligation: 'every event of the run has left the outbox at the end',
  judge(record) {
    const missing = missingEvidence(record, 'outbox');
    if (missing !== undefined) return missing;
    const planted = plantedRows(record);
    const rows = (record.evidence?.outbox ?? []).filter(({ eventId }) => !planted.has(eventId));
    if (rows.length === 0) return unknown('the outbox holds no event of this run');
    const findings = rows
      .filter((row) => row.state !== 'sent')
      .map(
        ({ orderId, type, state, eventId }): Finding => ({
          kind: state === 'unsent' ? 'stuck' : 'given up',
          orderId,
          detail: `${type} ${eventId} is ${state}`,
        }),
      );
    const lookedAt = count(rows.length, 'outbox row');
    return judgedAtTheEnd(record, lookedAt, findings);
  },
};
