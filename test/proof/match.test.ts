import { describe, expect, it } from 'vitest';
import { stopped } from '../../src/model/fault.ts';
import type { FaultWindow, RunEnd } from '../../src/model/run-record.ts';
import type { FindingKind, JudgedPromise, Verdict } from '../../src/model/verdict.ts';
import { type MatchedRun, matchExposure, matchHeld } from '../../src/proof/match.ts';

const expected = { promise: 'no-lost-orders', finding: 'lost' } as const;

function judged(promise: string, verdict: Verdict, ...kinds: FindingKind[]): JudgedPromise {
  const findings = kinds.map((kind, n) => ({ kind, orderId: `o${n}`, detail: 'seen' }));
  return { promise, verdict, lookedAt: '3 orders', findings };
}

function run(
  verdict: Verdict,
  promises: readonly JudgedPromise[],
  parts: Partial<MatchedRun> = {},
): MatchedRun {
  const end: RunEnd = { how: 'finished', atMs: 20_000, verdict };
  return { judged: promises, end, faults: [], ...parts };
}

const unobserved: FaultWindow = {
  id: 'f1',
  fault: stopped('broker'),
  identity: 'process broker pid 1',
  prior: {},
  intendedMs: 10,
};

describe('an exposure', () => {
  const table: [string, MatchedRun, ReturnType<typeof matchExposure>][] = [
    [
      'is caught by the named promise with the named finding, beside others',
      run('broken', [
        judged('no-lost-orders', 'broken', 'stuck', 'lost', 'lost'),
        judged('outbox-drained', 'broken'),
      ]),
      { how: 'as expected', findings: 2 },
    ],
    [
      'is caught although another promise is unknown',
      run('broken', [judged('no-lost-orders', 'broken', 'lost'), judged('stock-conserved', 'unknown')]),
      { how: 'as expected', findings: 1 },
    ],
    [
      'is missed where the named promise was broken by something else',
      run('broken', [judged('no-lost-orders', 'broken', 'stuck', 'stuck', 'given up')]),
      { how: 'otherwise', seen: 'no-lost-orders is broken, but with 2 stuck, 1 given up, not lost' },
    ],
    [
      'is missed where another promise was broken',
      run('broken', [judged('no-lost-orders', 'held'), judged('outbox-drained', 'broken', 'stuck')]),
      { how: 'otherwise', seen: 'broken, but by outbox-drained: 1 stuck' },
    ],
    [
      'is missed where a promise was broken without a finding; its reason says how',
      run('broken', [
        judged('no-lost-orders', 'held'),
        { ...judged('fails-fast', 'broken'), reason: 'p95 was 5 s' },
      ]),
      { how: 'otherwise', seen: 'broken, but by fails-fast: p95 was 5 s' },
    ],
    [
      'is missed where everything was held',
      run('held', [judged('no-lost-orders', 'held')]),
      { how: 'otherwise', seen: 'not noticed: no-lost-orders was held' },
    ],
    [
      'has no verdict where the promise is unknown',
      run('unknown', [{ ...judged('no-lost-orders', 'unknown'), reason: 'no probe answered' }]),
      { how: 'no verdict', seen: 'no-lost-orders is unknown: no probe answered' },
    ],
    [
      'has no verdict where the scenario does not promise it',
      run('broken', [judged('outbox-drained', 'broken', 'stuck')]),
      { how: 'no verdict', seen: 'no-lost-orders is no promise of this scenario' },
    ],
    [
      'has no verdict where a fault failed, whatever was judged',
      run('broken', [judged('no-lost-orders', 'broken', 'lost')], {
        faults: [{ ...unobserved, failure: 'its port is taken' }],
      }),
      { how: 'no verdict', seen: 'a fault failed: its port is taken' },
    ],
    [
      'has no verdict where the run failed',
      run('broken', [judged('no-lost-orders', 'broken', 'lost')], {
        end: { how: 'failed', atMs: 1, verdict: 'broken', why: 'nobody answers' },
      }),
      { how: 'no verdict', seen: 'the run failed: nobody answers' },
    ],
    [
      'has no verdict where the run was cut short',
      run('broken', [judged('no-lost-orders', 'broken', 'lost')], {
        end: { how: 'lost', atMs: 1, verdict: 'broken' },
      }),
      { how: 'no verdict', seen: 'the run was cut short' },
    ],
  ];
  it.each(table)('%s', (_title, seen, outcome) => {
    expect(matchExposure(expected, seen)).toEqual(outcome);
  });
});

describe('a run that is to hold', () => {
  const table: [string, MatchedRun, ReturnType<typeof matchHeld>][] = [
    ['holds', run('held', [judged('no-lost-orders', 'held')]), { how: 'as expected', findings: 0 }],
    [
      'names the promises that were broken, and by what',
      run('broken', [
        judged('no-lost-orders', 'broken', 'lost'),
        judged('outbox-drained', 'broken', 'stuck'),
      ]),
      { how: 'otherwise', seen: 'broken by no-lost-orders: 1 lost; outbox-drained: 1 stuck' },
    ],
    [
      'is not held by what is unknown',
      run('unknown', [judged('no-lost-orders', 'held'), judged('fails-fast', 'unknown')]),
      { how: 'no verdict', seen: 'fails-fast is unknown: 3 orders' },
    ],
    [
      'is not held where a fault was never observed',
      run('unknown', [judged('no-lost-orders', 'held')], { faults: [unobserved] }),
      { how: 'no verdict', seen: 'a fault was never observed to take effect' },
    ],
    [
      'is not held where nothing was judged',
      run('unknown', []),
      { how: 'no verdict', seen: 'no promise was judged' },
    ],
  ];
  it.each(table)('%s', (_title, seen, outcome) => {
    expect(matchHeld(seen)).toEqual(outcome);
  });
});
