import { z } from 'zod';
import { targetNames } from '../model/target.ts';
import { pathText } from './problems.ts';

/*
 * The shape of a scenario that a file exports. TypeScript has checked the built-in ones; a file in plain JavaScript was
 * checked by nobody, and a step that is not understood would be passed over: what broke nothing would be held.
 */

const ms = z.number('give milliseconds').nonnegative('give milliseconds, 0 or more');
const count = z.int('give a whole number').min(1, 'give 1 or more');
const text = z.string('give a text').min(1, 'give a text');
const target = z.enum(targetNames, { error: `give one of ${targetNames.join(', ')}` });

const fault = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.enum(['stopped', 'killed', 'paused']),
      target,
      instance: count.optional(),
    }),
    z.strictObject({ kind: z.literal('hung'), target }),
    z.strictObject({
      kind: z.literal('failing'),
      target,
      rate: z.number('give a share').min(0, 'give a share from 0 to 1').max(1, 'give a share from 0 to 1'),
    }),
    z.strictObject({ kind: z.literal('slowed'), target, latencyMs: ms }),
    z.strictObject({ kind: z.enum(['republishing', 'relay-held', 'alarmed', 'wiped']), target }),
    z.strictObject({ kind: z.literal('crashing'), target, point: text }),
    z.strictObject({ kind: z.literal('commits-late'), target, latencyMs: ms }),
    z.strictObject({ kind: z.literal('configured'), target, settings: z.record(text, z.string()) }),
    z.strictObject({ kind: z.literal('scaled'), target, instances: count }),
  ],
  { error: 'give a fault, such as stopped(…) or killed(…)' },
);

const stage = z.strictObject({
  fromPerSecond: z.number().nonnegative(),
  toPerSecond: z.number().nonnegative(),
  durationMs: ms,
});
const load = z.discriminatedUnion(
  'model',
  [
    z.strictObject({ model: z.literal('closed'), orders: count, concurrency: count, pauseMs: ms }),
    z.strictObject({ model: z.literal('open'), stages: z.array(stage).min(1), inFlightMax: count }),
  ],
  { error: 'give a load, as orders(…) or ordersAt(…) make it' },
);

const steps: z.ZodType = z.lazy(() => z.array(step, 'give a list of steps'));
const step = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('orders'), load }),
    z.strictObject({ kind: z.literal('settled'), withinMs: ms }),
    z.strictObject({ kind: z.literal('until-confirmed'), withinMs: ms }),
    z.strictObject({ kind: z.literal('hold'), ms }),
    z.strictObject({ kind: z.literal('during'), fault, steps }),
    z.strictObject({ kind: z.literal('under-load'), load, steps }),
    z.strictObject({ kind: z.literal('tapped'), steps }),
    z.strictObject({ kind: z.literal('cancel'), orders: count, times: count }),
    z.strictObject({ kind: z.literal('step-relay'), limit: count }),
    z.strictObject({ kind: z.literal('browse'), times: count }),
    z.strictObject({
      kind: z.literal('poison'),
      what: z.enum(['not-json', 'no-message-id', 'outbox-row']),
    }),
  ],
  {
    error: ({ input }) =>
      Array.isArray(input)
        ? 'this is a list of steps in the place of one: spread it, as in ...repeated(5, […])'
        : 'give a step, such as orders(…), during(…) or settled()',
  },
);

const promise = z.looseObject({
  name: text,
  obligation: text,
  judge: z.custom<unknown>((judge) => typeof judge === 'function', 'give a function of the run record'),
});

const scenario = z.strictObject({
  name: text,
  obligation: text,
  lesson: z.string('give a text; it may be empty'),
  steps: z.array(step, 'give a list of steps').min(1, 'give at least one step'),
  expect: z.array(promise, 'give a list of promises').min(1, 'give at least one promise'),
  drainWithinMs: ms.optional(),
});

/** What is wrong with a scenario, each with its place; nothing when it can be run. */
export function problemsOfScenario(exported: object): string[] {
  const { error } = scenario.safeParse(exported);
  return (error?.issues ?? []).map((issue) => {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    const what = issue.code === 'unrecognized_keys' ? `nobody knows ${issue.keys.join(', ')}` : issue.message;
    return path.length === 0 ? what : `${pathText(path)}: ${what}`;
  });
}
