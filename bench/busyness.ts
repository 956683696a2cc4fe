import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const lookForMs = 1_000;

/** Share of all cores that was in use for a second, 0 to 1. Asked while the bench itself does nothing. */
export async function busyness(signal: AbortSignal): Promise<number> {
  const before = cpuTimes();
  await sleep(lookForMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  const after = cpuTimes();
  const total = after.total - before.total;
  return total === 0 ? 0 : 1 - (after.idle - before.idle) / total;
}

function cpuTimes(): { idle: number; total: number } {
  let [idle, total] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}

export interface Patience {
  /** How long to wait for the machine to be left alone, milliseconds. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** Others' builds and tests should be over by then. */
const quiet = 0.15;

/** Waits until others leave the machine alone, but not for ever. @returns how busy it is when the waiting ends */
export async function whenQuiet({ waitMs, signal, say }: Patience): Promise<number> {
  const deadline = performance.now() + waitMs;
  let busy = await busyness(signal);
  if (busy > quiet && waitMs > 0) say(`others keep the machine ${Math.round(busy * 100)} % busy: waiting`);
  while (busy > quiet && performance.now() < deadline) busy = await busyness(signal);
  return busy;
}
