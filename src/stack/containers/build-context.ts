import { cp, mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, ShopctlError } from '../../errors.ts';

/**
 * Puts together what the shop's image is built from: its compiled files and the packages they need, exactly those that
 * this shopctl itself runs with. So building needs no package registry, and the shop in containers is the same as the
 * one in processes.
 *
 * @param packageRoot shopctl's own folder
 * @throws ShopctlError when the shop is not built, or a package is missing
 */
export async function assembleContext(packageRoot: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const shop = join('dist', 'fixtures', 'shop');
  await mkdir(join(folder, 'dist', 'fixtures'), { recursive: true });
  await cp(join(packageRoot, shop), join(folder, shop), { recursive: true, filter: isNeeded }).catch(
    (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new ShopctlError({
        message: `the reference shop is not built: ${join(packageRoot, shop)} is missing`,
        hint: 'npm run build',
      });
    },
  );
  await cp(join(packageRoot, 'package.json'), join(folder, 'package.json'));
  const { dependencies = {} } = await readPackage(packageRoot);
  const placed: Placed = new Map();
  for (const name of Object.keys(dependencies)) await place(name, packageRoot, folder, folder, placed);
}

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Where a package was copied to, and from which folder. */
type Placed = Map<string, string>;

/**
 * Copies a package and what it needs, at the top where its name is free, else right under who needs it: wherever the
 * packages lie here (hoisted, nested, linked), each finds there what it finds here.
 */
async function place(name: string, neededBy: string, at: string, top: string, placed: Placed): Promise<void> {
  const source = await locate(name, neededBy);
  const seen = visibleFrom(at, top, name, placed);
  if (seen !== undefined && placed.get(seen) === source) return;
  const target = join(seen === undefined ? top : at, 'node_modules', name);
  placed.set(target, source);
  const isOwn = (path: string) => isNeeded(path) && path !== join(source, 'node_modules');
  await cp(source, target, { recursive: true, dereference: true, filter: isOwn });
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = await readPackage(source);
  const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
  for (const needed of [...Object.keys(dependencies), ...peers]) {
    await place(needed, source, target, top, placed);
  }
}

/** The copy that a module in the folder would find under the name. */
function visibleFrom(folder: string, top: string, name: string, placed: Placed): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (placed.has(candidate)) return candidate;
    if (at === top || dirname(at) === at) return undefined;
  }
}

/** As Node looks for it: in the `node_modules` of the folder and of those above it. */
async function locate(name: string, neededBy: string): Promise<string> {
  for (let at = neededBy; ; at = dirname(at)) {
    const found = await realpath(join(at, 'node_modules', name)).catch(() => undefined);
    if (found !== undefined) return found;
    if (dirname(at) === at) break;
  }
  throw new ShopctlError({
    message: `the package ${name}, needed by ${neededBy}, is not installed`,
    hint: 'npm install puts it there',
  });
}

async function readPackage(folder: string): Promise<PackageFile> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

function isNeeded(path: string): boolean {
  return !/\.(?:map|d\.[cm]?ts)$/.test(path);
}
