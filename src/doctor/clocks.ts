import { type ClockReading, surelyApartMs } from '../model/clock-reading.ts';
import type { Check } from './examine.ts';

/**
 * Half a second. A run's rows are told from earlier ones by the moment of its baseline, which is taken shortly before the
 * first order: a clock that far off puts rows on the wrong side of it, and moves the times of faults in the timeline.
 */
export const tolerableSkewMs = 500;

/** @param read asks the other clock. @throws when it does not answer, which its own check tells; here it is only missing */
export function clockCheck(name: string, read: () => Promise<ClockReading>): Check {
  return {
    area: 'clocks',
    name,
    whenFailed: 'skipped',
    advice: 'its clock cannot be compared',
    look: async () => {
      const reading = await read();
      const facts = { aheadMs: Math.round(reading.aheadMs), uncertainMs: Math.round(reading.uncertainMs) };
      const says = skewWords(facts);
      if (surelyApartMs(reading) <= tolerableSkewMs) return { health: 'ok', says, facts };
      const why = 'orders and rows of a run are told from earlier ones by time';
      return {
        health: 'warning',
        says,
        facts,
        advice: `set the clocks by NTP: more than ${tolerableSkewMs} ms makes verdicts doubtful, as ${why}`,
      };
    },
  };
}

function skewWords({ aheadMs, uncertainMs }: { aheadMs: number; uncertainMs: number }): string {
  const off = `± ${uncertainMs} ms`;
  if (Math.abs(aheadMs) <= uncertainMs) return `as here (${aheadMs} ms ${off})`;
  return `${Math.abs(aheadMs)} ms ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine (${off})`;
}
