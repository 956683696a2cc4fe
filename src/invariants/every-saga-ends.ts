import type { Invariant } from '../model/verdict.ts';
import { count, judgedAtTheEnd, missingEvidence, unknown } from './judgement.ts';
import { sagaIsOpen } from './ledger.ts';

/** No order of the run is left between its states. */
export const everySagaEnds: Invariant = {
  name: 'every-saga-ends',
  obligation: 'every order ends Confirmed or Cancelled',
  judge(record) {
    const missing = missingEvidence(record, 'orders');
    if (missing !== undefined) return missing;
    const rows = record.evidence?.orders ?? [];
    if (rows.length === 0) return unknown('the shop holds no order of this run');
    return judgedAtTheEnd(
      record,
      count(rows.length, 'order'),
      rows.filter(sagaIsOpen).map(({ orderId, status, reason }) => ({
        kind: 'stuck',
        orderId,
        detail: `still ${status}${reason === undefined ? '' : ` (${reason})`}`,
      })),
    );
  },
};
