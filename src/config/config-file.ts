import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';

const names = ['yaml', 'yml', 'json', 'mjs'].map((ending) => `shopctl.config.${ending}`);

/** The config of this folder or of the nearest one above it; undefined when there is none. */
export function findConfig(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Keys and places in lists, from the outside in. */
export type ConfigPath = readonly (string | number)[];

/** What a config file holds, not checked yet. */
export interface RawConfig {
  readonly path: string;
  readonly value: unknown;
  /** The line that a value begins in, where the form of the file tells. */
  lineOf(path: ConfigPath): number | undefined;
}

/** @throws ShopctlError (usage) when it is not there or cannot be read as what its name says */
export async function readConfig(path: string): Promise<RawConfig> {
  try {
    if (extname(path) === '.mjs') return { path, value: await imported(path), lineOf: () => undefined };
    return await parsedText(path, readFileSync(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof ShopctlError) throw cause;
    throw unreadable(path, [messageOf(cause)], cause);
  }
}

async function imported(path: string): Promise<unknown> {
  const found: { readonly default?: unknown } = await import(pathToFileURL(path).href);
  if (found.default === undefined) throw new Error('it has no default export');
  return found.default;
}

/** JSON is YAML; read as such, both tell their lines. */
export async function parsedText(path: string, text: string): Promise<RawConfig> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map(
      ({ message, pos }) => `line ${lineCounter.linePos(pos[0]).line}: ${message}`,
    );
    throw unreadable(path, problems);
  }
  return {
    path,
    value: document.toJS(),
    lineOf: (where) => {
      const node: unknown = document.getIn([...where], true);
      const range: unknown =
        typeof node === 'object' && node !== null ? Reflect.get(node, 'range') : undefined;
      return Array.isArray(range) ? lineCounter.linePos(Number(range[0])).line : undefined;
    },
  };
}

function unreadable(path: string, problems: readonly string[], cause?: unknown): ShopctlError {
  return new ShopctlError({
    message: `the config ${path} cannot be read: ${problems.join('; ')}`,
    hint: 'shopctl init writes one that works; --config names another file',
    exitCode: ExitCode.usage,
    cause,
  });
}
