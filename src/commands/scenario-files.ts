import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { Scenario } from '../model/scenario.ts';
import { scenarioNamed } from './explain.ts';

/**
 * The scenarios that a word of the command line stands for: a name `check --list` shows, or a file that exports some.
 * @throws ShopctlError (usage) when there is none, with what is wrong with the file
 */
export async function scenariosOf(word: string, cwd: string): Promise<readonly Scenario[]> {
  if (!/[./\\]/.test(word)) return [scenarioNamed(word)];
  const path = resolve(cwd, word);
  if (!existsSync(path)) throw wrongFile(path, 'there is no such file');
  const exported = await importFrom(path);
  const found = [...new Set(Object.values(exported))].filter(isMeantAsScenario);
  if (found.length === 0) throw wrongFile(path, 'it exports no scenario');
  // Only for files: the shape loads zod, which the built-in scenarios do not need.
  const { problemsOfScenario } = await import('../config/scenario-shape.ts');
  const problems = found.flatMap((scenario) =>
    problemsOfScenario(scenario).map((problem) => `\n  ${scenario.name}: ${problem}`),
  );
  if (problems.length > 0) throw wrongFile(path, problems.join(''));
  return found;
}

async function importFrom(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw wrongFile(path, messageOf(error), error);
  }
}

function isMeantAsScenario(value: unknown): value is Scenario {
  if (typeof value !== 'object' || value === null) return false;
  const { name, steps, expect } = value as Partial<Scenario>;
  return typeof name === 'string' && (steps !== undefined || expect !== undefined);
}

function wrongFile(path: string, why: string, cause?: unknown): ShopctlError {
  return new ShopctlError({
    message: `the scenario file ${path} cannot be used: ${why}`,
    hint: "export default defineScenario({ … }), with defineScenario from 'shopctl/scenario'; see docs/own-scenarios.md",
    exitCode: ExitCode.usage,
    cause,
  });
}
