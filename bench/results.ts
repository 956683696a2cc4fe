import { cpus, totalmem, type } from 'node:os';
import type { Section } from './figure.ts';

/** The kind of machine, without its name: figures of another kind are not to be compared. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
}

/** One run of the bench: what `--json` prints. */
export interface Results {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly quick: boolean;
  readonly machine: Machine;
  readonly sections: readonly Section[];
}

/** @param nodeVersion as `process.version` */
export function thisMachine(nodeVersion: string): Machine {
  const all = cpus();
  return {
    cores: all.length,
    processor: all[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: type(),
    node: nodeVersion,
  };
}

/** When and where, in one line. */
export function describeRun({ at, quick, machine }: Results): string {
  const { cores, processor, memoryGb, system, node } = machine;
  const how = quick ? ', quick: amounts too small to compare' : '';
  return `${at.slice(0, 10)}, ${cores} cores (${processor}), ${memoryGb} GB, ${system}, Node ${node}${how}`;
}
