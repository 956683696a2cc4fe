import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AspireTarget, reopenAspire } from '../../src/chaos/aspire.ts';
import type { ReachedPrior } from '../../src/chaos/reached-target.ts';
import type { ProcessFault } from '../../src/model/fault.ts';
import type { AspireResource } from '../../src/model/target-identity.ts';
import { FakeProgram, throughJournal } from './fakes.ts';

interface FakeAppHost {
  apphost?: string;
  resources: { name: string; displayName: string; state: string }[];
  lies?: boolean;
  refusal?: string;
}

const appHost: FakeAppHost = {
  apphost: '/shop/AppHost.csproj',
  resources: [
    { name: 'payments-abcd', displayName: 'payments', state: 'Running' },
    { name: 'shipping-1', displayName: 'shipping', state: 'Running' },
    { name: 'shipping-2', displayName: 'shipping', state: 'Running' },
  ],
};
const stopped: ProcessFault = { kind: 'stopped', target: 'payments' };

let aspire: FakeProgram<FakeAppHost>;
beforeEach(() => {
  aspire = new FakeProgram('aspire', appHost);
});
afterEach(() => aspire.remove());

const payments = (changes: Partial<AspireResource> = {}) =>
  new AspireTarget('payments', { runtime: 'aspire', resource: 'payments', ...changes }, aspire.host);

const stateOfPayments = () => aspire.state.resources[0]?.state;
const turnPayments = (state: string) => {
  const [first, ...others] = aspire.state.resources;
  if (first !== undefined) aspire.state = { ...aspire.state, resources: [{ ...first, state }, ...others] };
};

describe('a resource that is stopped', () => {
  it('is stopped, seen to be down, started and seen to be healthy', async () => {
    const handle = await payments().resolve(stopped);
    expect(await handle.tookEffect()).toBe(false);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(true);
    expect(await handle.isWell()).toBe(false);
    await handle.heal();
    await handle.heal();
    expect(await handle.isWell()).toBe(true);
    const acts = aspire.calls.filter((call) => call.startsWith('resource '));
    expect(acts.map((call) => call.split(' ').slice(0, 3).join(' '))).toEqual([
      'resource payments stop',
      'resource payments start',
    ]);
    expect(aspire.calls.filter((call) => !call.includes('--non-interactive'))).toEqual([]);
  });

  it('is healed from the journal alone', async () => {
    const handle = await payments({ apphost: '/shop/AppHost.csproj' }).resolve(stopped);
    await handle.inject();
    const elsewhere = { ...aspire.host, cwd: '/' };
    const reopened = await reopenAspire(elsewhere)(stopped, throughJournal(handle.prior) as ReachedPrior);
    await reopened.heal();
    expect(await reopened.isWell()).toBe(true);
    expect(aspire.calls.at(-1)).toContain('--apphost /shop/AppHost.csproj');
  });

  it('that is still stopping is waited for before it is started', async () => {
    const handle = await payments().resolve(stopped);
    turnPayments('Stopping');
    await handle.heal();
    expect(stateOfPayments()).toBe('Running');
  });

  it('does not count as stopped because aspire says so', async () => {
    aspire.state = { ...appHost, lies: true };
    const handle = await payments().resolve(stopped);
    await handle.inject();
    expect(await handle.tookEffect()).toBe(false);
  });

  it('that aspire refuses to stop is an error with its words', async () => {
    aspire.state = { ...appHost, refusal: 'command is disabled' };
    const handle = await payments().resolve(stopped);
    await expect(handle.inject()).rejects.toMatchObject({
      message: expect.stringContaining('command is disabled'),
      exitCode: 3,
    });
  });
});

describe('a resource is refused, before anything is broken,', () => {
  it.each<[string, () => void, Partial<AspireResource>, string]>([
    [
      'that is not there, with a near name',
      () => {},
      { resource: 'payment' },
      "no resource 'payment'; near it: payments-abcd",
    ],
    [
      'that is several',
      () => {},
      { resource: 'shipping' },
      "'shipping' means 2 resources: shipping-1, shipping-2",
    ],
    ['that does not run', () => turnPayments('Exited'), {}, 'the resource payments is Exited now'],
    [
      'when no app host runs, although aspire ends well',
      () => {
        aspire.state = { resources: [] };
      },
      {},
      'No running AppHost found',
    ],
  ])('%s', async (_title, arrange, changes, message) => {
    arrange();
    await expect(payments(changes).resolve(stopped)).rejects.toMatchObject({
      name: 'ShopctlError',
      exitCode: 3,
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
    expect(aspire.calls.filter((call) => call.startsWith('resource '))).toEqual([]);
  });

  it.each(['killed', 'paused'] as const)('that is to be %s', async (kind) => {
    await expect(payments().resolve({ kind, target: 'payments' })).rejects.toMatchObject({
      message: expect.stringContaining('an app host only stops and starts its resources'),
    });
  });
});
