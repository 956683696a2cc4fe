import { describe, expect, it } from 'vitest';
import { defectVerdict, type Proof, proofVerdict, type Soak, soakVerdict } from '../../src/model/proof.ts';
import { renderProofJson } from '../../src/report/proof-json.ts';
import { renderProofMarkdown } from '../../src/report/proof-markdown.ts';
import { renderProof } from '../../src/report/proof-table.ts';
import { proof, trialRun } from './proofs.ts';

const options = { tookMs: 754_000, runsFolder: '/shop/.shopctl/prove' };
const [first, second, missed] = proof.defects;
if (first === undefined || second === undefined || missed === undefined) throw new Error('three defects');
const whole: Proof = { ...proof, defects: [first, second], control: proof.control.slice(0, 1) };

describe('the verdict on a proof', () => {
  it.each<[string, Proof, string]>([
    ['is held when every defect was caught and the clean shop held', whole, 'held'],
    ['is broken when a defect was missed', proof, 'broken'],
    ['is unknown when the clean shop gave no verdict', { ...whole, control: proof.control }, 'unknown'],
    [
      'is unknown when a run is missing',
      { ...whole, control: [{ scenario: 'race', rounds: 1, runs: [] }] },
      'unknown',
    ],
    ['is unknown when nothing was run', { ...whole, defects: [], control: [] }, 'unknown'],
  ])('%s', (_title, seen, verdict) => {
    expect(proofVerdict(seen)).toBe(verdict);
  });

  it('takes a defect for caught only when it was in every round', () => {
    const [exposure] = second.checks;
    const rounds = (...runs: ReturnType<typeof trialRun>[]) => ({
      ...second,
      checks: [{ ...exposure, scenario: 'dual-write', rounds: 2, runs }],
    });
    const caught = trialRun({ how: 'as expected', findings: 1 });
    const otherwise = trialRun({ how: 'otherwise', seen: 'not noticed' });
    expect(defectVerdict(rounds(caught, caught))).toBe('held');
    expect(defectVerdict(rounds(caught))).toBe('unknown');
    expect(defectVerdict(rounds(caught, otherwise))).toBe('broken');
  });

  it.each<[string, Soak, string]>([
    ['held', { rounds: 3, held: 3 }, 'held'],
    ['interrupted', { rounds: 3, held: 2 }, 'unknown'],
    [
      'ended',
      { rounds: 3, held: 2, ended: { scenario: 'race', run: trialRun({ how: 'otherwise', seen: 'x' }) } },
      'broken',
    ],
  ])('takes a soak that was %s for what it is', (_title, soak, verdict) => {
    expect(soakVerdict(soak)).toBe(verdict);
  });
});

describe('the matrix in a terminal', () => {
  it('has a line a check where there is room for all', () => {
    expect(`\n${renderProof(proof, { ...options, columns: 150 })}\n`).toMatchInlineSnapshot(`
      "
      defect                   caught by             promise              finding   after  exposed by
      ──────────────────────────────────────────────────────────────────────────────────────────────────────
      reconnect-on-error-only  ✓ broker-outage       outbox-drained       8 stuck  21.5 s  faults alone
                               ✓ broker-crash        survives it          held     21.5 s
      save-then-publish        ✓ dual-write          no-lost-orders       1 lost   21.5 s  orders.after-save
      no-inbox                 ✗ duplicate-delivery  no-double-shipments  missed   21.5 s  faults alone
                                 orders=2

      no-inbox in duplicate-delivery (orders=2): broken, but by no-lost-orders: 1 stuck
        shopctl report 20260301-021400-abcd --state-dir /shop/.shopctl/prove
      the clean shop in broker-crash: the run failed: no port
        shopctl report 20260301-021400-abcd --state-dir /shop/.shopctl/prove

      broken  2 of 3 defects caught: 1 by faults from outside alone, 1 with a switch or crash point of the shop
              the clean shop held 1 of 2 scenarios
              in 12 min 34 s
      "
    `);
  });

  it.each([80, 120])('keeps to %i columns, with the longest names there are', (columns) => {
    const [exposure] = second.checks;
    if (exposure === undefined) throw new Error('it has one');
    const expected = {
      promise: 'orders-accepted-during-outage',
      finding: 'leaked stock',
      needs: 'switches OUTBOX_FAIL_AFTER_PUBLISH and RELAY_PAUSED',
    } as const;
    const check = { ...exposure, scenario: 'duplicate-delivery', expected };
    const defect = { ...second, name: 'reconnect-on-error-only', checks: [check] };
    const table =
      renderProof({ ...whole, defects: [defect] }, { ...options, columns }).split('\n\n')[0] ?? '';
    expect(table).toContain('OUTBOX_FAIL_AFTER_PUBLISH');
    expect(table.split('\n').filter((line) => line.length > columns)).toEqual([]);
  });

  it('says at 120 columns whether faults alone exposed it, and by what help below the promise', () => {
    expect(
      `\n${renderProof({ ...whole, control: [] }, { ...options, columns: 120 })}\n`,
    ).toMatchInlineSnapshot(`
      "
      defect                   caught by        promise               finding   after  exposed by
      ─────────────────────────────────────────────────────────────────────────────────────────────
      reconnect-on-error-only  ✓ broker-outage  outbox-drained        8 stuck  21.5 s  faults alone
                               ✓ broker-crash   survives it           held     21.5 s
      save-then-publish        ✓ dual-write     no-lost-orders        1 lost   21.5 s  shop's help
                                                by orders.after-save

      held  2 of 2 defects caught: 1 by faults from outside alone, 1 with a switch or crash point of the shop
            in 12 min 34 s
      "
    `);
  });

  it('has some lines a check at 80 columns, and keeps to them', () => {
    const text = renderProof(proof, { ...options, columns: 80 });
    expect(`\n${text}\n`).toMatchInlineSnapshot(`
      "
      defect                   finding   after  caught by
      ────────────────────────────────────────────────────────────────
      reconnect-on-error-only  8 stuck  21.5 s  ✓ broker-outage
                                                  outbox-drained
                               held     21.5 s  ✓ broker-crash
                                                  survives it
      save-then-publish        1 lost   21.5 s  ✓ dual-write
                                                  no-lost-orders
                                                  by orders.after-save
      no-inbox                 missed   21.5 s  ✗ duplicate-delivery
                                                  orders=2
                                                  no-double-shipments

      no-inbox in duplicate-delivery (orders=2): broken, but by no-lost-orders: 1 stuck
        shopctl report 20260301-021400-abcd --state-dir /shop/.shopctl/prove
      the clean shop in broker-crash: the run failed: no port
        shopctl report 20260301-021400-abcd --state-dir /shop/.shopctl/prove

      broken  2 of 3 defects caught: 1 by faults from outside alone, 1 with a switch or crash point of the shop
              the clean shop held 1 of 2 scenarios
              in 12 min 34 s
      "
    `);
    const table = text.split('\n\n')[0]?.split('\n') ?? [];
    expect(table.filter((line) => line.length > 80)).toEqual([]);
  });

  it('counts rounds when there are several', () => {
    const [exposure] = second.checks;
    if (exposure === undefined) throw new Error('it has one');
    const runs = [1, 3].map((findings) => trialRun({ how: 'as expected', findings }));
    const repeated = { ...second, checks: [{ ...exposure, rounds: 2, runs }] };
    const text = renderProof({ ...whole, defects: [repeated] }, options);
    expect(text).toContain('1 to 3 lost');
    expect(text).toContain('2 of 2');
  });

  it('says of a soak how many in a row held, and what ended it', () => {
    const ended = { scenario: 'race', run: trialRun({ how: 'otherwise', seen: 'broken by takes-over' }) };
    const soak = { rounds: 100, held: 42, ended };
    const text = renderProof({ ...whole, defects: [], control: [], soak }, options);
    expect(text).toContain(
      '42 runs of the clean shop in a row held, of 100 that were to, then race: broken by takes-over',
    );
  });
});

