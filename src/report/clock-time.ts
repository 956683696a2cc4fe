import type { RunRecord } from '../model/run-record.ts';

/** The zone of a report whose caller named none. Never the machine's: the same record must print the same. */
const defaultTimeZone = 'UTC';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const two = '2-digit';
    const clock = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: two, day: two, ...clock });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Wall clock time of day, `02:14:14`.
 *
 * @param epochMs milliseconds since the epoch
 * @param timeZone IANA name; UTC when absent
 */
export function clockTime(epochMs: number, timeZone: string = defaultTimeZone): string {
  return formatOf(timeZone).format(epochMs).slice(-8);
}

/** Calendar date and time of day with the zone's name: `2026-03-01 02:14:14 UTC`. */
export function dateTime(epochMs: number, timeZone: string = defaultTimeZone): string {
  const [date = '', time = ''] = formatOf(timeZone).format(epochMs).split(', ');
  return `${date.split('/').reverse().join('-')} ${time} ${timeZone}`;
}

/** Turns milliseconds on a run's monotonic clock into its wall clock time of day. */
export function clockOf(record: RunRecord, timeZone?: string): (atMs: number) => string {
  const openedAt = Date.parse(record.openedAt);
  return (atMs) => clockTime(openedAt + atMs, timeZone);
}
