import { beforeEach, describe, expect, it } from 'vitest';
import { partState, shopctl, shopctlJson, stackStatus, startShopctl, wholeShop } from './shopctl.ts';

interface RunLine {
  readonly runId: string;
  readonly verdict: string;
}

beforeEach(wholeShop);

/** Starts a check and waits until its fault is seen to hold. */
async function checkInOutage() {
  const running = startShopctl(['check', 'broker-outage', '--orders', '3', '--hold', '60s']);
  await running.shows('holding for 60 s');
  expect(await partState('broker')).toBe('stopped');
  return running;
}

describe('what a check stopped is started again', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('on %s, with exit code %i and a report of what was seen so far', async (signal, code) => {
    const running = await checkInOutage();
    running.child.kill(signal);
    const ended = await running.ended;
    expect(ended.code).toBe(code);
    expect(ended.stdout).toContain('broker stopped');
    expect(ended.stdout).toContain('interrupted');
    expect(await partState('broker')).toBe('running');
  });

  it('on a second and a third Ctrl-C too, which do not stop the healing', async () => {
    const running = await checkInOutage();
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(130);
    expect(await partState('broker')).toBe('running');
  });

  it('when a probe fails meanwhile, because its database is gone', async () => {
    const running = startShopctl(['check', 'broker-outage', '--orders', '3', '--hold', '5s']);
    await running.shows('holding for 5 s');
    await shopctl('chaos', 'postgres-kill');
    await running.shows('broker started');
    expect(await partState('broker')).toBe('running');
    running.child.kill('SIGINT');
    await running.ended;
  });

  it('by recover after SIGKILL, and until then every command says what is broken', async () => {
    const running = await checkInOutage();
    running.child.kill('SIGKILL');
    await running.ended;
    expect(await partState('broker')).toBe('stopped');

    const load = await shopctl('load', '1');
    expect(load.stderr).toContain('still broken: broker stopped by shopctl check broker-outage');
    const [last] = (await runs()).slice(-2);
    expect(last?.verdict).toBe('killed');

    const recovered = await shopctl('recover');
    expect(recovered.code).toBe(0);
    expect(recovered.stdout).toContain('healed: broker stopped');
    expect(await partState('broker')).toBe('running');
    expect((await stackStatus()).applied).toEqual([]);
  });
});

describe('what chaos stopped', () => {
  it('stays so until it is healed', async () => {
    const stopped = await shopctl('chaos', 'shipping-stop');
    expect(stopped.code).toBe(0);
    expect(await partState('shipping')).toBe('stopped');
    expect((await shopctl('status')).stdout).toContain('still applied: shipping stopped');
    expect((await shopctl('chaos', 'heal')).stdout).toContain('healed: shipping stopped');
    expect(await partState('shipping')).toBe('running');
  });

  it('is started again when it is interrupted half-way', async () => {
    const running = startShopctl(['chaos', 'broker-stop', '--for', '60s']);
    await running.shows('broker stopped');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(await partState('broker')).toBe('running');
  });

  it('comes back by itself with --for', async () => {
    const { code, stderr } = await shopctl('chaos', 'payments-stop', '--for', '1s');
    expect(code).toBe(0);
    expect(stderr).toMatch(/payments stopped[\s\S]*payments started/);
    expect(await partState('payments')).toBe('running');
  });

  it('comes back by itself with --for also when shopctl was killed meanwhile', async () => {
    const running = startShopctl(['chaos', 'payments-stop', '--for', '4s']);
    await running.shows('payments stopped');
    running.child.kill('SIGKILL');
    await running.ended;
    expect(await partState('payments')).toBe('stopped');
    await expect.poll(() => partState('payments'), { timeout: 30_000, interval: 500 }).toBe('running');
    await expect.poll(async () => (await stackStatus()).applied, { timeout: 10_000 }).toEqual([]);
  });
});

function runs(): Promise<readonly RunLine[]> {
  return shopctlJson<RunLine[]>('runs');
}
