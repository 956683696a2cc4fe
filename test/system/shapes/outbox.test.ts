import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboxRow } from '../../../src/model/evidence.ts';
import { type Fate, outboxShapes } from './outbox-shapes.ts';
import { beginRun, runId, ShapeDatabase, withinMs } from './shape-database.ts';

let database: ShapeDatabase;
beforeEach(async () => {
  database = await ShapeDatabase.create();
});
afterEach(() => database.drop());

describe.each(outboxShapes)('an outbox with $name', (shape) => {
  const { create, write, probe, fates } = shape;
  /** One order of each fate the shape knows, by its id. */
  const orders = new Map(fates.map((fate) => [`order-${fate}`, fate]));

  it('tells the run’s events from whatever was there before, and what became of each', async () => {
    await database.sql(create);
    for (const fate of fates) await database.sql(write(fate), [`old-${fate}`, 'yesterday-1']);
    const probes = database.probes({ outbox: probe });
    const scope = await beginRun(probes, [...orders.keys()]);
    let n = 0;
    for (const [order, fate] of orders) await database.sql(write(fate), [order, `${runId}-${++n}`]);

    const kept = [...orders].filter(([, fate]) => shape.forgets === undefined || fate !== 'sent');
    const { outbox } = await probes.sample(scope, withinMs);
    const unsent = shape.unmarked ? {} : { unsent: fates.filter((fate) => fate === 'unsent').length };
    expect(outbox).toEqual({ all: kept.length, ...unsent });

    const evidence = await probes.evidence(scope, withinMs);
    expect(evidence.failures).toBeUndefined();
    const stateOf = (fate: Fate): OutboxRow['state'] => (shape.unmarked ? 'unmarked' : fate);
    expect(evidence.outbox?.map(({ orderId, state }) => [orderId, state]).sort()).toEqual(
      kept.map(([order, fate]) => [shape.knowsNoOrders ? '' : order, stateOf(fate)]).sort(),
    );
    expect(new Set(evidence.outbox?.map(({ eventId }) => eventId)).size).toBe(kept.length);
    expect(evidence.shape?.outbox).toEqual({
      marksSent: shape.unmarked !== true,
      keepsSent: shape.forgets !== true,
      knowsOrders: shape.knowsNoOrders !== true,
    });
    expect(await probes.progress(scope, withinMs)).toMatchObject({ unsent: unsent.unsent ?? 0 });
  });
});

describe('an outbox of counts alone', () => {
  it('counts from what was there before, and never below nothing', async () => {
    await database.sql('create table mail (n bigserial primary key, gone boolean not null)');
    await database.sql('insert into mail (gone) values (false), (false), (true)');
    const counts = { all: 'select count(*) from mail', unsent: 'select count(*) from mail where not gone' };
    const probes = database.probes({ outbox: { counts } });
    const scope = await beginRun(probes, []);
    await database.sql('insert into mail (gone) values (false)');
    expect((await probes.sample(scope, withinMs)).outbox).toEqual({ all: 1, unsent: 1 });
    await database.sql('delete from mail where n < 3');
    expect((await probes.sample(scope, withinMs)).outbox).toEqual({ all: 0, unsent: 0 });
    const { shape, outbox } = await probes.evidence(scope, withinMs);
    expect([shape?.outboxCounts, outbox]).toEqual([{ unsent: 0 }, undefined]);
  });
});
