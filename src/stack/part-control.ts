import { ShopctlError } from '../errors.ts';
import { answersProbe, readyProbe } from './answers.ts';
import { logExcerpt } from './log-tail.ts';
import type { PartControl, PartInspection } from './part.ts';
import { isPortFree, ownerLookup } from './ports.ts';
import { clearStalePostmasterLock } from './postmaster-lock.ts';
import { isSameProcess, rowOf } from './process-table.ts';
import { awaitEnd, familiesOf, killAll, leadersOf, signalFamilies, signalProcess } from './signals.ts';
import { spawnPart } from './spawn-part.ts';
import type { StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import { noStack, readStackState, stackIsDown, updateStackState } from './stack-state.ts';
import type { PartRecord, StackState } from './state-schema.ts';
import { endStraysOf } from './strays.ts';

const pollMs = 50;
const probeMs = 3000;
const portTries = 20;
const leftoverMs = 500;
const bootingMs = 1500;

/**
 * The handle of one part. It holds nothing but the name: every call reads the state file anew, so that handles in
 * several shopctl processes agree.
 */
export function partControl(name: string, paths: StackPaths, deps: StackHost): PartControl {
  const record = () => readRecord(name, paths);
  return {
    name,
    inspect: async () => inspectRecord(await record(), deps),
    answers: async (timeoutMs) =>
      record().then(
        (r) => answersProbe(r.probe, timeoutMs),
        () => false,
      ),
    ready: async (timeoutMs) =>
      record().then(
        (r) => readyProbe(r.probe, timeoutMs),
        () => false,
      ),
    start: (options) => startPart(name, paths, deps, options),
    stop: (options) => stopPart(name, paths, deps, options.withinMs),
    kill: async () => {
      const before = await record();
      await killAll(leadersOf(before), deps);
      await forget(before, paths, deps);
    },
    pause: async () => {
      const { state } = await inspectRecord(await record(), deps);
      if (state === 'stopped') throw notRunning(name, 'paused');
      await signalFamilies(leadersOf(await record()), 'SIGSTOP', deps);
    },
    resume: async () => {
      await signalFamilies(leadersOf(await record()), 'SIGCONT', deps);
    },
  };
}

/** State of one recorded part as the kernel tells it. */
export async function inspectRecord(record: PartRecord, deps: StackHost): Promise<PartInspection> {
  const { identity, port } = record;
  const row = identity && (await rowOf(identity.pid, deps.platform));
  if (identity === undefined || row === undefined || row.startedAt !== identity.startedAt) {
    return { state: 'stopped', port, died: identity !== undefined };
  }
  const uptimeMs =
    record.spawnedAtMs === undefined ? {} : { uptimeMs: deps.clock.now() - record.spawnedAtMs };
  return { state: row.stopped ? 'paused' : 'running', identity, port, died: false, ...uptimeMs };
}

async function readRecord(name: string, paths: StackPaths): Promise<PartRecord> {
  const state = await readStackState(paths);
  if (state === undefined) throw noStack(paths);
  return pick(state.parts, name);
}

function pick(parts: readonly PartRecord[], name: string): PartRecord {
  const found = parts.find((part) => part.name === name);
  if (found !== undefined) return found;
  throw new ShopctlError({
    message: `the stack has no part ${name}; it has ${parts.map((part) => part.name).join(', ') || 'none'}`,
  });
}

async function startPart(
  name: string,
  paths: StackPaths,
  deps: StackHost,
  options: { withinMs: number; signal?: AbortSignal },
): Promise<void> {
  const deadline = deps.clock.monotonic() + options.withinMs;
  // Under the lock from the look to the record: two shopctl processes never start the same part twice, and no
  // process of the stack lives for longer than this without being on record.
  const record = await updateStackState(paths, deps, async (state) => {
    if (state.down) throw stackIsDown(paths);
    const part = pick(state.parts, name);
    const { state: now } = await inspectRecord(part, deps);
    if (now === 'paused') await signalFamilies(leadersOf(part), 'SIGCONT', deps);
    if (now === 'stopped') await spawnRecorded(part, state, paths, deps);
    return part;
  });
  await awaitAnswer(record, deadline, options, deps);
}

async function spawnRecorded(
  part: PartRecord,
  state: StackState,
  paths: StackPaths,
  deps: StackHost,
): Promise<void> {
  await killAll(leadersOf(part), deps);
  part.identity = undefined;
  // A shopctl that was killed between its spawn and its record left a process that has the part's port, or will.
  await endStraysOf(part, state, paths, deps);
  for (const port of [part.companion?.port, part.port]) {
    if (port === undefined || (await becomesFree(port, deps))) continue;
    const owner = await ownerLookup(deps.platform)(port);
    throw new ShopctlError({
      message: `cannot start ${part.name}: port ${port} is taken${owner === undefined ? '' : ` by ${owner}`}`,
      hint: 'end that process, or `shopctl up`, which chooses another port',
    });
  }
  if (part.companion !== undefined) {
    part.companion.identity = await spawnPart(part.companion.launch, part.logFile, deps);
  }
  if (part.kind === 'postgres') await clearStalePostmasterLock(part.launch.cwd, deps);
  part.identity = await spawnPart(part.launch, part.logFile, deps);
  part.spawnedAtMs = deps.clock.now();
}

/** The kernel closes the sockets of a killed process a moment after the process is gone. */
async function becomesFree(port: number, deps: StackHost): Promise<boolean> {
  for (let tries = 0; tries < portTries; tries++) {
    if (await isPortFree(port)) return true;
    await deps.clock.sleep(pollMs);
  }
  return false;
}

async function awaitAnswer(
  record: PartRecord,
  deadline: number,
  options: { withinMs: number; signal?: AbortSignal },
  deps: StackHost,
): Promise<void> {
  const { identity } = record;
  for (;;) {
    options.signal?.throwIfAborted();
    const left = deadline - deps.clock.monotonic();
    if (left > 0 && (await answersProbe(record.probe, Math.min(left, probeMs)))) return;
    if (identity === undefined || !(await isSameProcess(identity, deps.platform))) {
      throw await withLog(`${record.name} ended while it started`, record);
    }
    if (left <= 0)
      throw await withLog(`${record.name} did not answer within ${options.withinMs / 1000} s`, record);
    await deps.clock.sleep(pollMs, options.signal);
  }
}

/** An error that brings the end of the part's log along. */
export async function withLog(message: string, record: PartRecord): Promise<ShopctlError> {
  const text = await logExcerpt(record.logFile);
  return new ShopctlError({ message: `${message}; ${text}`, hint: `the whole log: ${record.logFile}` });
}

async function stopPart(name: string, paths: StackPaths, deps: StackHost, withinMs: number): Promise<void> {
  const record = await readRecord(name, paths);
  const leaders = leadersOf(record);
  const family = await familiesOf(leaders, deps);
  if (record.identity !== undefined) {
    const own = await familiesOf([record.identity], deps);
    const boots = record.kind === 'broker' && (await isPortFree(record.port));
    await signalProcess(record.identity, record.stopSignal, deps);
    // A frozen process takes the signal when it goes on. Sent after it, so that it does nothing else in between.
    if (own.some((row) => row.stopped)) await signalFamilies(leaders, 'SIGCONT', deps);
    // A broker that still boots takes the signal only when it is through, and has nothing yet to put away.
    const limitMs = boots ? Math.min(withinMs, bootingMs) : withinMs;
    // The leading process decides when the part is done; what it leaves behind gets a moment to notice.
    if (await awaitEnd([record.identity], limitMs, deps)) await awaitEnd(own, leftoverMs, deps);
  }
  await killAll(leaders, deps);
  await killAll(family, deps);
  await forget(record, paths, deps);
}

/**
 * A part that shopctl ended is off the record; one that ended by itself stays on it, and shows as died. Nothing is
 * forgotten of a part that somebody started again meanwhile.
 */
async function forget(ended: PartRecord, paths: StackPaths, deps: StackHost): Promise<void> {
  await updateStackState(paths, deps, (state) => {
    const part = pick(state.parts, ended.name);
    if (part.identity?.startedAt !== ended.identity?.startedAt) return;
    part.identity = undefined;
    part.spawnedAtMs = undefined;
    if (part.companion !== undefined) part.companion.identity = undefined;
  });
}

function notRunning(name: string, participle: string): ShopctlError {
  return new ShopctlError({
    message: `${name} cannot be ${participle}: it does not run`,
    hint: 'shopctl up, or `shopctl chaos heal`',
  });
}
