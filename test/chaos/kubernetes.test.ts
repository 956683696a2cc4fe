import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KubernetesTarget, reopenKubernetes } from '../../src/chaos/kubernetes.ts';
import type { ReachedPrior } from '../../src/chaos/reached-target.ts';
import type { ProcessFault } from '../../src/model/fault.ts';
import type { KubernetesWorkload } from '../../src/model/target-identity.ts';
import { FakeProgram, throughJournal } from './fakes.ts';

interface FakeCluster {
  context: string;
  namespace: string;
  name: string;
  uid: string;
  generation: number;
  replicas: number;
  made: number;
  pods: { name: string; uid: string; ready: boolean; ending?: number }[];
  lies?: boolean;
  neverReady?: boolean;
  refusal?: string;
}

const cluster: FakeCluster = {
  context: 'kind-shop',
  namespace: 'shop',
  name: 'payments',
  uid: 'uid-1',
  generation: 1,
  replicas: 3,
  made: 3,
  pods: [1, 2, 3].map((n) => ({ name: `payments-${n}`, uid: `pod-${n}`, ready: true })),
};
const identity: KubernetesWorkload = {
  runtime: 'kubernetes',
  context: 'kind-shop',
  namespace: 'shop',
  kind: 'deployment',
  name: 'payments',
};
const stopped: ProcessFault = { kind: 'stopped', target: 'payments' };
const killed: ProcessFault = { kind: 'killed', target: 'payments' };

let kubectl: FakeProgram<FakeCluster>;
beforeEach(() => {
  kubectl = new FakeProgram('kubectl', cluster);
});
afterEach(() => kubectl.remove());

const payments = (changes: Partial<KubernetesWorkload> = {}) =>
  new KubernetesTarget('payments', { ...identity, ...changes }, kubectl.host);

/** Looks until it is so; each look lets the fake cluster go on. */
async function becomes(look: () => Promise<boolean>): Promise<boolean> {
  for (let n = 0; n < 10; n++) if (await look()) return true;
  return false;
}

describe('a workload that is stopped', () => {
  it('is scaled to nothing, and back to the count that was found', async () => {
    const handle = await payments().resolve(stopped);
    expect(handle.identity).toContain('deployment/payments of shop in kind-shop, uid uid-1, 3 replicas');
    await handle.inject();
    expect(await handle.tookEffect()).toBe(false);
    expect(await becomes(() => handle.tookEffect())).toBe(true);
    await handle.heal();
    expect(await handle.isWell()).toBe(false);
    expect(await becomes(() => handle.isWell())).toBe(true);
    expect(kubectl.state.replicas).toBe(3);
  });

  it('is never acted on without the context and the namespace', async () => {
    const handle = await payments().resolve(stopped);
    await handle.inject();
    await handle.heal();
    expect(kubectl.calls.length).toBeGreaterThan(4);
    expect(kubectl.calls.filter((call) => !call.startsWith('--context kind-shop -n shop '))).toEqual([]);
    expect(kubectl.calls.join('\n')).toContain('--current-replicas=3 --replicas=0');
    expect(kubectl.calls.join('\n')).toContain('--current-replicas=0 --replicas=3');
  });

  it('is healed from the journal alone, and only once', async () => {
    const handle = await payments().resolve(stopped);
    await handle.inject();
    const reopened = await reopenKubernetes(kubectl.host)(
      stopped,
      throughJournal(handle.prior) as ReachedPrior,
    );
    await reopened.heal();
    await reopened.heal();
    expect(await becomes(() => reopened.isWell())).toBe(true);
    expect(kubectl.calls.filter((call) => call.includes('--replicas=3'))).toHaveLength(1);
  });

  it('that somebody else scaled meanwhile is left alone, and said so', async () => {
    const handle = await payments().resolve(stopped);
    await handle.inject();
    kubectl.state = { ...kubectl.state, replicas: 5 };
    await expect(handle.heal()).rejects.toMatchObject({
      message: expect.stringContaining('found with 3 replicas, and somebody else scaled it to 5'),
      isFinal: true,
    });
    expect(kubectl.state.replicas).toBe(5);
  });

  it('that was deleted and created again is not the one that was found', async () => {
    const handle = await payments().resolve(stopped);
    await handle.inject();
    kubectl.state = { ...kubectl.state, uid: 'uid-2' };
    await expect(handle.heal()).rejects.toMatchObject({
      message: expect.stringContaining('was deleted and created again'),
      isFinal: true,
    });
  });

  it('does not count as stopped because kubectl says so', async () => {
    kubectl.state = { ...cluster, lies: true };
    const handle = await payments().resolve(stopped);
    await handle.inject();
    expect(await becomes(() => handle.tookEffect())).toBe(false);
  });

  it('is not scaled when it is not as it was found any more', async () => {
    const handle = await payments().resolve(stopped);
    kubectl.state = { ...kubectl.state, replicas: 2 };
    await expect(handle.inject()).rejects.toMatchObject({
      message: expect.stringContaining('Expected replicas to be 3, was 2'),
    });
  });
});

