import { percentile } from '../src/model/latency-summary.ts';

/** @throws RangeError when there are no values */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Nearest rank. @throws RangeError when there are no values */
export function quantile(values: readonly number[], share: number): number {
  return percentile(Float64Array.from(values).sort(), share);
}

/** Does something some times, one after the other. */
export async function repeated<Result>(times: number, work: (round: number) => Promise<Result>) {
  const results: Result[] = [];
  for (let round = 1; round <= times; round++) results.push(await work(round));
  return results;
}

/** @returns how long it took, in milliseconds */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
