import { describe, expect, it } from 'vitest';
import type { RunScope } from '../../../src/engine/ports.ts';
import type { ProbeSpecs } from '../../../src/model/probe-spec.ts';
import { Conditions } from '../../../src/probes/conditions.ts';
import { relationsOf } from '../../../src/probes/configured/relations.ts';
import { keyIn } from '../../../src/probes/configured/rows.ts';
import { configOf } from '../../config/configs.ts';

const scope: RunScope = { runId: 'r7', baseline: { marks: { 'shipments.clock': '2026-01-02' } } };

function relations(probes: object) {
  const config = configOf({
    order: { url: 'http://127.0.0.1:8080/orders', body: '{{key}}' },
    probes: { dsn: 'postgres://app@db/shop', ...probes },
  });
  return relationsOf(config.probes as ProbeSpecs);
}

function sqlOf(name: 'outbox' | 'shipments', probe: object) {
  const where = new Conditions();
  const text = relations({ [name]: probe })[name]?.select(where, scope) ?? '';
  return { text, values: where.query(text).values };
}

describe('a table in SQL', () => {
  it.each<[string, object, string]>([
    [
      'names as they stand',
      { table: 'shop.Parcels', order: '"OrderRef"', id: '"odd""name"' },
      'select "odd""name" as "id", "OrderRef" as "order" from "shop"."Parcels"',
    ],
    [
      'a path into JSON, with a condition of its own',
      { table: 'parcels', order: { column: 'Body', json: "a.it's" }, where: 'kind = 1 or kind = 2' },
      `select ("Body"::jsonb #>> array['a', 'it''s']) as "order" from "parcels" where (kind = 1 or kind = 2)`,
    ],
  ])('has %s', (_title, probe, text) => {
    expect(sqlOf('shipments', probe).text).toBe(text);
  });

  it.each<[string, object, string]>([
    [
      'a boolean',
      { sent: { by: 'boolean', column: 'Sent' } },
      `case when coalesce("Sent"::text, 'false') in ('true', 't', '1') then 'sent' else 'unsent' end`,
    ],
    [
      'a time',
      { sent: { by: 'timestamp', column: 'at' } },
      `case when "at" is not null then 'sent' else 'unsent' end`,
    ],
    [
      'a status, and given up by tries',
      {
        sent: { by: 'status', column: 's', values: ["it's", 'b'] },
        givenUp: { by: 'attempts', column: 'n', atLeast: 5 },
      },
      `case when coalesce("s"::text, '') in ('it''s', 'b') then 'sent' when "n" >= 5 then 'given-up' else 'unsent' end`,
    ],
    ['nothing', { sent: { by: 'nothing' } }, `'unmarked'`],
    ['being there', { sent: { by: 'deleted' } }, `'unsent'`],
  ])('says what was sent by %s', (_title, marks, state) => {
    expect(sqlOf('outbox', { table: 'outbox', id: 'id', ...marks }).text).toContain(`${state} as "state"`);
  });

  it('and its archive are one', () => {
    const probe = { table: 'o', id: 'id', sent: { by: 'archive', table: 'old' } };
    expect(sqlOf('outbox', probe).text).toBe(
      `select "id" as "id", 'unsent' as "state" from "o" union all select "id" as "id", 'sent' as "state" from "old"`,
    );
  });
});

it('a query may end with a comment, which hides nothing of what follows', () => {
  expect(sqlOf('shipments', { query: 'select a as "order" from p -- all of them' }).text).toMatch(/them\n$/);
});

it('a query takes its placeholders as parameters, and no semicolon with it', () => {
  const query = 'select a as "order" from p where run = {{runId}} and at > {{ since }};';
  expect(sqlOf('shipments', { query })).toEqual({
    text: 'select a as "order" from p where run = $1::text and at > $2::timestamptz\n',
    values: ['r7', '2026-01-02'],
  });
});

describe('the key of an attempt', () => {
  it.each([
    ['r7-3', 'r7-3'],
    ['Ann r7-12@example.com', 'r7-12'],
    ['r7-', undefined],
    ['r70-3', undefined],
    [null, undefined],
  ])('in %j is %s', (text, key) => {
    expect(keyIn(text, scope)).toBe(key);
  });
});
