import type { PlantedPoison } from '../model/deed.ts';
import type { RunRecord } from '../model/run-record.ts';

export function plantedPoison(record: RunRecord): PlantedPoison[] {
  return record.deeds.flatMap(({ deed }) => (deed.kind === 'poison-planted' ? [deed] : []));
}

/** Ids of outbox rows that belong to no order: the scenario put them there. */
export function plantedRows(record: RunRecord): Set<string> {
  return new Set(plantedPoison(record).flatMap(({ where, id }) => (where === 'outbox' && id ? [id] : [])));
}
