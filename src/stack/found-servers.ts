import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findPostgres } from './postgres-binaries.ts';
import { findInstalledRabbitmq, firstWith, privateCopyIn } from './rabbitmq-binaries.ts';
import { cacheFolders, noRabbitmq } from './rabbitmq-fetch.ts';
import { runTool } from './run-tool.ts';
import type { StackHost } from './stack-deps.ts';
import { stackPaths } from './stack-paths.ts';

/* What `up` would run, looked for as `up` does, and nothing made or fetched. */

export interface FoundServer {
  /** Undefined when it would not say. */
  readonly version: string | undefined;
  readonly origin: string;
}

const versionWithinMs = 5000;

/** @throws ShopctlError with the ways out when there is none */
export async function foundPostgres(host: StackHost): Promise<FoundServer> {
  const { bin, origin } = await findPostgres(host);
  return { version: (await printedVersion(bin)) ?? (await packagedVersion(bin)), origin };
}

/**
 * @returns how it would be fetched, where there is none and there is a way
 * @throws ShopctlError with the ways out when there is none
 */
export async function foundRabbitmq(
  stateDir: string,
  host: StackHost,
): Promise<FoundServer | { readonly toFetch: string }> {
  const found = (await findInstalledRabbitmq(host)) ?? (await privateCopy(stateDir, host));
  if (found !== undefined) return { version: await pluginVersion(found.home), origin: found.origin };
  if ((await firstWith(['/usr/bin'], 'apt-get')) === undefined) {
    throw noRabbitmq('and there is no apt-get to get it with');
  }
  return { toFetch: 'shopctl up makes a private copy with apt-get, about 35 MB, and installs nothing' };
}

async function privateCopy(stateDir: string, host: StackHost) {
  for (const folder of cacheFolders(stackPaths(stateDir), host)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const copy = name.startsWith('rabbitmq-') ? await privateCopyIn(join(folder, name)) : undefined;
      if (copy !== undefined) return copy;
    }
  }
  return undefined;
}

/** `postgres (PostgreSQL) 17.5`; undefined where it does not run from its place, such as without its libraries. */
async function printedVersion(bin: string): Promise<string | undefined> {
  const asked = { command: join(bin, 'postgres'), args: ['--version'], env: {}, cwd: '/' };
  const printed = await runTool({ ...asked, withinMs: versionWithinMs }).catch(() => undefined);
  return /\d+(?:\.\d+)*/.exec(printed?.stdout ?? '')?.[0];
}

async function packagedVersion(bin: string): Promise<string | undefined> {
  const text = await readFile(join(dirname(dirname(bin)), 'package.json'), 'utf8').catch(() => '');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1];
}

/** Every distribution names the broker's own plugin by its version. */
async function pluginVersion(home: string): Promise<string | undefined> {
  const names = await readdir(join(home, 'plugins')).catch(() => []);
  return names.map((name) => /^rabbit-(\d[\w.+-]*?)(?:\.ez)?$/.exec(name)?.[1]).find(Boolean);
}
