import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { CommandContext } from './context.ts';

/**
 * `shopctl config`: the resolved config, each value with where it came from, secrets masked.
 * @throws ShopctlError (usage) with every problem of it
 */
export async function showConfig({ host, settings, output }: CommandContext): Promise<ExitCode> {
  const { configPath, overrides = {} } = settings;
  if (configPath === undefined) {
    throw new ShopctlError({
      message: 'there is no config here or above: it is the reference shop, as shopctl up starts it',
      hint: 'shopctl init writes a config for a shop of your own; --config names one elsewhere',
      exitCode: ExitCode.usage,
    });
  }
  // Only a config needs zod and yaml.
  const { loadConfig } = await import('../config/load-config.ts');
  const { originsOf } = await import('../config/origins.ts');
  const loaded = await loadConfig(configPath, overrides, host.env);
  const origins = originsOf(loaded);
  if (output.json) {
    output.printJson({ file: configPath, values: origins });
    return ExitCode.held;
  }
  output.say(configPath);
  const paths = Math.max(...origins.map(({ path }) => path.length));
  const values = origins.map(({ value }) => shown(value));
  const width = Math.min(60, Math.max(...values.map((value) => value.length)));
  for (const [index, { path, from }] of origins.entries()) {
    output.print(`${path.padEnd(paths)}  ${(values[index] ?? '').padEnd(width)}  ${output.style.dim(from)}`);
  }
  return ExitCode.held;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s*\n\s*/g, ' ') : JSON.stringify(value);
}
