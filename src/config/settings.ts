import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findConfig } from './config-file.ts';
import { type Overrides, overridesFrom } from './overrides.ts';

/** Global flags of every command, as typed. */
export interface GlobalFlags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly stateDir?: string | undefined;
  readonly url?: string | undefined;
  /** The config file of the shop. */
  readonly config?: string | undefined;
  /** Orders may go to another machine. */
  readonly yes: boolean;
}

/** Where things are, after flags, environment and defaults were weighed (in this order of precedence). */
export interface Settings {
  /** Absolute folder of the runs and of the local stack. */
  readonly stateDir: string;
  /** Address of the shop's public door, where given; else the local stack's or the default. */
  readonly url: string | undefined;
  /** Orders may go to another machine. */
  readonly yes: boolean;
  /** Absolute path of the shop's config; undefined: it is the reference shop. */
  readonly configPath?: string | undefined;
  /** What flags and environment say in place of the config. */
  readonly overrides?: Overrides;
}

export const defaultUrl = 'http://127.0.0.1:5100';

/**
 * @param env the environment; `SHOPCTL_STATE_DIR`, `SHOPCTL_CONFIG`, `SHOPCTL_URL` and `SHOPCTL_SETTLE` are read
 * @param cwd absolute working directory
 */
export function resolveSettings(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Settings {
  const typed = flags.stateDir ?? given(env['SHOPCTL_STATE_DIR']);
  const config = flags.config ?? given(env['SHOPCTL_CONFIG']);
  return {
    configPath: config === undefined ? findConfig(cwd) : resolve(cwd, config),
    overrides: overridesFrom(flags, env),
    stateDir: typed === undefined ? nearestStateDir(cwd) : resolve(cwd, typed),
    url: flags.url ?? given(env['SHOPCTL_URL']),
    yes: flags.yes,
  };
}

/** An empty variable is an unset one. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/** The `.shopctl` of this folder or of the nearest one above it, so that commands work from a project's subfolders. */
function nearestStateDir(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const candidate = join(folder, '.shopctl');
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) return join(cwd, '.shopctl');
  }
}

/** Colours only on a terminal, and only when nobody said no: NO_COLOR (no-color.org), TERM=dumb, --no-color. */
export function wantsColor(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  isTTY: boolean,
): boolean {
  const refused = !flags.color || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isTTY && !refused && !flags.json;
}
