import { unknownName } from '../config/near-names.ts';
import { ExitCode } from '../exit-code.ts';
import { describeFault, describeHealing } from '../model/fault.ts';
import type { Scenario, Step } from '../model/scenario.ts';
import { scenarios } from '../scenarios/index.ts';
import type { CommandContext } from './context.ts';

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
    wrapped(lesson, 100),
    '',
    'What happens:',
    ...stepLines(steps, '  '),
    '  at the end, wait until everything has arrived, then send 3 probe orders and follow them to their shipment',
    '',
    'What must hold:',
    ...expect.map((promise) => `  ${promise.name.padEnd(width)}  ${promise.obligation}`),
  ].join('\n');
}

function stepLines(steps: readonly Step[], indent: string): string[] {
  return steps.flatMap((step) => linesOf(step, indent));
}

function linesOf(step: Step, indent: string): string[] {
  switch (step.kind) {
    case 'orders':
      return [`${indent}${describeLoad(step.load)}`];
    case 'settled':
      return [`${indent}wait until everything has arrived, at most ${step.withinMs / 1000} s`];
    case 'hold':
      return [`${indent}wait ${step.ms / 1000} s`];
    case 'during':
      return [
        `${indent}${describeFault(step.fault)}; while it is:`,
        ...stepLines(step.steps, `${indent}  `),
        `${indent}${describeHealing(step.fault)}`,
      ];
    case 'under-load':
      return [`${indent}${describeLoad(step.load)}; meanwhile:`, ...stepLines(step.steps, `${indent}  `)];
    case 'tapped':
      return [
        `${indent}write down every event on the wire; meanwhile:`,
        ...stepLines(step.steps, `${indent}  `),
      ];
    case 'cancel':
      return [
        `${indent}cancel ${step.orders} confirmed orders${step.times > 1 ? `, ${step.times} times each` : ''}`,
      ];
    case 'step-relay':
      return [`${indent}run one batch of the relay by hand, at most ${step.limit} events`];
    case 'browse':
      return [`${indent}read the catalogue${step.times > 1 ? ` ${step.times} times` : ''}`];
    case 'poison':
      return [`${indent}plant poison: ${poisonWords[step.what]}`];
  }
}

const poisonWords = {
  'not-json': 'a message that is not JSON',
  'no-message-id': 'a message without an id',
  'outbox-row': 'an outbox row that cannot be published',
} as const;

function describeLoad(load: Extract<Step, { kind: 'orders' }>['load']): string {
  if (load.model === 'open') {
    const stages = load.stages.map((stage) => `${stage.toPerSecond}/s over ${stage.durationMs / 1000} s`);
    return `send orders at ${stages.join(', then ')}`;
  }
  const pause = load.pauseMs > 0 ? `, ${load.pauseMs} ms apart` : '';
  return `send ${load.orders} orders, ${load.concurrency} at a time${pause}`;
}

function wrapped(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
