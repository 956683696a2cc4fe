import type { RateStage } from '../model/attempt.ts';
import { formatDuration, parseDuration } from '../model/duration.ts';

/** All that is wrong with what was typed, collected so that it is told at once. */
export class Problems {
  readonly found: string[] = [];

  add(problem: string): undefined {
    this.found.push(problem);
    return undefined;
  }
}

export interface WholeLimits {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly otherwise: number;
}

/** A whole number as typed, or `otherwise` when absent or wrong; what is wrong is added to the problems. */
export function parseWhole(text: string | undefined, limits: WholeLimits, problems: Problems): number {
  const { name, min, max, otherwise } = limits;
  if (text === undefined) return otherwise;
  const value = /^[+-]?\d+(\.\d+)?(e\+?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  const given = `${name} ${JSON.stringify(text)}`;
  if (!Number.isInteger(value)) problems.add(`${given} is not a whole number`);
  else if (value < min) problems.add(`${given} is below the least, ${min}`);
  else if (value > max) problems.add(`${given} is over the limit of ${max}`);
  else return value;
  return otherwise;
}

export interface DurationLimits {
  readonly name: string;
  readonly minMs: number;
  readonly maxMs: number;
}

/** A duration in milliseconds; undefined when it is wrong, which is added to the problems. */
export function parseSpan(text: string, limits: DurationLimits, problems: Problems): number | undefined {
  const { name, minMs, maxMs } = limits;
  const given = `${name} ${JSON.stringify(text)}`;
  const ms = parseDuration(text);
  if (ms === undefined) return problems.add(`${given} is not a duration such as 200ms, 2s or 1m`);
  if (ms < minMs) return problems.add(`${given} is below the least, ${formatDuration(minMs)}`);
  if (ms > maxMs) return problems.add(`${given} is over the limit of ${formatDuration(maxMs)}`);
  return ms;
}

/** Orders per second that one client process can be asked for. */
export const rateMax = 10_000;
/** Longest load. */
export const spanMaxMs = 86_400_000;
const stagesMax = 100;

/** `50` or `50/s`; undefined when it is wrong, which is added to the problems. */
export function parseRate(text: string, name: string, problems: Problems): number | undefined {
  const given = `${name} ${JSON.stringify(text)}`;
  const [, digits] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return problems.add(`${given} is not a number of orders per second such as 50`);
  const rate = Number(digits);
  if (rate > rateMax) return problems.add(`${given} is over the limit of ${rateMax} per second`);
  return rate;
}

/** `10/s:30s,10-50/s:1m`: each stage a rate, or two of them for a ramp, and how long it lasts. */
export function parseStages(text: string, problems: Problems): RateStage[] {
  const parts = text.split(',');
  if (parts.length > stagesMax)
    problems.add(`--stages has ${parts.length} stages, over the limit of ${stagesMax}`);
  return parts.flatMap((part) => parseStage(part.trim(), problems) ?? []);
}

function parseStage(part: string, problems: Problems): RateStage | undefined {
  const colon = part.indexOf(':');
  if (colon < 0) {
    return problems.add(
      `--stages ${JSON.stringify(part)} is not RATE:DURATION, such as 10/s:30s or 10-50/s:1m`,
    );
  }
  const [from = '', to = from, ...more] = part.slice(0, colon).split('-');
  if (more.length > 0) return problems.add(`--stages ${JSON.stringify(part)} has more than two rates`);
  const fromPerSecond = parseRate(from, '--stages', problems);
  const toPerSecond = from === to ? fromPerSecond : parseRate(to, '--stages', problems);
  const limits = { name: '--stages', minMs: 1, maxMs: spanMaxMs };
  const durationMs = parseSpan(part.slice(colon + 1), limits, problems);
  if (fromPerSecond === undefined || toPerSecond === undefined || durationMs === undefined) return undefined;
  return { fromPerSecond, toPerSecond, durationMs };
}
