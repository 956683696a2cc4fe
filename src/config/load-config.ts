import type { ShopConfig } from '../model/shop-config.ts';
import { assembled } from './assemble.ts';
import { type RawConfig, readConfig } from './config-file.ts';
import { crossChecks } from './cross-checks.ts';
import { type Overrides, overridden } from './overrides.ts';
import { configError, type Problem, pathText, problemsIn } from './problems.ts';
import { type ShopParsed, shopSchema } from './schema/shop.ts';
import { substituted } from './substitute.ts';

/** A config that was found whole, and what it was made of. */
export interface LoadedConfig {
  readonly config: ShopConfig;
  /** As the schema reads it, with its defaults. */
  readonly parsed: ShopParsed;
  readonly raw: RawConfig;
  readonly overrides: Overrides;
}

/**
 * Reads a config and checks it as a whole.
 *
 * @param path of the file
 * @param overrides what flags and environment say in place of the file
 * @param env for `${NAME}` in the file
 * @throws ShopctlError (usage) with every problem on its own line
 */
export async function loadConfig(
  path: string,
  overrides: Overrides,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LoadedConfig> {
  const raw = await readConfig(path);
  return { raw, overrides, ...checkedConfig(raw, overrides, env) };
}

/** @throws ShopctlError (usage) with every problem on its own line */
export function checkedConfig(
  raw: RawConfig,
  overrides: Overrides,
  env: Readonly<Record<string, string | undefined>>,
): Pick<LoadedConfig, 'config' | 'parsed'> {
  const { value, unset } = substituted(raw.value, env);
  const problems = unset.map(
    ({ path, name }): Problem => ({
      path,
      what: `\${${name}} is not set in the environment`,
      hint: `export ${name}=…, or write $\${${name}} where the text is meant as it stands`,
    }),
  );
  const given = overridden(value, overrides);
  const result = shopSchema.safeParse(given);
  const known = new Set(problems.map(({ path }) => pathText(path)));
  const found = [...(result.success ? [] : problemsIn(result.error.issues)), ...crossChecks(given)];
  const all = [...problems, ...found.filter(({ path }) => !known.has(pathText(path)))];
  if (all.length > 0 || !result.success) throw configError(raw, all, overrides);
  return { config: assembled(result.data, raw.path), parsed: result.data };
}
