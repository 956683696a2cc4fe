import { inspectRecord, partControl, withLog } from './part-control.ts';
import type { StackDeps } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';
import { updateStackState } from './stack-state.ts';
import type { PartRecord } from './state-schema.ts';

export interface EnsureOptions {
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** A service drains what is in flight for up to 14 s. */
const stopMs = 15_000;

/** Makes a part run as `wanted` says: leaves it alone when it does, starts it anew when it runs otherwise. */
export async function ensurePart(
  wanted: PartRecord,
  options: EnsureOptions,
  paths: StackPaths,
  deps: StackDeps,
): Promise<'started' | 'already running'> {
  const control = partControl(wanted.name, paths, deps);
  const found = await updateStackState(paths, deps, async (state) => {
    const part = state.parts.find((p) => p.name === wanted.name);
    if (part === undefined || (await inspectRecord(part, deps)).state === 'stopped') return 'missing';
    return sameLaunch(part, wanted) ? 'fits' : 'differs';
  });
  if (found === 'fits') {
    await control.start(options);
    deps.say(`${wanted.name} already runs on port ${wanted.port}`);
    return 'already running';
  }
  if (found === 'differs') {
    deps.say(`${wanted.name} runs with other settings: starting it anew`);
    await control.stop({ withinMs: stopMs });
  }
  options.signal.throwIfAborted();
  await putRecord(wanted, paths, deps);
  deps.say(`starting ${wanted.name} on port ${wanted.port}`);
  const begun = deps.clock.monotonic();
  await control.start(options);
  deps.say(`${wanted.name} answers after ${((deps.clock.monotonic() - begun) / 1000).toFixed(1)} s`);
  return 'started';
}

function sameLaunch(a: PartRecord, b: PartRecord): boolean {
  const text = (part: PartRecord) =>
    JSON.stringify([
      part.port,
      sorted(part.launch),
      part.companion && sorted(part.companion.launch),
      part.probe,
    ]);
  return text(a) === text(b);
}

function sorted(launch: PartRecord['launch']): unknown {
  return { ...launch, env: Object.entries(launch.env).sort() };
}

/** Whatever was recorded of an earlier process stays, so that its remains are still found. */
async function putRecord(wanted: PartRecord, paths: StackPaths, deps: StackDeps): Promise<void> {
  await updateStackState(paths, deps, (state) => {
    const at = state.parts.findIndex((part) => part.name === wanted.name);
    if (at < 0) state.parts.push(wanted);
    else state.parts[at] = wanted;
  });
}

/**
 * Waits until a running part is fit for work.
 * @throws ShopctlError with the end of its log when it ends meanwhile or is not ready within the limit
 */
export async function awaitReady(
  record: PartRecord,
  options: EnsureOptions,
  paths: StackPaths,
  deps: StackDeps,
): Promise<void> {
  const control = partControl(record.name, paths, deps);
  const deadline = deps.clock.monotonic() + options.withinMs;
  while (!(await control.ready(2000))) {
    const isOver = deps.clock.monotonic() > deadline;
    if (isOver || (await control.inspect()).state === 'stopped') {
      const what = isOver ? `is not ready after ${options.withinMs / 1000} s` : 'ended while it started';
      throw await withLog(`${record.name} ${what}`, record);
    }
    await deps.clock.sleep(50, options.signal);
  }
}
