import type { RunScope } from '../../engine/ports.ts';
import type { ProbeSpecs } from '../../model/probe-spec.ts';
import type { BrokerSpec, StatusWords } from '../../model/shop-config.ts';
import { type Database, openDatabase } from '../postgres.ts';
import { type Broker, openBroker } from '../rabbitmq.ts';
import { NumberProbe } from './number-probe.ts';
import { ProbeTable } from './probe-table.ts';
import { leftMark } from './relation.ts';
import { type Relations, relationsOf } from './relations.ts';

type TableName = Exclude<keyof Relations, 'outboxCounts'>;

/** Everything that the probes of a config look into. */
export interface Stores {
  readonly spec: ProbeSpecs;
  readonly statuses: StatusWords;
  readonly tables: Readonly<Partial<Record<TableName, ProbeTable>>>;
  readonly counts: Readonly<Partial<Record<'all' | 'unsent' | 'givenUp', NumberProbe>>>;
  readonly broker: Broker | undefined;
  /** The first is the one that the timeline shows. */
  readonly queues: readonly string[];
  close(): Promise<void>;
}

/** Connects nothing yet. Probes of one DSN share its connections. */
export function openStores(spec: ProbeSpecs, statuses: StatusWords, broker: BrokerSpec | undefined): Stores {
  const { outboxCounts, ...relations } = relationsOf(spec);
  const databases = new Map<string, Database>();
  const at = (dsn: string): Database => {
    const database = databases.get(dsn) ?? openDatabase(dsn, { readOnly: true });
    databases.set(dsn, database);
    return database;
  };
  const tables = Object.entries(relations).flatMap(([name, relation]) =>
    relation === undefined ? [] : [[name, new ProbeTable(relation, at(relation.dsn))]],
  );
  const counts = Object.entries(outboxCounts ?? {}).flatMap(([name, query]) =>
    query === undefined ? [] : [[name, new NumberProbe(query, at(query.dsn))]],
  );
  const { url: brokerUrl, management: managementUrl, queues = [] } = broker ?? {};
  const isSeen = queues.length > 0 && (brokerUrl ?? managementUrl) !== undefined;
  const opened = isSeen ? openBroker({ brokerUrl, managementUrl }) : undefined;
  return {
    spec,
    statuses,
    tables: Object.fromEntries(tables),
    counts: Object.fromEntries(counts),
    broker: opened,
    queues,
    async close() {
      await Promise.all([opened?.close(), ...[...databases.values()].map((database) => database.close())]);
    },
  };
}

/** Unsent rows that were there before the run, where no position tells them from later ones. */
export function leftBefore(scope: RunScope): readonly string[] {
  const text = scope.baseline.marks[leftMark('outbox')];
  return text === undefined ? [] : (JSON.parse(text) as string[]);
}
