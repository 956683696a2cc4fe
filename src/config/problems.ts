import { basename } from 'node:path';
import type { z } from 'zod';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import { redacted, redactedValue } from '../model/redact.ts';
import type { ConfigPath, RawConfig } from './config-file.ts';
import { knownKeys } from './known-keys.ts';
import { nearNames } from './near-names.ts';
import { type Overrides, overridden } from './overrides.ts';

/** One thing that is wrong with a config. */
export interface Problem {
  readonly path: ConfigPath;
  /** What to give instead. */
  readonly hint: string;
  /** What is wrong, where the value alone does not show it. */
  readonly what?: string;
}

/** The issues of zod as problems, one for each key that nobody knows. */
export function problemsIn(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    if (issue.code !== 'unrecognized_keys') return [{ path, hint: issue.message }];
    return issue.keys.map((key) => unknownKey([...path, key], knownKeys(path)));
  });
}

function unknownKey(path: ConfigPath, known: readonly string[]): Problem {
  const near = nearNames(String(path.at(-1)), known);
  const hint = near.length > 0 ? `near it: ${near.join(', ')}` : `known here: ${known.join(', ')}`;
  return { path, what: 'nobody knows this key', hint };
}

/**
 * All problems of a config as one error, each on its own line: where, what was given and what to give. Of a text with a
 * `${NAME}` the name is shown, never what it stands for.
 */
export function configError(
  raw: RawConfig,
  problems: readonly Problem[],
  overrides: Overrides = {},
): ShopctlError {
  const lines = problems.map((problem) => `  ${problemLine(raw, problem, overrides)}`);
  const many = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return new ShopctlError({
    message: `${raw.path} has ${many}:\n${lines.join('\n')}`,
    hint: 'docs/your-own-shop.md says what a config holds; shopctl init writes one that works',
    exitCode: ExitCode.usage,
  });
}

function problemLine(raw: RawConfig, { path, hint, what }: Problem, overrides: Overrides): string {
  const override = path.length === 1 ? overrides[String(path[0])] : undefined;
  const line = raw.lineOf(path);
  const inFile = line === undefined ? undefined : `${basename(raw.path)}:${line}`;
  const place = override?.from ?? inFile;
  const where = place === undefined ? '' : ` (${place})`;
  const value = overridden(raw.value, overrides);
  return `${pathText(path)}: ${what ?? givenText(value, path)}; ${what === undefined ? 'give ' : ''}${hint}${where}`;
}

/** `order.seed[0].url` */
export function pathText(path: ConfigPath): string {
  if (path.length === 0) return 'the config';
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** The value as it stands in the file. */
export function valueAt(value: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (found, part) => (typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined),
    value,
  );
}

const shownMax = 80;

function givenText(value: unknown, path: ConfigPath): string {
  const given = valueAt(value, path);
  if (given === undefined) return 'missing';
  const key = String(path.at(-1));
  if (typeof given === 'object' && given !== null) return Array.isArray(given) ? 'a list' : 'an object';
  const masked = (redactedValue({ [key]: given }) as Record<string, unknown>)[key];
  return `'${redacted(String(masked)).slice(0, shownMax)}'`;
}
