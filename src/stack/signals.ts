import { kill } from 'node:process';
import { codeOf, ShopctlError } from '../errors.ts';
import type { PartIdentity } from './part.ts';
import { familyOf, isSameProcess, type ProcessRow, processTable } from './process-table.ts';
import type { StackHost } from './stack-deps.ts';
import type { PartRecord } from './state-schema.ts';

const pollMs = 20;
const collectedWithinMs = 2000;

/** Sends a signal to the recorded process and to no other that got its pid since. True when it was sent. */
export async function signalProcess(
  identity: PartIdentity,
  signal: NodeJS.Signals,
  deps: StackHost,
): Promise<boolean> {
  if (!(await isSameProcess(identity, deps.platform))) return false;
  try {
    kill(identity.pid, signal);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw new ShopctlError({
      message: `cannot send ${signal} to pid ${identity.pid}: ${codeOf(error) ?? String(error)}`,
      hint: 'the stack was started by another user: use shopctl as that user',
      cause: error,
    });
  }
}

/** True when the kernel knows the pid, be it of a process that has ended and was not collected yet. */
export function isPidTaken(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
}

/** The processes that lead a part: its own, and its companion's. */
export function leadersOf(record: PartRecord): PartIdentity[] {
  return [record.identity, record.companion?.identity].filter((identity) => identity !== undefined);
}

/** All living processes of the given leaders, leaders first. */
export async function familiesOf(leaders: readonly PartIdentity[], deps: StackHost): Promise<ProcessRow[]> {
  const table = await processTable(deps.platform);
  return leaders.flatMap((leader) => familyOf(leader, table));
}

/**
 * Sends a signal to every process of the given leaders, again until no new one shows: a process that forks while it
 * is being stopped must not get away.
 */
export async function signalFamilies(
  leaders: readonly PartIdentity[],
  signal: NodeJS.Signals,
  deps: StackHost,
): Promise<ProcessRow[]> {
  const sent: ProcessRow[] = [];
  for (let round = 0; round < 5; round++) {
    const fresh = (await familiesOf(leaders, deps)).filter((row) => !sent.some((s) => isEqual(s, row)));
    if (fresh.length === 0) break;
    for (const row of fresh) await signalProcess(row, signal, deps);
    sent.push(...fresh);
  }
  return sent;
}

/** Waits until none of the processes lives. False when some still do after `withinMs`. */
export async function awaitEnd(
  processes: readonly PartIdentity[],
  withinMs: number,
  deps: StackHost,
): Promise<boolean> {
  const deadline = deps.clock.monotonic() + withinMs;
  for (;;) {
    const alive = await Promise.all(processes.map((p) => isSameProcess(p, deps.platform)));
    if (!alive.includes(true)) return true;
    if (deps.clock.monotonic() >= deadline) return false;
    await deps.clock.sleep(pollMs);
  }
}

/**
 * Waits a moment for ended processes to be collected by the first process of the system, which some do only every
 * second or two: `ps` lists them until then. Where nobody ever collects them, that is not ours to mend.
 */
export async function awaitCollected(ended: readonly PartIdentity[], deps: StackHost): Promise<void> {
  const deadline = deps.clock.monotonic() + collectedWithinMs;
  while (ended.some(({ pid }) => isPidTaken(pid)) && deps.clock.monotonic() < deadline)
    await deps.clock.sleep(pollMs);
}

/** SIGKILL to the given processes and everything below them, and their end awaited. */
export async function killAll(leaders: readonly PartIdentity[], deps: StackHost): Promise<void> {
  const killed = await signalFamilies(leaders, 'SIGKILL', deps);
  if (await awaitEnd(killed, 10_000, deps)) return;
  throw new ShopctlError({
    message: `pid ${killed.map((p) => p.pid).join(', ')} did not end within 10 s of SIGKILL`,
    hint: 'the kernel holds it (a stuck disk?); see `ps`',
  });
}

function isEqual(a: PartIdentity, b: PartIdentity): boolean {
  return a.pid === b.pid && a.startedAt === b.startedAt;
}
