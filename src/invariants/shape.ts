import type { EvidenceShape } from '../model/evidence.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { LedgerEntry } from './ledger.ts';

/** How the reference shop keeps its evidence. */
const referenceShape: EvidenceShape = {
  effectsPerOrder: 1,
  inboxRowsPerEvent: 1,
  inboxKnowsEvents: true,
  outbox: { marksSent: true, keepsSent: true, knowsOrders: true },
};

export function shapeOf({ evidence }: RunRecord): EvidenceShape {
  return evidence?.shape ?? referenceShape;
}

/** What a shop's outbox promises is known of the reference shop alone: elsewhere rows may stay there in health. */
export function rowsMayStay({ evidence }: RunRecord): boolean {
  return evidence?.shape !== undefined;
}

/** Effects that an order must have; where none is kept, what the inbox has received stands for one. */
export function effectsDue(record: RunRecord): number {
  return Math.max(1, shapeOf(record).effectsPerOrder);
}

export function hasArrived({ shipments }: LedgerEntry, record: RunRecord): boolean {
  return shipments.length >= effectsDue(record);
}

/** `shipping and orders do not run`; undefined when every part does. */
export function partsDown({ evidence }: RunRecord): string | undefined {
  const down = (evidence?.parts ?? [])
    .filter(({ state }) => state !== 'running')
    .map(({ name, state }) => `${name} is ${state}`);
  return down.length === 0 ? undefined : down.join(' and ');
}
