import type { Proof, ProvedCheck, TrialOutcome, TrialRun } from '../../src/model/proof.ts';

/* A proof as literals: one defect caught twice over, one missed, one without a verdict, a control that held but for one. */

const at = '2026-03-01T02:14:00.000Z';

export function trialRun(outcome: TrialOutcome, parts: Partial<TrialRun> = {}): TrialRun {
  return { round: 1, at, runId: '20260301-021400-abcd', tookMs: 21_500, outcome, ...parts };
}

const caught = (findings: number) => trialRun({ how: 'as expected', findings });
const held = trialRun({ how: 'as expected', findings: 0 });

function check(scenario: string, run: TrialRun, parts: Partial<ProvedCheck> = {}): ProvedCheck {
  return { scenario, rounds: 1, runs: [run], ...parts };
}

export const proof: Proof = {
  shopctlVersion: '0.1.0',
  code: 'c0ffee',
  machine: {
    processor: 'Abacus 3000',
    cores: 2,
    memoryBytes: 4 * 1024 ** 3,
    platform: 'Linux 6.1, x64',
    node: '20.20.0',
    postgres: '17.10',
    rabbitmq: '3.10.8',
  },
  work: [{ at, runs: 6, jobs: 3, tookMs: 754_000 }],
  defects: [
    {
      name: 'reconnect-on-error-only',
      mechanism: 'It reconnects on `error` only; a graceful stop gives just `close`.',
      exposure: 'The broker is stopped gracefully, and killed.',
      reports: ['amqplib #250', 'MassTransit #4562'],
      checks: [
        check('broker-outage', caught(8), { expected: { promise: 'outbox-drained', finding: 'stuck' } }),
        check('broker-crash', held),
      ],
    },
    {
      name: 'save-then-publish',
      mechanism: 'Commits, then publishes.',
      exposure: 'The process dies between the two.',
      reports: [],
      checks: [
        check('dual-write', caught(1), {
          expected: { promise: 'no-lost-orders', finding: 'lost', needs: 'orders.after-save' },
        }),
      ],
    },
    {
      name: 'no-inbox',
      mechanism: 'Ships on every delivery.',
      exposure: 'An event comes twice.',
      reports: [],
      checks: [
        check(
          'duplicate-delivery',
          trialRun({ how: 'otherwise', seen: 'broken, but by no-lost-orders: 1 stuck' }),
          { expected: { promise: 'no-double-shipments', finding: 'duplicated' }, shop: 'orders=2' },
        ),
      ],
    },
  ],
  control: [
    check('broker-outage', held),
    check('broker-crash', trialRun({ how: 'no verdict', seen: 'the run failed: no port' })),
  ],
};
