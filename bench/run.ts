import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenQuiet } from './busyness.ts';
import type { Section } from './figure.ts';
import { machineLimits } from './machine-limits.ts';
import type { Bench, Measurement } from './measurement.ts';
import { Programs } from './programs.ts';
import { BenchStack } from './stack.ts';

export interface RunOptions {
  readonly execPath: string;
  readonly root: string;
  readonly quick: boolean;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/**
 * Measures one after the other. Whatever happens, the stack is stopped, every program has ended and the folder is gone
 * when this resolves. A measurement that fails is reported as such, and the others go on.
 * @throws the signal's reason when interrupted; Error when the stack could not be stopped
 */
export async function runBench(
  measurements: readonly Measurement[],
  options: RunOptions,
): Promise<Section[]> {
  const { signal } = options;
  const folder = mkdtempSync(join(tmpdir(), 'shopctl-bench-'));
  const programs = new Programs(options);
  const stacks: BenchStack[] = [];
  const newStack = (): BenchStack => {
    const stack = new BenchStack(folder, programs);
    stacks.push(stack);
    return stack;
  };
  let starting: Promise<BenchStack> | undefined;
  const start = async (): Promise<BenchStack> => {
    options.say('starting a stack');
    const stack = newStack();
    await stack.up();
    return stack;
  };
  const bench: Bench = {
    ...options,
    folder,
    programs,
    limits: machineLimits(() => bench),
    newStack,
    stack: () => {
      starting ??= start();
      return starting;
    },
  };
  try {
    const sections: Section[] = [];
    for (const measurement of measurements) sections.push(await measured(measurement, bench, options.waitMs));
    return sections;
  } finally {
    if (signal.aborted) options.say('interrupted: stopping what was started');
    await programs.endAll();
    for (const stack of stacks) await stack.purge();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(measurement: Measurement, bench: Bench, waitMs: number): Promise<Section> {
  const { signal, say } = bench;
  const { name, about } = measurement;
  const busyBefore = await whenQuiet({ waitMs, signal, say });
  const startedMs = performance.now();
  const section = (rest: Pick<Section, 'figures' | 'failure'>): Section => {
    return { name, about, busyBefore, tookMs: performance.now() - startedMs, ...rest };
  };
  try {
    return section({ figures: await orAborted(measurement.measure(bench), signal) });
  } catch (error) {
    signal.throwIfAborted();
    const failure = error instanceof Error ? error.message : String(error);
    say(`${name} failed: ${failure}`);
    return section({ figures: [], failure });
  }
}

/** An interruption is not kept waiting by a statement that runs for minutes. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
