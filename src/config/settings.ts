import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Global flags of every command, as typed. */
export interface GlobalFlags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly stateDir?: string | undefined;
  readonly url?: string | undefined;
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
}

export const defaultUrl = 'http://127.0.0.1:5100';

/**
 * @param env the environment; `SHOPCTL_STATE_DIR` and `SHOPCTL_URL` are read
 * @param cwd absolute working directory
 */
export function resolveSettings(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Settings {
  const typed = flags.stateDir ?? given(env['SHOPCTL_STATE_DIR']);
  return {
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
