import type { OutboxRow, QueueState } from '../model/evidence.ts';
import type { Finding, Invariant } from '../model/verdict.ts';
import { isDeadLetterQueue } from './dead-letters.ts';
import { broken, count, judged, missingEvidence, unknown } from './judgement.ts';
import { plantedPoison, plantedRows } from './planted.ts';

/** What can never be processed is kept where a person can look at it, and in nobody's way. */
export const poisonSetAside: Invariant = {
  name: 'poison-set-aside',
  obligation:
    'every poison message ends in the dead-letter queue, and a row that cannot be published is parked',
  judge(record) {
    const missing = missingEvidence(record, 'queues', 'outbox');
    if (missing !== undefined) return missing;
    const poison = plantedPoison(record);
    if (poison.length === 0) return unknown('no poison was planted');
    const messages = poison.filter(({ where }) => where === 'queue').length;
    const before = deadLetters(record.queuesBefore);
    const now = deadLetters(record.evidence?.queues);
    if (messages > 0 && (before === undefined || now === undefined)) {
      return unknown('no dead-letter queue could be seen');
    }
    const set = (now ?? 0) - (before ?? 0);
    const rowOf = new Map((record.evidence?.outbox ?? []).map((row) => [row.eventId, row]));
    const planted = [...plantedRows(record)];
    const findings = planted.flatMap((id) => unparked(id, rowOf.get(id)));
    const parked = planted.length - findings.length;
    const lookedAt = `${set} of ${count(messages, 'poison message')} dead-lettered, ${parked} of ${count(planted.length, 'poison row')} parked`;
    if (set !== messages) return broken(lookedAt, findings, 'the dead-letter queue does not hold the poison');
    return judged(lookedAt, findings);
  },
};

function deadLetters(queues: readonly QueueState[] | null | undefined): number | undefined {
  const dead = queues?.filter(isDeadLetterQueue) ?? [];
  return dead.length === 0 ? undefined : dead.reduce((sum, { ready }) => sum + ready, 0);
}

function unparked(id: string, row: OutboxRow | undefined): Finding[] {
  if (row?.state === 'given-up') return [];
  const detail = row === undefined ? `poison row ${id} is gone` : `poison row ${id} is ${row.state}`;
  return [{ kind: row === undefined ? 'lost' : 'stuck', orderId: row?.orderId ?? id, detail }];
}
