import type { Baseline } from '../../engine/ports.ts';
import { ShopctlError } from '../../errors.ts';
import { ExitCode } from '../../exit-code.ts';
import type { StockCount } from '../../model/evidence.ts';
import { readQueues } from '../run-evidence.ts';
import { asText } from './probe-table.ts';
import { leftMark } from './relation.ts';
import type { Stores } from './stores.ts';

/** Of so many leftovers each look can say that it does not mean them. */
const leftMax = 10_000;

/**
 * Asks every probe once, and where everything stands.
 * @throws ShopctlError that names the probe and what is wrong with it, before anything is sent or broken
 */
export async function readBaseline(stores: Stores, withinMs: number): Promise<Baseline> {
  const asked = [...Object.values(stores.tables), ...Object.values(stores.counts)];
  // All of them are waited for, so that none still connects when the first one has failed.
  const inspected = await Promise.allSettled(asked.map((probe) => probe.inspect(withinMs)));
  const failed = inspected.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const [marks, left, stock, queues] = await Promise.all([
    Promise.all(asked.map((probe) => probe.marks(withinMs))),
    readLeft(stores, withinMs),
    readStock(stores, withinMs),
    stores.broker && readQueues(stores.broker, stores.queues, withinMs),
  ]);
  return {
    marks: Object.assign({}, ...marks, left),
    ...(stock === undefined ? {} : { stock }),
    ...(queues === undefined ? {} : { queues }),
  };
}

/**
 * The rows that wait in the outbox already, where no position tells them from the run's.
 * @throws ShopctlError (usage) when they are too many to remember, and nothing else tells them either
 */
export async function readLeft(
  { tables: { outbox } }: Pick<Stores, 'tables'>,
  withinMs: number,
): Promise<Record<string, string>> {
  if (outbox === undefined || outbox.isBounded) return {};
  const scope = { runId: undefined, baseline: { marks: {} } };
  const and = () => `"state" in ('unsent', 'given-up')`;
  const rows = await outbox.rows<{ id: string }>(asText('id'), { scope, and, limit: leftMax + 1 }, withinMs);
  if (rows.length > leftMax) {
    // The run's own rows hold its id: these are in nobody's way.
    if (outbox.has('key')) return {};
    throw new ShopctlError({
      message: `probe outbox: more than ${leftMax} rows wait there already, unsent or given up, and nothing tells the run's rows from them`,
      hint: 'give probes.outbox.position, a column that only grows, or probes.outbox.key, one that holds {{key}}; or clear the old rows',
      exitCode: ExitCode.usage,
    });
  }
  return { [leftMark('outbox')]: JSON.stringify(rows.map(({ id }) => id)) };
}

/** Undefined where the shop shows no stock. */
export async function readStock(
  { tables: { stock } }: Stores,
  withinMs: number,
): Promise<StockCount[] | undefined> {
  const scope = { runId: undefined, baseline: { marks: {} } };
  const list = `${asText('product', 'productId')}, "onShelf"::float8 as "onShelf", "reserved"::float8 as reserved`;
  return await stock?.rows<StockCount>(list, { scope }, withinMs);
}
