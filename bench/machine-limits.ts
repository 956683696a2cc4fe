import { brokerConfirms } from './limits/broker-confirms.ts';
import { nodeStart } from './limits/node-start.ts';
import { postgresCommits } from './limits/postgres-commits.ts';
import type { Bench } from './measurement.ts';

/** What this machine can do at most, each measured once in a run, when it is first asked for. */
export interface MachineLimits {
  /** Single-row inserts per second, each its own synced commit, with so many clients. */
  commitsPerSecond(clients: number): Promise<number>;
  /** Pipelined publishes per second into a quorum queue, each confirmed. */
  confirmsPerSecond(): Promise<number>;
  /** `node -e 0`, milliseconds. */
  nodeStartMs(): Promise<number>;
}

/** @param bench the bench that the limits belong to, once it is there */
export function machineLimits(bench: () => Bench): MachineLimits {
  const known = new Map<string, Promise<number>>();
  const once = (name: string, measure: (bench: Bench) => Promise<number>): Promise<number> => {
    const measured = known.get(name) ?? measure(bench());
    known.set(name, measured);
    return measured;
  };
  return {
    commitsPerSecond: (clients) => once(`commits ${clients}`, (b) => postgresCommits(clients, b)),
    confirmsPerSecond: () => once('confirms', brokerConfirms),
    nodeStartMs: () => once('node', nodeStart),
  };
}
