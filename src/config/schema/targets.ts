import { z } from 'zod';
import { targetNames } from '../../model/target.ts';
import { workloadKinds } from '../../model/target-identity.ts';
import { duration, text } from './values.ts';

const servedAtHint =
  'where a client is served, e.g. amqp://127.0.0.1:5672, http://127.0.0.1:8080/health or tcp://127.0.0.1:9000';
const served = {
  servedAt: z
    .string(servedAtHint)
    .refine((value) => /^(?:amqps?|postgres(?:ql)?|https?|tcp):\/\/[^/]/.test(value), servedAtHint)
    .optional(),
};
const shell = text('a command line for /bin/sh -c');

const process = z.strictObject({ runtime: z.literal('process') });

const docker = z
  .strictObject({
    runtime: z.literal('docker'),
    ...served,
    host: text("the engine's address as docker --host takes it").optional(),
    container: text('the exact name of a container').optional(),
    project: text('a compose project').optional(),
    service: text('a service of the compose project').optional(),
  })
  .superRefine(({ container, project, service }, context) => {
    const hint = 'either container, or project and service';
    const isService = project !== undefined && service !== undefined;
    if (container === undefined ? isService : project === undefined && service === undefined) return;
    context.addIssue({ code: 'custom', message: hint, input: container ?? project ?? service });
  });

const kubernetes = z.strictObject({
  runtime: z.literal('kubernetes'),
  ...served,
  context: text('a context of kubectl, by name: the current one could be anybody’s production'),
  namespace: text('a namespace'),
  kind: z.enum(workloadKinds, `one of ${workloadKinds.join(', ')}`).default('deployment'),
  name: text('the name of the workload'),
});

const aspire = z.strictObject({
  runtime: z.literal('aspire'),
  ...served,
  resource: text("the resource's name in the app host"),
  apphost: text("the app host's project file").optional(),
});

const command = z
  .strictObject({
    runtime: z.literal('command'),
    ...served,
    start: shell,
    stop: shell,
    status: shell.describe('exit 0 when the target runs'),
    kill: shell.optional(),
    pause: shell.optional(),
    resume: shell.optional(),
    cwd: text('a folder').optional().describe('relative to the config file'),
    within: duration.optional().describe('how long one command may take; 30s when absent'),
  })
  .superRefine(({ pause, resume }, context) => {
    if ((pause === undefined) === (resume === undefined)) return;
    context.addIssue({
      code: 'custom',
      path: [pause === undefined ? 'pause' : 'resume'],
      message: shellPair,
      input: undefined,
    });
  });

const shellPair = 'a command line: pause and resume go together';

/** One line for each runtime. */
export const target = z.discriminatedUnion(
  'runtime',
  [process, docker, kubernetes, aspire, command],
  'how it is reached: { runtime: process, docker, kubernetes, aspire or command, … }',
);

const each = Object.fromEntries(targetNames.map((name) => [name, target.optional()]));

export const targets = z.strictObject(each, `what can be broken: ${targetNames.join(', ')}`).default({});

export type TargetInput = z.output<typeof target>;
