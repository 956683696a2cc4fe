import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partState, shopctl, shopctlJson } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

beforeAll(wholeShop);
afterAll(wholeShop);

interface LoadReport {
  readonly runs: readonly {
    readonly loads: readonly {
      readonly results: readonly {
        readonly result: string;
        readonly reason?: string;
        readonly count: number;
      }[];
    }[];
  }[];
}

async function resultsOf(orders: number): Promise<Record<string, number>> {
  const report = await shopctlJson<LoadReport>('load', String(orders));
  const rows = report.runs[0]?.loads[0]?.results ?? [];
  return Object.fromEntries(
    rows.map(({ result, reason, count }) => [reason ? `${result} ${reason}` : result, count]),
  );
}

describe('every target of the process runtime', () => {
  it.each(['broker', 'postgres', 'gateway', 'orders', 'inventory', 'payments', 'shipping'])(
    '%s can be frozen and thawed, killed and started, restarted',
    async (target) => {
      const type = async (action: string) => {
        const { code, stderr } = await shopctl('chaos', `${target}-${action}`);
        expect(code, stderr).toBe(0);
        return partState(target);
      };
      expect(await type('pause')).toBe('paused');
      expect(await type('resume')).toBe('running');
      expect(await type('kill')).toBe('stopped');
      expect(await type('start')).toBe('running');
      expect(await type('restart')).toBe('running');
    },
  );

  it('are all in chaos list', async () => {
    const { stdout } = await shopctl('chaos', 'list');
    for (const name of ['broker-stop', 'postgres-kill', 'gateway-pause', 'payments-fail', 'payments-slow']) {
      expect(stdout).toContain(name);
    }
  });
});

describe('a crash at a point', () => {
  it('comes with the next order that passes it, and heal starts what it ended', async () => {
    await wholeShop();
    const armed = await shopctl('chaos', 'shipping-crash', 'shipping.after-commit');
    expect(armed.code, armed.stderr).toBe(0);
    expect(armed.stdout).toContain('armed: shipping crashed at shipping.after-commit');
    await shopctl('load', '1');
    await expect.poll(() => partState('shipping'), { timeout: 20_000 }).toBe('stopped');
    expect((await shopctl('chaos', 'heal')).code).toBe(0);
    expect(await partState('shipping')).toBe('running');
  });
});

describe('payments by its switches', () => {
  it('fails every charge until it is healed', async () => {
    await wholeShop();
    expect((await shopctl('chaos', 'payments-fail', '1')).code).toBe(0);
    const results = await resultsOf(3);
    expect(Object.keys(results).join()).not.toContain('Confirmed');
    expect((await shopctl('chaos', 'heal')).stdout).toContain('healed: payments fail 100 %');
  });

  it('is slow for a while with --for, and then as before', async () => {
    const { code, stderr } = await shopctl('chaos', 'payments-slow', '50ms', '--for', '1s');
    expect(code).toBe(0);
    expect(stderr).toMatch(/payments slowed by 50 ms[\s\S]*payments back to normal/);
  });
});
