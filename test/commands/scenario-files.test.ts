import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenariosOf } from '../../src/commands/scenario-files.ts';
import { problemsOfScenario } from '../../src/config/scenario-shape.ts';
import { defineScenario, during, orders, repeated, settled } from '../../src/model/scenario.ts';
import * as vocabulary from '../../src/scenario.ts';
import { scenarios } from '../../src/scenarios/index.ts';

const fine = defineScenario({
  name: 'mine',
  obligation: 'nothing is lost',
  lesson: '',
  steps: [orders(5), settled()],
  expect: [vocabulary.noLostOrders],
});

/** A scenario as plain JavaScript can have it. */
const with_ = (part: object): object => ({ ...fine, ...part });
const rounds = repeated(5, [during(vocabulary.killed('broker'), [orders(5)])]);

describe('the shape of a scenario', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('fits %s', (_name, scenario) => {
    expect(problemsOfScenario(scenario)).toEqual([]);
  });

  it('fits what the vocabulary makes', () => {
    const {
      browsing,
      cancelling,
      configured,
      crashing,
      ordersAt,
      poison,
      scaled,
      stepRelay,
      tapped,
      underLoad,
    } = vocabulary;
    const steps = [
      ...rounds,
      underLoad(ordersAt(10, 1000), [during(vocabulary.paused('orders', 2), [stepRelay(1)])]),
      tapped([during(crashing('orders', 'relay.after-publish'), [browsing(), poison('not-json')])]),
      during(configured({ PREFETCH: '1' }), [during(scaled('orders', 2), [cancelling(2, { times: 2 })])]),
    ];
    expect(problemsOfScenario(with_({ steps }))).toEqual([]);
  });

  it.each([
    [{ steps: [orders(2), rounds] }, ['steps[1]: this is a list of steps in the place of one: spread it']],
    [{ steps: ['orders'] }, ['steps[0]: give a step, such as orders(…)']],
    [{ steps: [{ kind: 'order', load: {} }] }, ['steps[0]']],
    [{ steps: [during({ kind: 'stoped', target: 'broker' } as never, [])] }, ['steps[0].fault']],
    [
      { steps: [during(vocabulary.stopped('brokr' as never), [])] },
      ['steps[0].fault.target: give one of broker,'],
    ],
    [
      { steps: [during(vocabulary.stopped('broker'), [[orders(1)]] as never)] },
      ['steps[0].steps[0]: this is a list'],
    ],
    [{ steps: [orders(0)] }, ['steps[0].load.orders: give 1 or more']],
    [{ steps: [{ ...settled(), withinMS: 5 }] }, ['steps[0]: nobody knows withinMS']],
    [{ steps: [] }, ['steps: give at least one step']],
    [{ expect: [] }, ['expect: give at least one promise']],
    [{ expect: [{ name: 'x', obligation: 'y' }] }, ['expect[0].judge: give a function']],
    [{ obligation: undefined, lesson: 5 }, ['obligation: give a text', 'lesson: give a text']],
  ])('is told of %j', (part, expected) => {
    const problems = problemsOfScenario(with_(part));
    expect(problems).toHaveLength(expected.length);
    for (const [index, text] of expected.entries()) expect(problems[index]).toContain(text);
  });
});

describe('a scenario file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'shopctl-scenario-files-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function file(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return `./${name}`;
  }
  const promise = `{ name: 'p', obligation: 'o', judge: () => ({ verdict: 'held', lookedAt: '', findings: [] }) }`;
  const scenario = (name: string, steps: string) =>
    `{ name: '${name}', obligation: 'o', lesson: '', steps: ${steps}, expect: [${promise}] }`;

  it('may hold several, and other things beside', async () => {
    const word = file(
      'several.mjs',
      `const step = { kind: 'hold', ms: 5 };
       export default ${scenario('one', '[step]')};
       export const two = ${scenario('two', '[step]')};
       export const seconds = (n) => n * 1000;
       export const promise = ${promise};`,
    );
    expect((await scenariosOf(word, folder)).map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('with mistakes is refused as a whole, with each mistake', async () => {
    const word = file(
      'wrong.mjs',
      `export default ${scenario('one', `[{ kind: 'hold', ms: 5 }, [{ kind: 'hold', ms: 5 }], { kind: 'wait' }]`)};`,
    );
    const failure = await scenariosOf(word, folder).catch((error: unknown) => error);
    expect(failure).toMatchObject({ exitCode: 64 });
    expect(String(failure)).toMatch(/one: steps\[1\]: this is a list.*one: steps\[2\]/s);
  });

  it('without a scenario, or that is not there, is refused', async () => {
    await expect(scenariosOf(file('none.mjs', 'export const x = 1;'), folder)).rejects.toThrow(
      'exports no scenario',
    );
    await expect(scenariosOf('./nowhere.mjs', folder)).rejects.toThrow('there is no such file');
  });
});
