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
      const facts = { aheadMs: Math.round(reading.aheadMs), uncertainMs: Math.ceil(reading.uncertainMs) };
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

/** In bounds and not in a mean with its error: what is sure is what is warned of. */
function skewWords({ aheadMs, uncertainMs }: { aheadMs: number; uncertainMs: number }): string {
  const least = aheadMs - uncertainMs;
  const most = aheadMs + uncertainMs;
  if (least > 0) return `${least} to ${most} ms ahead of this machine`;
  if (most < 0) return `${-most} to ${-least} ms behind this machine`;
  return `as here, as far as can be told: off by ${Math.max(-least, most)} ms at most`;
}
