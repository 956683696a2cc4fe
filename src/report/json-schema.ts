import { z } from 'zod';

/*
 * The form of the JSON report. It grows by optional fields only; anything else is a new `reportVersion`. Absent is
 * "does not apply" or "did not happen"; `null` is "was asked and did not answer".
 */

const ms = z.number().describe('milliseconds since the run was opened');
const length = z.number().nonnegative().describe('milliseconds');
const count = z.int().nonnegative();
const verdict = z.enum(['held', 'broken', 'unknown']);

const finding = z.object({
  kind: z.enum([
    'lost',
    'stuck',
    'given up',
    'late',
    'duplicated',
    'ghost',
    'unexpected',
    'recovered',
    'overcharged',
    'kept money',
    'leaked stock',
    'reordered',
    'hangs',
    'storm',
  ]),
  orderId: z.string(),
  detail: z.string().describe('where it is, and what was seen of it'),
});

const promise = z.object({
  promise: z.string(),
  verdict,
  lookedAt: z.string(),
  reason: z.string().optional(),
  findings: z.array(finding).describe('every offending order'),
  comparison: z
    .object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) })
    .optional()
    .describe('what was looked at, side by side'),
});

const fault = z.object({
  id: z.string(),
  name: z.string().describe('in words: "broker stopped"'),
  kind: z.enum([
    'stopped',
    'killed',
    'paused',
    'failing',
    'slowed',
    'republishing',
    'relay-held',
    'crashing',
    'hung',
    'wiped',
    'alarmed',
    'commits-late',
    'configured',
    'scaled',
  ]),
  target: z.string(),
  rate: z.number().optional().describe('share of charges that fail, 0 to 1'),
  latencyMs: length.optional().describe('delay added to each charge or late commit'),
  identity: z.string().describe('what exactly was acted on'),
  intendedMs: ms,
  injectedMs: ms.optional(),
  observedMs: ms.optional().describe('seen to have taken effect; absent: it never was'),
  healingMs: ms.optional(),
  healedMs: ms.optional().describe('seen to be well again'),
  endedEarlyMs: ms.optional().describe('seen to be well before anybody healed it'),
  failure: z.string().optional(),
});

const recovery = z.object({
  faultId: z.string(),
  outcome: z.enum(['drained', 'moving', 'still', 'blind']),
  recoveredMs: length.optional().describe('from seen healed to drained; absent: it never drained'),
});

const totals = z.object({
  scheduled: count,
  started: count,
  dropped: count,
  accepted: count,
  refused: count,
  unknown: count,
  wallMs: length,
});

const plan = z.discriminatedUnion('model', [
  z.object({ model: z.literal('closed'), orders: count, concurrency: count, pauseMs: length }),
  z.object({
    model: z.literal('open'),
    stages: z.array(z.object({ fromPerSecond: z.number(), toPerSecond: z.number(), durationMs: length })),
    inFlightMax: count,
  }),
]);

const resultRow = z.object({
  outcome: z.enum(['accepted', 'refused', 'unknown']),
  result: z.string(),
  reason: z.string().optional(),
  count,
  avgMs: length,
  p50Ms: length,
  p95Ms: length,
  p99Ms: length,
  maxMs: length,
});

const load = z.object({
  name: z.string(),
  plan,
  startedMs: ms,
  endedMs: ms.optional(),
  totals: totals.optional().describe('absent: the load was cut short'),
  results: z.array(resultRow),
});

const counts = z.object({
  outbox: z.object({ unsent: z.int().optional(), all: z.int() }).nullable().optional(),
  shipping: z.object({ shipments: z.int().optional(), inbox: z.int().optional() }).nullable().optional(),
  queue: z.object({ ready: count, unacked: count.nullable(), consumers: count }).nullable().optional(),
  orders: z.record(z.string(), z.int()).nullable().optional().describe('orders by status'),
});

const settle = z.object({
  startedMs: ms,
  endedMs: ms,
  withinMs: length,
  outcome: recovery.shape.outcome,
});

const deed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cancelled'),
    orderId: z.string(),
    outcome: z.enum(['accepted', 'refused', 'unknown']),
    result: z.string(),
  }),
  z.object({
    kind: z.literal('relay-stepped'),
    limit: count,
    sent: count,
    failure: z.string().optional(),
  }),
  z.object({
    kind: z.literal('catalogue-read'),
    httpStatus: z.int(),
    products: count,
    stale: z.boolean(),
    latencyMs: length,
  }),
  z.object({
    kind: z.literal('poison-planted'),
    where: z.enum(['queue', 'outbox']),
    id: z.string().optional(),
    detail: z.string(),
  }),
]);

const run = z.object({
  runId: z.string(),
  command: z.string(),
  scenario: z.object({ name: z.string(), obligation: z.string() }).optional(),
  shopctlVersion: z.string(),
  openedAt: z.iso.datetime(),
  durationMs: length,
  verdict,
  end: z.object({
    how: z.enum(['finished', 'interrupted', 'failed', 'lost']),
    why: z.string().optional(),
  }),
  promises: z.array(promise),
  leftOut: z
    .array(z.object({ promise: z.string(), reason: z.string() }))
    .optional()
    .describe('promises that this shop shows nothing for'),
  faults: z.array(fault),
  recoveries: z.array(recovery),
  loads: z.array(load),
  settles: z.array(settle),
  samples: z.array(counts.extend({ atMs: ms })),
  deeds: z
    .array(z.object({ atMs: ms, deed }))
    .describe('what the scenario did to the shop beside sending orders'),
  remarks: z.array(z.object({ atMs: ms, text: z.string() })),
});

const repeats = z.object({
  scenario: z.string(),
  runs: count,
  verdicts: z.object({ held: count, broken: count, unknown: count }),
  recovery: z
    .object({ count, minMs: length, p50Ms: length, p95Ms: length, maxMs: length })
    .optional()
    .describe('over the recoveries of all runs; absent: none ended'),
  flakes: z
    .array(z.object({ runId: z.string(), verdict, promises: z.array(z.string()) }))
    .describe('where verdicts differ: the runs that were not held, and their promises that were not'),
});

/** What `--format json` prints. */
export const runReportSchema = z.object({
  reportVersion: z.literal(1),
  verdict: verdict.describe('the worst of all runs'),
  repeats: z.array(repeats).optional().describe('scenarios that were run more than once'),
  skipped: z
    .array(z.object({ scenario: z.string(), why: z.string() }))
    .optional()
    .describe(
      'scenarios that were not run, as this shop cannot do them or the series ended before; with --strict they make the whole unknown',
    ),
  runs: z.array(run),
});

export type RunReport = z.infer<typeof runReportSchema>;
export type ReportedRun = z.infer<typeof run>;

/** The published JSON Schema, as `schema/run-report.schema.json` holds it. */
export function runReportJsonSchema(): object {
  // As an input, so that it allows the optional fields of later versions.
  const { $schema, ...rest } = z.toJSONSchema(runReportSchema, { target: 'draft-2020-12', io: 'input' });
  return {
    $schema,
    title: 'shopctl run report',
    description: 'Output of `shopctl report --format json` and `shopctl check --report json=…`.',
    ...rest,
  };
}
