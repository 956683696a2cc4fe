import type { Figure } from './figure.ts';
import type { MachineLimits } from './machine-limits.ts';
import type { Programs } from './programs.ts';
import type { BenchStack } from './stack.ts';

/** What a measurement works with. */
export interface Bench {
  /** Fewer repetitions and smaller amounts: shows that it works, not how fast it is. */
  readonly quick: boolean;
  /** Aborted by the first Ctrl-C; everything that waits looks at it. */
  readonly signal: AbortSignal;
  /** Talk, on stderr. */
  readonly say: (text: string) => void;
  readonly programs: Programs;
  readonly limits: MachineLimits;
  /** The stack that all measurements share; started by the first one that asks. */
  readonly stack: () => Promise<BenchStack>;
  /** One more stack, not started yet. It is purged at the end in any case. */
  readonly newStack: () => BenchStack;
  /** A folder that is deleted at the end. */
  readonly folder: string;
}

/** Measures some figures that belong together. */
export interface Measurement {
  readonly name: string;
  readonly about: string;
  measure(bench: Bench): Promise<Figure[]>;
}
