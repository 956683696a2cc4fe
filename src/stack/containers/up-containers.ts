import { mkdir, writeFile } from 'node:fs/promises';
import { ShopctlError } from '../../errors.ts';
import { ExitCode } from '../../exit-code.ts';
import { readyProbe } from '../answers.ts';
import { workLock } from '../down.ts';
import { withLock } from '../lock-file.ts';
import { claimPort } from '../port-claims.ts';
import { choosePorts, isPortFree, ownerLookup, type PortWish } from '../ports.ts';
import { serviceKinds } from '../services.ts';
import type { StackDeps } from '../stack-deps.ts';
import { explainingFiles } from '../stack-errors.ts';
import { type StackPaths, stackPaths } from '../stack-paths.ts';
import { readStackState } from '../stack-state.ts';
import type { UpReport } from '../up.ts';
import { assembleContext } from './build-context.ts';
import { Compose, composeServices, contextFolder, findCompose, settingsFile } from './compose.ts';
import { type ContainerPart, containerStack } from './container-stack.ts';
import { type ContainerState, readContainerState, writeContainerState } from './container-state.ts';

export interface UpContainersOptions {
  readonly stateDir: string;
  /** By part name. */
  readonly ports: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, string>>;
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/** The first time, images are fetched; that is the network's time. */
const startWithinMs = 900_000;
const readyWithinMs = 120_000;

/**
 * Starts the reference shop in containers and waits until it is ready. Running twice is harmless.
 * @throws ShopctlError with a way out when there is no engine, the local stack runs here, or a part does not get ready
 */
export async function upContainers(options: UpContainersOptions, deps: StackDeps): Promise<UpReport> {
  const paths = stackPaths(options.stateDir);
  return explainingFiles(paths, async () => {
    await mkdir(paths.root, { recursive: true });
    const lock = { ...workLock, signal: options.signal };
    return withLock(paths.workLock, lock, deps, () => start(options, paths, deps));
  });
}

async function start(options: UpContainersOptions, paths: StackPaths, deps: StackDeps): Promise<UpReport> {
  mustKnowParts(options.ports);
  await mustHaveNoProcesses(paths);
  const before = await readContainerState(paths);
  const dockerHost = deps.env['DOCKER_HOST'] || before?.dockerHost;
  const program = await findCompose(deps, dockerHost);
  const { ports, notes } = await planContainerPorts(options, before, paths, deps);
  for (const note of notes) deps.say(note);
  const state: ContainerState = {
    version: 1,
    project: `shop-${paths.stackId}`,
    ...(dockerHost === undefined ? {} : { dockerHost }),
    ports,
    set: { ...options.set },
    down: false,
  };
  await writeContainerState(paths, state);
  await writeFile(settingsFile(paths), JSON.stringify(settingsOf(state)), { mode: 0o600 });
  const compose = new Compose(program, state, paths, deps);
  const { signal } = options;
  if (options.fresh) {
    deps.say('deleting the data of earlier runs');
    await compose.run(['down', '--volumes'], { withinMs: 120_000, signal });
  }
  deps.say('building the image of the services');
  await assembleContext(deps.packageRoot, contextFolder(paths));
  await compose.run(['build', 'gateway'], { withinMs: startWithinMs, signal });
  deps.say('starting PostgreSQL, RabbitMQ and the services in containers');
  await compose.run(['up', '--detach', '--no-build', '--remove-orphans'], {
    withinMs: startWithinMs,
    signal,
  });
  const { parts, addresses } = containerStack(state);
  await awaitReady(parts, signal, deps);
  const what = `containers of the compose project ${state.project}`;
  return { addresses, notes, parts: parts.map(({ name, port }) => ({ name, port, what })) };
}

/** One state directory holds one shop. */
async function mustHaveNoProcesses(paths: StackPaths): Promise<void> {
  const state = await readStackState(paths);
  if (state === undefined || state.down) return;
  throw new ShopctlError({
    message: `a stack of processes was started in ${paths.stateDir}`,
    hint: 'shopctl down stops it; or use another --state-dir for the containers',
  });
}

const standardPorts: readonly (readonly [role: string, port: number])[] = [
  ['postgres', 5432],
  ['broker', 5672],
  ['management', 15_672],
  ...Object.entries(serviceKinds).flatMap(([name, { port }]) => [
    [name, port] as const,
    [`${name} admin`, port + 1000] as const,
  ]),
];

function mustKnowParts(asked: Readonly<Record<string, number>>): void {
  const roles = standardPorts.map(([role]) => role);
  const unknown = Object.keys(asked).find((role) => !roles.includes(role));
  if (unknown === undefined) return;
  throw new ShopctlError({
    message: `--port ${unknown}: there is no such part`,
    hint: `the parts are ${roles.join(', ')}`,
    exitCode: ExitCode.usage,
  });
}

function planContainerPorts(
  { ports: asked }: UpContainersOptions,
  before: ContainerState | undefined,
  paths: StackPaths,
  deps: StackDeps,
) {
  const wishes = standardPorts.map(([role, port]): PortWish => {
    const known = before?.ports[role];
    return {
      role,
      standard: port,
      internal: role.endsWith(' admin'),
      held: before !== undefined && !before.down,
      ...(asked[role] === undefined ? {} : { asked: asked[role] }),
      ...(known === undefined ? {} : { before: known }),
    };
  });
  wishes.sort((a, b) => Number(b.asked !== undefined) - Number(a.asked !== undefined));
  const isOurs = async (port: number) => (await isPortFree(port)) && (await claimPort(port, paths, deps));
  return choosePorts(wishes, paths.stackId, isOurs, ownerLookup(deps.platform));
}

/** As compose reads it: the settings as environment of each service. Of JSON, compose takes `$` for a variable, too. */
function settingsOf({ set }: ContainerState) {
  const environment = Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name, value.replaceAll('$', '$$$$')]),
  );
  const services = Object.keys(serviceKinds).map((name) => [name, { environment }]);
  return { services: Object.fromEntries(services) };
}

async function awaitReady(
  parts: readonly ContainerPart[],
  signal: AbortSignal,
  deps: StackDeps,
): Promise<void> {
  const deadline = deps.clock.monotonic() + readyWithinMs;
  let missing: readonly ContainerPart[] = parts;
  while (missing.length > 0) {
    const ready = await Promise.all(missing.map(({ probe }) => readyProbe(probe, 1000)));
    missing = missing.filter((_part, i) => !ready[i]);
    if (missing.length === 0) return;
    if (deps.clock.monotonic() > deadline) throw notReady(missing);
    await deps.clock.sleep(500, signal);
  }
}

function notReady(missing: readonly ContainerPart[]): ShopctlError {
  const names = missing.map(({ name }) => name).sort(byPlace);
  return new ShopctlError({
    message: `${names.join(', ')} did not get ready within ${readyWithinMs / 1000} s`,
    hint: `shopctl logs ${names[0]} may say why; shopctl down stops what was started`,
  });
}

const byPlace = (a: string, b: string) => composeServices.indexOf(a) - composeServices.indexOf(b);
