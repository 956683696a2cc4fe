import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { brokerAnswers } from './answers.ts';
import { mustHaveNoContainers } from './containers/container-state.ts';
import { stopParts, workLock } from './down.ts';
import { awaitReady, type EnsureOptions, ensurePart } from './ensure-part.ts';
import { withLock } from './lock-file.ts';
import { addressesOf, planPorts, type StackPlan } from './plan-stack.ts';
import { createDatabases, placePostgres, preparePostgres } from './postgres.ts';
import { prepareBroker } from './rabbitmq.ts';
import { prepareService, serviceInstances, serviceKinds } from './services.ts';
import type { StackDeps } from './stack-deps.ts';
import { explainingFiles } from './stack-errors.ts';
import { type StackPaths, stackPaths } from './stack-paths.ts';
import { readStackState, stackIsDown, updateStackState, writeStackState } from './stack-state.ts';
import { type PartRecord, type StackAddresses, type StackState, stateVersion } from './state-schema.ts';
import { endStrays } from './strays.ts';

export interface UpOptions {
  readonly stateDir: string;
  /** Services of the reference shop; all of them when not given, `[]` for the servers alone. */
  readonly services?: readonly string[];
  /** Ports by part name, `management` for the broker's HTTP API. A port that is taken is refused. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Uses this broker instead of starting one. */
  readonly brokerUrl?: string;
  /** Instances by service. */
  readonly scale?: Readonly<Record<string, number>>;
  /** Extra environment variables of every service. */
  readonly set?: Readonly<Record<string, string>>;
  /** Begins with empty databases and an empty broker. */
  readonly fresh?: boolean;
  /**
   * Done by a fault or its healing, not by a person: a stack that was stopped stays so, and what is kept of earlier
   * shapes stays kept. `keepAs`: under this name the shape found is kept, before anything changes.
   */
  readonly reshaping?: { readonly keepAs?: string };
  readonly signal?: AbortSignal;
  /** For each part to answer, and again for each service to be ready. Default 60 s. */
  readonly withinMs?: number;
}

export interface UpReport {
  readonly addresses: StackAddresses;
  readonly parts: readonly { readonly name: string; readonly port: number; readonly what: string }[];
  /** A sentence for each standard port that somebody else has. */
  readonly notes: readonly string[];
}

/**
 * Makes the stack run as asked and waits until it is ready. Starts only what is missing; parts that run with other
 * settings are started anew, parts that are not asked for any more are stopped. When it is interrupted or fails, what
 * it started stays on record: `down`, `status` and the next `up` know it.
 * @throws ShopctlError with a way out; the signal's reason when aborted
 */
export async function up(options: UpOptions, deps: StackDeps): Promise<UpReport> {
  if (options.brokerUrl !== undefined) mustBeBrokerUrl(options.brokerUrl);
  const paths = stackPaths(options.stateDir);
  const plan: StackPlan = {
    instances: serviceInstances(options.services ?? Object.keys(serviceKinds), options.scale ?? {}),
    brokerUrl: options.brokerUrl,
    asked: options.ports ?? {},
  };
  return explainingFiles(paths, async () => {
    // Passable for the user that PostgreSQL runs as; the files in it have modes of their own.
    await mkdir(paths.logs, { recursive: true });
    await chmod(paths.root, 0o755);
    await mustHaveNoContainers(paths);
    const lock = { ...workLock, ...(options.signal && { signal: options.signal }) };
    return withLock(paths.workLock, lock, deps, () => startStack(plan, options, paths, deps));
  });
}

/** Before anything is stopped or written down: with an address that is none, no later command could work either. */
function mustBeBrokerUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^amqps?:$/.test(url.protocol) && url.hostname !== '') return;
  throw new ShopctlError({
    message: `--broker-url '${text}' is not the address of a broker`,
    hint: 'amqp://user:password@host:port/vhost, with %40 for an @ in the password',
    exitCode: ExitCode.usage,
  });
}

async function startStack(
  plan: StackPlan,
  options: UpOptions,
  paths: StackPaths,
  deps: StackDeps,
): Promise<UpReport> {
  if (options.reshaping) await keepShape(options.reshaping.keepAs, paths, deps);
  const before = await readStackState(paths);
  await endStrays(before, paths, deps);
  const kept = await stopUnwanted(plan, before, options, paths, deps);
  const { ports, notes } = await planPorts(plan, kept, paths, deps);
  for (const note of notes) deps.say(note);
  const place = await placePostgres(paths, deps);
  const state: StackState = {
    version: stateVersion,
    stackId: paths.stackId,
    ports: { ...kept?.ports, ...ports },
    ...(place.isOutside && { outside: place.folder }),
    ...(plan.brokerUrl !== undefined && { brokerUrl: plan.brokerUrl }),
    ...(options.scale && { scale: { ...options.scale } }),
    ...(options.set && { set: { ...options.set } }),
    ...(options.reshaping && kept?.keptShapes && { keptShapes: kept.keptShapes }),
    addresses: addressesOf(plan, ports),
    parts: kept?.parts ?? [],
  };
  await writeStackState(paths, state);
  const parts = await startParts(plan, state, options, paths, deps);
  return { addresses: state.addresses, parts, notes };
}