describe('pods that are killed', () => {
  it('are deleted without grace; the fault is over when their replacements are ready', async () => {
    const handle = await payments().resolve(killed);
    await handle.inject();
    expect(await becomes(() => handle.tookEffect())).toBe(true);
    expect(kubectl.calls.join('\n')).toContain(
      'delete pod payments-1 payments-2 payments-3 --grace-period=0 --force',
    );
    await handle.heal();
    expect(await becomes(() => handle.isWell())).toBe(true);
    expect(await handle.tookEffect()).toBe(false);
    expect(kubectl.state.replicas).toBe(3);
  });

  it('leave the fault in force as long as the replacements do not get ready', async () => {
    const handle = await payments().resolve(killed);
    await handle.inject();
    expect(await becomes(() => handle.tookEffect())).toBe(true);
    kubectl.state = {
      ...kubectl.state,
      neverReady: true,
      pods: kubectl.state.pods.map((pod) => ({ ...pod, ready: false })),
    };
    expect(await handle.tookEffect()).toBe(true);
    expect(await handle.isWell()).toBe(false);
  });
});

describe('a workload is refused, before anything is broken,', () => {
  it.each<[string, Partial<FakeCluster>, Partial<KubernetesWorkload>, string]>([
    [
      'that is not there, with a near name',
      {},
      { name: 'payment' },
      "no deployment 'payment' in the namespace shop of kind-shop; near it: payments",
    ],
    ['that is in another namespace', {}, { namespace: 'other' }, "no deployment 'payments'"],
    ['of a context nobody knows', {}, { context: 'prod' }, 'context "prod" does not exist'],
    ['that is scaled to 0 already', { replicas: 0, pods: [] }, {}, 'it is scaled to 0 already'],
    ['that is not ready as it is', { pods: [] }, {}, 'only 0 of 3 replicas are ready'],
    [
      'that may not be seen',
      {
        refusal:
          'Error from server (Forbidden): deployments.apps "payments" is forbidden: User "ada" cannot get',
      },
      {},
      'is forbidden',
    ],
  ])('%s', async (_title, state, changes, message) => {
    kubectl.state = { ...cluster, ...state };
    await expect(payments(changes).resolve(stopped)).rejects.toMatchObject({
      name: 'ShopctlError',
      exitCode: 3,
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
    expect(kubectl.calls.filter((call) => /scale|delete/.test(call))).toEqual([]);
  });

  it('that is to be frozen', async () => {
    await expect(payments().resolve({ kind: 'paused', target: 'payments' })).rejects.toMatchObject({
      message: expect.stringContaining('a pod cannot be frozen'),
    });
  });

  it('when there is no kubectl at all', async () => {
    const target = new KubernetesTarget('payments', identity, { ...kubectl.host, env: { PATH: '/nowhere' } });
    await expect(target.resolve(stopped)).rejects.toMatchObject({ message: 'kubectl is not on the PATH' });
  });
});

describe('bringing a workload back by hand', () => {
  it('starts one replica where there is none, and changes nothing where there are some', async () => {
    await payments().restore();
    expect(kubectl.state.replicas).toBe(3);
    kubectl.state = { ...cluster, replicas: 0, pods: [] };
    await payments().restore();
    expect(kubectl.state.replicas).toBe(1);
  });
});
