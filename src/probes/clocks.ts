import { ShopctlError } from '../errors.ts';
import { type ClockReading, clockReading } from '../model/clock-reading.ts';
import { openDatabase } from './postgres.ts';
import { askOnce } from './reach.ts';

/* How far the clocks of a shop's servers are from this machine's, for `doctor`. */

/** The best of some questions over one connection: what connecting takes is not counted. Same errors. */
export async function databaseClock(dsn: string, withinMs: number): Promise<ClockReading> {
  const database = openDatabase(dsn, { readOnly: true });
  const ask = async () => {
    const askedAt = Date.now();
    const text = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms';
    const [row] = await database.rows<{ ms: number }>({ text, values: [] }, withinMs);
    const told = row?.ms ?? Number.NaN;
    return clockReading({ askedAt, answeredAt: Date.now(), toldFrom: told, toldTo: told });
  };
  try {
    await ask();
    return sharpest([await ask(), await ask(), await ask()]);
  } finally {
    await database.close();
  }
}

/** Of the first of these that answers: databases of one server have one clock. @throws what the last one did */
export async function firstDatabaseClock(dsns: readonly string[], withinMs: number): Promise<ClockReading> {
  let failure: unknown;
  for (const dsn of dsns) {
    try {
      return await databaseClock(dsn, withinMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function sharpest(readings: readonly [ClockReading, ...ClockReading[]]): ClockReading {
  return readings.reduce((best, reading) => (reading.uncertainMs < best.uncertainMs ? reading : best));
}

/** Servers keep the text of their `date` for up to a second (RabbitMQ's and ASP.NET's do), and it tells whole seconds. */
const staleMs = 1000;

/**
 * By the `date` of an HTTP answer, which is all that some servers tell. Asked until the second has changed for sure, as
 * that tells more than any one answer.
 *
 * @throws ShopctlError when there is no such header; the connection's errors
 */
export async function httpClock(url: string, withinMs: number): Promise<ClockReading> {
  const readings: ClockReading[] = [];
  const until = Date.now() + Math.min(withinMs, 1500);
  do {
    readings.push(await headerClock(url, withinMs));
    await new Promise((resolve) => setTimeout(resolve, 90));
  } while (Date.now() < until);
  return narrowed(readings);
}

/** What all the readings say together: each is true, so the truth lies where they overlap. */
export function narrowed(readings: readonly ClockReading[]): ClockReading {
  const least = Math.max(...readings.map(({ aheadMs, uncertainMs }) => aheadMs - uncertainMs));
  const most = Math.min(...readings.map(({ aheadMs, uncertainMs }) => aheadMs + uncertainMs));
  // A clock that was set meanwhile: then the last word is as good as any.
  if (least > most) return readings.at(-1) ?? { aheadMs: Number.NaN, uncertainMs: Number.NaN };
  return { aheadMs: (least + most) / 2, uncertainMs: (most - least) / 2 };
}

async function headerClock(url: string, withinMs: number): Promise<ClockReading> {
  const askedAt = Date.now();
  const { date } = await askOnce('HEAD', url, '', withinMs);
  const answeredAt = Date.now();
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) throw new ShopctlError({ message: 'its answers hold no time' });
  return clockReading({ askedAt, answeredAt, toldFrom: told, toldTo: told + 1000 + staleMs });
}
