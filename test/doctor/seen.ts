import { setTimeout } from 'node:timers/promises';
import { type Check, examine } from '../../src/doctor/examine.ts';
import type { Observation } from '../../src/model/checkup.ts';

/** What comes of checks, by their names. */
export async function seen(checks: readonly Check[], withinMs = 5000): Promise<Record<string, Observation>> {
  const sleep = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });
  const observations = await examine(checks, withinMs, sleep);
  return Object.fromEntries(observations.map((observation) => [observation.name, observation]));
}
