import { describe, expect, it } from 'vitest';
import { readLeft } from '../../../src/probes/configured/baseline.ts';
import type { ProbeTable } from '../../../src/probes/configured/probe-table.ts';

/** An outbox with so many rows that wait. */
function outboxWith(waiting: number, { key = false, bounded = false } = {}) {
  const rows = Array.from({ length: waiting }, (_, index) => ({ id: String(index) }));
  const outbox = {
    isBounded: bounded,
    has: (column: string) => key && column === 'key',
    rows: async (_list: string, { limit }: { limit: number }) => rows.slice(0, limit),
  } as unknown as ProbeTable;
  return readLeft({ tables: { outbox } }, 1000);
}

describe('what waits in the outbox before the run', () => {
  it('is remembered row by row where nothing else tells it from later rows', async () => {
    expect(await outboxWith(2)).toEqual({ 'outbox.left': '["0","1"]' });
    expect(JSON.parse((await outboxWith(10_000))['outbox.left'] ?? '')).toHaveLength(10_000);
  });

  it('is refused where that is too many, with what to do', async () => {
    await expect(outboxWith(10_001)).rejects.toMatchObject({
      exitCode: 64,
      message:
        "probe outbox: more than 10000 rows wait there already, unsent or given up, and nothing tells the run's rows from them",
      hint: expect.stringMatching(/probes\.outbox\.position, .+ or probes\.outbox\.key/),
    });
  });

  it('is in nobody’s way where a position or the key tells the run’s rows', async () => {
    expect(await outboxWith(10_001, { bounded: true })).toEqual({});
    expect(await outboxWith(10_001, { key: true })).toEqual({});
  });
});
