import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StackHost } from './stack-deps.ts';

/** A RabbitMQ that can be run in place. */
export interface RabbitmqBinaries {
  /** Folder with `sbin/` and `plugins/`: the real one, never Debian's wrapper, which changes the user. */
  readonly home: string;
  /** Folders with `erl` and `epmd`. */
  readonly erlang: readonly string[];
  /** Added to the library path. */
  readonly libraries: readonly string[];
  readonly origin: string;
}

/** A RabbitMQ installed on this machine: Debian's place, Homebrew's, or on PATH. Undefined when there is none. */
export async function findInstalledRabbitmq(deps: StackHost): Promise<RabbitmqBinaries | undefined> {
  const path = (deps.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const brewed = ['/opt/homebrew', '/usr/local'].map((prefix) => `${prefix}/opt/rabbitmq`);
  const onPath = await Promise.all(path.map((folder) => homeBehind(join(folder, 'rabbitmq-server'))));
  const homes = [...(await serversIn('/usr/lib/rabbitmq/lib')), ...brewed, ...onPath.flat()];
  const erlang = [
    ...path,
    '/usr/lib/erlang/bin',
    '/opt/homebrew/opt/erlang/bin',
    '/usr/local/opt/erlang/bin',
  ];
  const erl = await firstWith(erlang, 'erl');
  if (erl === undefined) return undefined;
  for (const home of homes) {
    if (await isHome(home)) return { home, erlang: await erlangFolders(erl), libraries: [], origin: home };
  }
  return undefined;
}

/** The private copy in `folder`, undefined when it is not whole or was made for another place. */
export async function privateCopyIn(folder: string): Promise<RabbitmqBinaries | undefined> {
  const [home] = await serversIn(join(folder, 'usr/lib/rabbitmq/lib'));
  const erlang = join(folder, 'usr/lib/erlang');
  const script = await readFile(join(erlang, 'bin/erl'), 'utf8').catch(() => '');
  if (home === undefined || !(await isHome(home)) || !script.includes(`ROOTDIR="${erlang}"`))
    return undefined;
  const nested = await readdir(join(folder, 'usr/lib')).catch(() => []);
  const triplets = nested.filter((name) => name.includes('-linux-'));
  return {
    home,
    erlang: await erlangFolders(join(erlang, 'bin')),
    libraries: [...triplets, ''].map((name) => join(folder, 'usr/lib', name)),
    origin: `private copy in ${folder}`,
  };
}

/** `epmd` lies beside `erl`, or deeper in the same Erlang where a package links only some tools. */
async function erlangFolders(bin: string): Promise<string[]> {
  const root = dirname(dirname(await realpath(join(bin, 'erl'))));
  const runtimes = (await readdir(root).catch(() => [])).filter((name) => name.startsWith('erts-'));
  return [bin, join(root, 'bin'), ...runtimes.map((name) => join(root, name, 'bin'))];
}

async function serversIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith('rabbitmq_server-'))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

async function homeBehind(script: string): Promise<string[]> {
  return realpath(script).then(
    (real) => [dirname(dirname(real))],
    () => [],
  );
}

async function isHome(home: string): Promise<boolean> {
  return (await exists(join(home, 'sbin/rabbitmq-server'))) && (await exists(join(home, 'plugins')));
}

/** The first of the folders that holds the file. */
export async function firstWith(folders: readonly string[], file: string): Promise<string | undefined> {
  for (const folder of folders) if (await exists(join(folder, file))) return folder;
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
