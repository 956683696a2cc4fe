import { unknownName } from '../config/near-names.ts';
import { ExitCode } from '../exit-code.ts';
import { describeHealing } from '../model/fault.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import { wrapLines } from '../report/wrap-lines.ts';
import { scenarios } from '../scenarios/index.ts';
import type { CommandContext } from './context.ts';
import { wordsFor } from './step-words.ts';

/** @throws ShopctlError (usage) with near names */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found !== undefined) return found;
  const names = scenarios.map((scenario) => scenario.name);
  throw unknownName('scenario', name, names, 'shopctl check --list');
}

/** `shopctl explain <scenario>`: the steps, faults and promises in words. */
export function explain(name: string, { output }: CommandContext): ExitCode {
  const scenario = scenarioNamed(name);
  if (output.json) output.printJson(scenarioAsJson(scenario));
  else output.print(explained(scenario));
  return ExitCode.held;
}

/** `shopctl check --list` */
export function listScenarios({ output }: CommandContext): ExitCode {
  if (output.json) {
    output.printJson(scenarios.map(scenarioAsJson));
    return ExitCode.held;
  }
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  for (const { name, obligation } of scenarios) output.print(`${name.padEnd(width)}  ${obligation}`);
  return ExitCode.held;
}

function scenarioAsJson({ name, obligation, lesson, steps, expect }: Scenario) {
  const promises = expect.map((promise) => ({ name: promise.name, obligation: promise.obligation }));
  return { name, obligation, lesson, steps, promises };
}

function explained({ name, obligation, lesson, steps, expect }: Scenario): string {
  const width = Math.max(...expect.map((promise) => promise.name.length));
  return [
    `${name}: ${obligation}.`,
    '',
    wrapLines(lesson, 100).join('\n'),
    '',
    'What happens:',
    ...stepLines(steps, '  '),
    '  at the end, wait until everything has arrived, then send 3 probe orders and follow them to their shipment',
    '',
    'What must hold:',
    ...expect.map((promise) => `  ${promise.name.padEnd(width)}  ${promise.obligation}`),
  ].join('\n');
}

/** Each step with what to expect of it, its nested steps below it. */
export function stepLines(steps: readonly Step[], indent: string): string[] {
  return steps.flatMap((step) => {
    const { does, expect } = wordsFor(step);
    const inner = 'steps' in step ? stepLines(step.steps, `${indent}  `) : [];
    const healed = step.kind === 'during' ? [`${indent}${describeHealing(step.fault)}`] : [];
    return [`${indent}${does}`, `${indent}  → ${expect}`, ...inner, ...healed];
  });
}
