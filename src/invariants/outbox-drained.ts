import type { OutboxRow } from '../model/evidence.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { Finding, Invariant, Judgement } from '../model/verdict.ts';
import { arrivedEvents } from './arrived-events.ts';
import {
  broken,
  count,
  held,
  judgedAtTheEnd,
  leftOut,
  missingEvidence,
  tooEarly,
  unknown,
} from './judgement.ts';
import { plantedRows } from './planted.ts';
import { shapeOf } from './shape.ts';

/**
 * Nothing of the run waits in the outbox at the end. Rows that are gone prove nothing by themselves: see no-lost-orders.
 * A row that was planted so that it can never leave is poison-set-aside's business; one that stays in somebody's outbox
 * though its order has arrived is said, and no harm.
 */
export const outboxDrained: Invariant = {
  name: 'outbox-drained',
  obligation: 'every event of the run has left the outbox at the end',
  judge(record) {
    const { outbox: shape, outboxCounts } = shapeOf(record);
    if (outboxCounts !== undefined) return judgedByCounts(outboxCounts, record);
    const missing = missingEvidence(record, 'outbox');
    if (missing !== undefined) return missing;
    if (!shape.marksSent) return leftOut('its outbox does not say what was sent');
    const planted = plantedRows(record);
    const rows = (record.evidence?.outbox ?? []).filter(({ eventId }) => !planted.has(eventId));
    if (rows.length === 0 && shape.keepsSent) return unknown('the outbox holds no event of this run');
    const arrived = arrivedEvents(record);
    const waiting = rows.filter((row) => row.state !== 'sent');
    const stays = waiting.filter(({ eventId }) => arrived.has(eventId));
    const findings = waiting.filter((row) => !stays.includes(row)).map(findingOf);
    const lookedAt = [count(rows.length, 'outbox row'), ...staysText(stays)].join(', ');
    return judgedAtTheEnd(record, lookedAt, findings);
  },
};

/** `4 of them still unsent, though what they tell has arrived` */
function staysText(rows: readonly OutboxRow[]): string[] {
  return (['unsent', 'given-up'] as const).flatMap((state) => {
    const some = rows.filter((row) => row.state === state).length;
    const word = state === 'unsent' ? 'still unsent' : 'given up';
    return some === 0 ? [] : [`${some} of them ${word}, though what they tell has arrived`];
  });
}

function findingOf({ orderId, type, state, eventId }: OutboxRow): Finding {
  return {
    kind: state === 'unsent' ? 'stuck' : 'given up',
    orderId: orderId === '' ? eventId : orderId,
    detail: `${type} ${eventId} is ${state}`,
  };
}

/** Numbers name no order, so they break nothing by themselves while every order has arrived: no-lost-orders tells. */
function judgedByCounts(
  { unsent, givenUp = 0 }: NonNullable<ReturnType<typeof shapeOf>['outboxCounts']>,
  record: RunRecord,
): Judgement {
  if (unsent === undefined) return leftOut('its outbox does not say what was sent');
  const lookedAt = `${unsent} unsent, ${givenUp} given up by the counts of the outbox`;
  if (unsent + givenUp === 0 || record.settles.at(-1)?.outcome === 'drained') return held(lookedAt);
  const early = tooEarly(record);
  return early === undefined ? broken(lookedAt, [], 'the outbox did not drain') : unknown(early, lookedAt);
}
