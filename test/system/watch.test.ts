import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopctl, startShopctl } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

interface Row {
  readonly at: string;
  readonly event?: string;
  readonly outbox?: unknown;
  readonly shipping?: unknown;
  readonly queue?: unknown;
}

// Its figures are told exactly, so it begins with a shop that nobody has used.
beforeAll(async () => {
  await shopctl('down', '--purge');
  expect((await shopctl('up')).code).toBe(0);
});
afterAll(wholeShop);

describe('watch', () => {
  it('prints what changes in the line form, until Ctrl-C', async () => {
    const watching = startShopctl(['watch', '--every', '200ms', '--format', 'line']);
    await watching.shows('outbox: 0 | 0 | shipping: 0 | 0');
    expect((await shopctl('load', '5')).stdout).toMatch(/^Confirmed +5 /m);
    await watching.shows('outbox: 0 | 5 | shipping: 5 | 5');
    watching.child.kill('SIGINT');
    const { code, stdout } = await watching.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d\d:\d\d:\d\d outbox: 0 \| 5 \| shipping: 5 \| 5$/m);
  });

  it('ends after --for', async () => {
    expect((await shopctl('watch', '--every', '200ms', '--for', '1s', '--format', 'line')).code).toBe(0);
  });

  it('shows ? for what does not answer, names what stopped, and keeps its cadence', async () => {
    const watching = startShopctl(['watch', '--every', '500ms', '--json']);
    await watching.shows('"outbox"');
    await shopctl('chaos', 'postgres-pause', '--for', '4s');
    await watching.shows('postgres started');
    watching.child.kill('SIGINT');
    const { code, stdout } = await watching.ended;
    expect(code).toBe(0);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line): Row => JSON.parse(line));
    // Both databases are on that server, but the one may have answered just before it froze, or just after.
    const silent = rows.filter((row) => row.outbox === null && row.shipping === null);
    expect(silent.length).toBeGreaterThanOrEqual(4);
    expect(silent.some((row) => row.queue !== null)).toBe(true);
    expect(rows.map((row) => row.event)).toEqual(
      expect.arrayContaining(['postgres paused', 'postgres started']),
    );
    const gaps = rows.filter((row) => row.outbox !== undefined).map((row) => Date.parse(row.at));
    // Every look is due at a multiple of half a second, whatever the database does.
    expect(gaps.slice(1).every((at, i) => at - (gaps[i] ?? at) < 1500)).toBe(true);
  });

  it('ends with --until drained', async () => {
    const { code } = await shopctl('watch', '--until', 'drained', '--every', '200ms', '--format', 'line');
    expect(code).toBe(0);
  });
});

describe('stdout that nobody reads to its end', () => {
  it('ends quietly', async () => {
    const watching = startShopctl(['watch', '--every', '100ms', '--for', '2s', '--json']);
    await watching.shows('"outbox"');
    watching.child.stdout?.destroy();
    expect((await watching.ended).stderr).not.toContain('EPIPE');
  });
});