/** In the state file, which is its user's alone: settings may be secrets, and a journal holds none. */
async function keepShape(name: string | undefined, paths: StackPaths, deps: StackDeps): Promise<void> {
  await updateStackState(paths, deps, (state) => {
    if (state.down) throw stackIsDown(paths);
    if (name === undefined || state.keptShapes?.[name] !== undefined) return;
    const { scale = {}, set = {} } = state;
    state.keptShapes = { ...state.keptShapes, [name]: { scale, set } };
  });
}

/** Stops what is not asked for any more; with `fresh`, everything, and deletes the data. */
async function stopUnwanted(
  plan: StackPlan,
  before: StackState | undefined,
  options: UpOptions,
  paths: StackPaths,
  deps: StackDeps,
): Promise<StackState | undefined> {
  const wanted = new Set(['postgres', ...plan.instances.map((instance) => instance.name)]);
  if (plan.brokerUrl === undefined) wanted.add('broker');
  if (before !== undefined) {
    const unwanted = before.parts.filter((part) => options.fresh || !wanted.has(part.name));
    await stopParts(before, unwanted, paths, 15_000, deps);
  }
  if (options.fresh) {
    deps.say('deleting the data of earlier runs');
    const { folder } = await placePostgres(paths, deps);
    for (const data of [join(folder, 'data'), join(paths.root, 'broker')]) {
      await rm(data, { recursive: true, force: true });
    }
  }
  const now = await readStackState(paths);
  return now && { ...now, parts: now.parts.filter((part) => wanted.has(part.name)) };
}

type Started = UpReport['parts'][number];

/** PostgreSQL and the broker side by side; the services as soon as they have their databases: they wait for the rest. */
async function startParts(
  plan: StackPlan,
  state: StackState,
  options: UpOptions,
  paths: StackPaths,
  deps: StackDeps,
): Promise<Started[]> {
  const failing = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failing.signal]) : failing.signal;
  const ensure: EnsureOptions = { withinMs: options.withinMs ?? 60_000, signal };
  const begin = async (record: PartRecord): Promise<Started> => {
    const what = await ensurePart(record, ensure, paths, deps);
    return { name: record.name, port: record.port, what };
  };
  const around = { ports: state.ports, brokerUrl: state.addresses.broker, set: options.set ?? {} };
  const databases = async (): Promise<Started[]> => {
    const port = state.ports['postgres']!;
    const place = await placePostgres(paths, deps);
    const started = await begin(await preparePostgres(place, port, paths, deps, signal));
    await createDatabases(port);
    const services = await Promise.all(
      plan.instances.map(async (instance) => {
        const record = await prepareService(instance, around, paths, deps);
        const service = await begin(record);
        await awaitReady(record, ensure, paths, deps);
        return service;
      }),
    );
    return [started, ...services];
  };
  const broker = async (): Promise<Started[]> => {
    if (plan.brokerUrl !== undefined) return checkGivenBroker(plan.brokerUrl);
    return [await begin(await prepareBroker(brokerPorts(state.ports), paths, deps, signal))];
  };
  return allOrFirstFailure([databases(), broker()], failing);
}

function brokerPorts(ports: Readonly<Record<string, number>>) {
  return {
    amqp: ports['broker']!,
    management: ports['management']!,
    distribution: ports['broker distribution']!,
    epmd: ports['broker epmd']!,
  };
}

async function checkGivenBroker(url: string): Promise<Started[]> {
  if (await brokerAnswers(url, '', 5000)) return [];
  const where = URL.canParse(url) ? new URL(url).host : url;
  throw new ShopctlError({
    message: `the broker at ${where}, given by --broker-url, does not confirm a publish`,
    hint: 'is it up, and are user, password and virtual host right? amqp://user:password@host:port/vhost',
  });
}

/** Awaits all; the first failure aborts the others, which are awaited too, and is what is thrown. */
async function allOrFirstFailure<T>(work: Promise<T[]>[], failing: AbortController): Promise<T[]> {
  let first: { error: unknown } | undefined;
  const settled = await Promise.all(
    work.map((one) =>
      one.catch((error: unknown): T[] => {
        first ??= { error };
        failing.abort(error);
        return [];
      }),
    ),
  );
  if (first !== undefined) throw first.error;
  return settled.flat();
}
