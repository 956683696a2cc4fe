import type { FaultWindow, RunRecord } from '../model/run-record.ts';
import type { Comparison, Invariant } from '../model/verdict.ts';
import { broken, missingEvidence, tooEarly, unknown } from './judgement.ts';
import { type LedgerEntry, ledgerOf, mustShip } from './ledger.ts';

/** What became of the orders around one crash. */
export type Fate = 'whole' | 'lost event' | 'ghost event';

/** A shop, and what each crash does to it. */
export interface ComparedShop {
  /** As the table names it. */
  readonly name: string;
  /** The defect it runs with; absent: it runs as it is. */
  readonly defect?: string;
  /** By crash point. */
  readonly fates: Readonly<Record<string, Fate>>;
}

/**
 * The same crashes in several shops: each fails in its own way and in no other. A shop whose defect does not show is as
 * much a surprise as a right shop that fails.
 *
 * @param points crash points, with the words that the table has for them
 */
export function failsAsExpected(
  shops: readonly ComparedShop[],
  points: Readonly<Record<string, string>>,
): Invariant {
  return {
    name: 'fails-as-expected',
    obligation: shops.map((shop) => expectationOf(shop, points)).join('; '),
    judge(record) {
      const missing = missingEvidence(record, 'orders', 'shipments');
      if (missing !== undefined) return missing;
      const seen = shops.map((shop) => ({ shop, fates: fatesOf(shop, Object.keys(points), record) }));
      const comparison: Comparison = {
        head: ['shop', ...Object.values(points)],
        rows: seen.map(({ shop, fates }) => [shop.name, ...fates.map((fate) => fate ?? '?')]),
      };
      const lookedAt = seen.map(({ shop, fates }) => `${shop.name}: ${worstOf(fates)}`).join('; ');
      if (seen.some(({ fates }) => fates.includes(undefined)))
        return { ...unknown('not every shop was seen to crash at every point', lookedAt), comparison };
      const early = tooEarly(record);
      if (early !== undefined) return { ...unknown(early, lookedAt), comparison };
      const surprises = seen.flatMap(({ shop, fates }) =>
        Object.keys(points)
          .map((point, index) => ({ expected: shop.fates[point] ?? 'whole', fate: fates[index], point }))
          .filter(({ expected, fate }) => fate !== expected)
          .map(({ expected, fate, point }) => `${shop.name}, ${points[point]}: ${fate}, not ${expected}`),
      );
      if (surprises.length > 0) return { ...broken(lookedAt, [], surprises.join('; ')), comparison };
      return { verdict: 'held', lookedAt, findings: [], comparison };
    },
  };
}

function expectationOf({ name, fates }: ComparedShop, points: Readonly<Record<string, string>>): string {
  const harm = Object.entries(fates).filter(([, fate]) => fate !== 'whole');
  if (harm.length === 0) return `${name}: whole after each crash`;
  return `${name}: ${harm.map(([point, fate]) => `${fate} after a ${points[point]}`).join(', ')}`;
}

function worstOf(fates: readonly (Fate | undefined)[]): string {
  return fates.find((fate) => fate !== 'whole') ?? (fates.includes(undefined) ? 'not seen' : 'whole');
}

/** One fate for each point; undefined where the shop was not seen to crash there, or had no order under way. */
function fatesOf(
  shop: ComparedShop,
  points: readonly string[],
  record: RunRecord,
): readonly (Fate | undefined)[] {
  const ledger = ledgerOf(record);
  return points.map((point) => {
    const crash = record.faults.find(
      (window) =>
        window.fault.kind === 'crashing' &&
        window.fault.point === point &&
        window.observedMs !== undefined &&
        defectAt(window.intendedMs, record) === shop.defect,
    );
    if (crash === undefined) return undefined;
    const sent = new Set(record.attempts.filter(({ startedMs }) => isWithin(startedMs, crash)));
    if (sent.size === 0) return undefined;
    return fateOf(ledger.filter(({ attempt }) => attempt !== undefined && sent.has(attempt)));
  });
}

function defectAt(atMs: number, { faults }: RunRecord): string | undefined {
  const around = faults.find((window) => window.fault.kind === 'configured' && isWithin(atMs, window));
  return around?.fault.kind === 'configured' ? around.fault.settings['SHOP_DEFECT'] : undefined;
}

function isWithin(atMs: number, { intendedMs, healingMs = Number.POSITIVE_INFINITY }: FaultWindow): boolean {
  return intendedMs <= atMs && atMs < healingMs;
}

function fateOf(entries: readonly LedgerEntry[]): Fate {
  if (entries.some((entry) => mustShip(entry) && entry.shipments.length === 0)) return 'lost event';
  const ghosts = entries.some(
    ({ order, shipments }) => shipments.length > 0 && order?.status !== 'Confirmed',
  );
  return ghosts ? 'ghost event' : 'whole';
}
