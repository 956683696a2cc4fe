import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, ShopctlError } from '../errors.ts';
import {
  type AptPackage,
  neededForCopy,
  parsePrintedUris,
  privateAptOptions,
  statusWithoutBroker,
} from './apt.ts';
import { firstWith, privateCopyIn, type RabbitmqBinaries } from './rabbitmq-binaries.ts';
import { runTool, type ToolResult } from './run-tool.ts';
import type { StackDeps, StackHost } from './stack-deps.ts';
import type { StackPaths } from './stack-paths.ts';

const downloadMs = 300_000;

/**
 * A private copy of RabbitMQ and Erlang from the distribution's own packages, made once per user in the cache folder.
 * Nothing is installed and no root is needed; apt checks the signatures as always.
 * @throws ShopctlError with the three ways out when it cannot be had
 */
export async function fetchRabbitmq(
  paths: StackPaths,
  deps: StackDeps,
  signal?: AbortSignal,
): Promise<RabbitmqBinaries> {
  const cache = await cacheFolder(paths, deps);
  const target = join(cache, `rabbitmq-${await distribution()}-${deps.arch}`);
  const present = await privateCopyIn(target);
  if (present !== undefined) return present;
  if ((await firstWith(['/usr/bin'], 'apt-get')) === undefined)
    throw noRabbitmq('and there is no apt-get to get it with');
  const begun = deps.clock.monotonic();
  deps.say(`RabbitMQ is not installed here: making a private copy in ${target} (nothing is installed)`);
  const work = await mkdtemp(join(cache, 'fetching-'));
  try {
    const packages = await download(work, deps, signal);
    await unpack(work, target, signal);
    await checkErlang(join(work, 'root'), target, signal);
    await moveInPlace(join(work, 'root'), target);
    const seconds = ((deps.clock.monotonic() - begun) / 1000).toFixed(1);
    deps.say(
      `RabbitMQ is in place: ${packages.length} packages, ${megabytes(packages)} MB fetched, ${seconds} s in all`,
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw noRabbitmq(
      `and fetching a private copy failed: ${error instanceof Error ? error.message : messageOf(error)}`,
      error,
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const copy = await privateCopyIn(target);
  if (copy === undefined) throw noRabbitmq(`and the private copy in ${target} is not whole`);
  return copy;
}

/** Where a private copy may be, best first. */
export function cacheFolders(paths: StackPaths, { env }: Pick<StackHost, 'env'>): string[] {
  const home = env['HOME'];
  const base = env['XDG_CACHE_HOME'] || (home ? join(home, '.cache') : undefined);
  return [...(base ? [join(base, 'shopctl')] : []), join(paths.stateDir, 'cache')];
}

async function cacheFolder(paths: StackPaths, deps: StackDeps): Promise<string> {
  for (const folder of cacheFolders(paths, deps)) {
    const made = await mkdir(folder, { recursive: true })
      .then(() => mkdtemp(join(folder, 'probe-')))
      .then((probe) => rm(probe, { recursive: true }))
      .then(
        () => true,
        () => false,
      );
    if (made) return folder;
  }
  throw noRabbitmq('and neither the cache folder nor the state directory can be written to');
}

async function distribution(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?([\\w.]+)`, 'm').exec(text)?.[1];
  return `${field('ID') ?? 'linux'}-${field('VERSION_ID') ?? field('VERSION_CODENAME') ?? '0'}`;
}

async function download(work: string, deps: StackDeps, signal?: AbortSignal): Promise<AptPackage[]> {
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'log', 'debs', 'root']) {
    await mkdir(join(work, folder), { recursive: true });
  }
  const status = await readFile('/var/lib/dpkg/status', 'utf8').catch(() => '');
  await writeFile(join(work, 'status'), statusWithoutBroker(status));
  const apt = (args: string[], withinMs: number, tolerant = false): Promise<ToolResult> =>
    runTool({
      command: 'apt-get',
      args: [...privateAptOptions(work), ...args],
      env: aptEnv(deps),
      cwd: join(work, 'debs'),
      withinMs,
      signal,
      tolerant,
    });
  // Tolerant: one unreachable third-party source must not matter as long as the packages are found.
  const update = await apt(['update'], 120_000, true);
  const plan = async (names: string[]) =>
    apt(['install', '--print-uris', '-y', '--no-install-recommends', ...names], 60_000, true);
  let printed = await plan(['rabbitmq-server', 'libsctp1']);
  if (!printed.ok) printed = await plan(['rabbitmq-server']);
  const packages = neededForCopy(parsePrintedUris(printed.stdout));
  if (!packages.some((p) => p.name === 'rabbitmq-server')) {
    throw new ShopctlError({
      message: `apt knows no rabbitmq-server:\n  ${lastOf(update.ok ? printed : update)}`,
    });
  }
  deps.say(`fetching ${packages.length} packages, ${megabytes(packages)} MB`);
  await withProgress(join(work, 'debs'), megabytes(packages), deps, () =>
    apt(['download', '-q', ...packages.map((p) => `${p.name}=${p.version}`)], downloadMs),
  );
  return packages;
}

/** A word every 10 s, for slow lines. */
async function withProgress(
  folder: string,
  total: number,
  deps: StackDeps,
  work: () => Promise<unknown>,
): Promise<void> {
  const timer = setInterval(() => {
    void folderBytes(folder).then((bytes) => deps.say(`fetched ${toMegabytes(bytes)} of ${total} MB`));
  }, 10_000);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (s) => s.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function unpack(work: string, target: string, signal?: AbortSignal): Promise<void> {
  const root = join(work, 'root');
  for (const name of await readdir(join(work, 'debs'))) {
    const args = ['-x', join(work, 'debs', name), root];
    await runTool({ command: 'dpkg', args, env: toolEnv, cwd: work, withinMs: 60_000, signal });
  }
  await rewriteRootFolder(root, target);
}

/** Debian's start scripts hold Erlang's place as a constant and ignore the variable that is meant to change it. */
async function rewriteRootFolder(root: string, target: string): Promise<void> {
  const erlang = join(root, 'usr/lib/erlang');
  const runtimes = (await readdir(erlang)).filter((name) => name.startsWith('erts-'));
  for (const script of ['bin/erl', ...runtimes.map((name) => `${name}/bin/erl`)]) {
    const file = join(erlang, script);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    await writeFile(
      file,
      text.replaceAll(/ROOTDIR=\/usr\/lib\/erlang\b/g, `ROOTDIR="${target}/usr/lib/erlang"`),
    );
  }
}

/** Proves that the copy's virtual machine loads here, library by library, before anybody relies on it. */
async function checkErlang(root: string, target: string, signal?: AbortSignal): Promise<void> {
  const erlang = join(root, 'usr/lib/erlang');
  const [runtime] = (await readdir(erlang)).filter((name) => name.startsWith('erts-'));
  const libraries = (await readdir(join(root, 'usr/lib'))).map((name) => join(root, 'usr/lib', name));
  await runTool({
    command: join(erlang, runtime ?? '', 'bin/erlexec'),
    args: ['-noshell', '-eval', 'crypto:start(),halt()'],
    env: {
      ...toolEnv,
      ROOTDIR: erlang,
      BINDIR: join(erlang, runtime ?? '', 'bin'),
      EMU: 'beam',
      PROGNAME: 'erl',
      HOME: target.slice(0, target.lastIndexOf('/')),
      LD_LIBRARY_PATH: libraries.join(':'),
    },
    cwd: root,
    withinMs: 30_000,
    signal,
  });
}

/** Two clones may fetch at the same time: the first one's copy stays, the other's is thrown away. */
async function moveInPlace(root: string, target: string): Promise<void> {
  if ((await privateCopyIn(target)) !== undefined) return;
  await rm(target, { recursive: true, force: true });
  await rename(root, target).catch(async (error: unknown) => {
    if ((await privateCopyIn(target)) === undefined) throw error;
  });
}

const toolEnv = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

function aptEnv(deps: StackDeps): Record<string, string> {
  const proxies = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => {
    const value = deps.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...toolEnv, DEBIAN_FRONTEND: 'noninteractive', ...Object.fromEntries(proxies) };
}

function megabytes(packages: readonly AptPackage[]): number {
  return toMegabytes(packages.reduce((sum, p) => sum + p.bytes, 0));
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function lastOf(result: ToolResult): string {
  return result.all.trim().split('\n').slice(-4).join('\n  ');
}

/** The ways out, when there is no RabbitMQ. */
export function noRabbitmq(why: string, cause?: unknown): ShopctlError {
  return new ShopctlError({
    message: `RabbitMQ is not on this machine, ${why}`,
    hint: [
      'three ways out: install it (Debian: apt-get install rabbitmq-server, macOS: brew install rabbitmq);',
      'or use Docker: docker run -p 5672:5672 rabbitmq:4-management, then shopctl up --broker-url amqp://127.0.0.1:5672;',
      'or name a broker that runs: shopctl up --broker-url amqp://…',
    ].join(' '),
    cause,
  });
}