it('needs no help to catch a defect that a fault from outside exposes as well', () => {
  const [alone] = first.checks;
  const [helped] = second.checks;
  if (alone === undefined || helped === undefined) throw new Error('each has one');
  const text = renderProof({ ...whole, defects: [{ ...second, checks: [helped, alone] }] }, options);
  expect(text).toContain('1 of 1 defect caught: 1 by faults from outside alone, 0 with');
});

describe('the proof as a document', () => {
  it('is one JSON document with a verdict on each check', () => {
    const document = JSON.parse(renderProofJson(proof));
    expect(document).toMatchObject({ proofVersion: 1, verdict: 'broken', code: 'c0ffee' });
    expect(
      document.defects.map(({ name, caught, needsHelp }: Record<string, unknown>) => [
        name,
        caught,
        needsHelp,
      ]),
    ).toEqual([
      ['reconnect-on-error-only', true, false],
      ['save-then-publish', true, true],
      ['no-inbox', false, false],
    ]);
    expect(document.defects[2].checks[0]).toMatchObject({
      verdict: 'broken',
      scenario: 'duplicate-delivery',
    });
    expect(document.control.map(({ verdict }: Record<string, unknown>) => verdict)).toEqual([
      'held',
      'unknown',
    ]);
  });

  it('is a page with the matrix, the control, the machine, and two sentences and the reports of each defect', () => {
    const page = renderProofMarkdown({
      ...proof,
      soak: { rounds: 100, held: 100, from: '2026-03-01T01:00:00Z', to: '2026-03-02T01:00:00Z' },
    });
    expect(page).toContain(
      '- ❌ 2 of 3 defects caught: 1 by faults from outside alone, 1 with a switch or crash point of the shop',
    );
    expect(page).toContain(
      '| [reconnect-on-error-only](#reconnect-on-error-only) | ✅ broker-outage | outbox-drained | 8 stuck | 21.5 s | faults alone | 1 of 1 |',
    );
    expect(page).toContain('|  | ✅ broker-crash | _survives it_ | held | 21.5 s |  | 1 of 1 |');
    expect(page).toContain('| 1 lost | 21.5 s | `orders.after-save` | 1 of 1 |');
    expect(page).toContain(
      '- no-inbox in duplicate-delivery (orders=2): broken, but by no-lost-orders: 1 stuck',
    );
    expect(page).toContain('| broker-crash | ❔ no verdict | 21.5 s | 0 of 1 |');
    expect(page).toContain(
      'On 2 cores (Abacus 3000) with 4 GiB, Linux 6.1, x64; Node 20.20.0, PostgreSQL 17.10, RabbitMQ 3.10.8.',
    );
    expect(page).toContain('- 6 runs in 12 min 34 s, 3 shops side by side (2026-03-01)');
    expect(page).toContain('Reported as amqplib \\#250, MassTransit \\#4562.');
    expect(page).toContain('100 runs of the clean shop in a row held (2026-03-01 to 2026-03-02).');
  });
});
