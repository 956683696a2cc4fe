import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the kernel's own clock is. */
const tickMs = 10;

interface Process {
  readonly parent: number;
  /** Its own time and that of the children it has buried. */
  readonly usedMs: number;
}

/**
 * Processor time that these processes and all below them have used so far, in milliseconds. It tells what the work
 * costs also on a machine that others use, where the rate only tells who else was there.
 * @returns undefined where there is no /proc
 */
export function processorTimeMs(roots: ReadonlySet<number>): number | undefined {
  const processes = new Map<number, Process>();
  for (const name of namesIn('/proc')) {
    const found = /^\d+$/.test(name) ? parseStat(textOf(`/proc/${name}/stat`)) : undefined;
    if (found !== undefined) processes.set(Number(name), found);
  }
  if (processes.size === 0) return undefined;
  let sumMs = 0;
  for (const [pid, { usedMs }] of processes) if (isBelow(pid, roots, processes)) sumMs += usedMs;
  return sumMs;
}

/** Reads a line of /proc/<pid>/stat. The name in brackets may hold anything, brackets included. */
export function parseStat(line: string): Process | undefined {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [parent, ...times] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  if (parent === undefined || times.some(Number.isNaN)) return undefined;
  return { parent, usedMs: times.reduce((sum, ticks) => sum + ticks, 0) * tickMs };
}

function isBelow(pid: number, roots: ReadonlySet<number>, processes: ReadonlyMap<number, Process>): boolean {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (roots.has(at)) return true;
  return false;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
