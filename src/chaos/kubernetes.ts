import type { FaultHandle } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type ProcessFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import type { KubernetesWorkload } from '../model/target-identity.ts';
import { Cluster, type Pod, type Workload, type WorkloadPlace } from './kubernetes/cluster.ts';
import { type Breaking, reachedFault } from './reached-fault.ts';
import {
  mustBeAble,
  mustServe,
  type ReachedPrior,
  type ReachedTarget,
  type Reopen,
} from './reached-target.ts';
import { servesAt, withoutCredentials } from './served-at.ts';
import type { ToolHost } from './tool.ts';

/** What a journal keeps: where it is, and how it was. */
interface KubernetesPrior extends ReachedPrior {
  readonly runtime: 'kubernetes';
  readonly place: WorkloadPlace;
  /** Of the workload, not of its name: one that was deleted and created again is another. */
  readonly uid: string;
  readonly replicas: number;
  readonly pods: readonly Pod[];
}

class WorkloadBreaking implements Breaking {
  readonly identity: string;
  readonly prior: KubernetesPrior;
  readonly silences: boolean;
  readonly #kind: ProcessFault['kind'];
  readonly #cluster: Cluster;
  /** A killed pod is replaced at once, so the fault is over as soon as the replacement is ready. */
  #wasInflicted = false;

  constructor(fault: ProcessFault, cluster: Cluster, prior: KubernetesPrior) {
    const { context, namespace, kind, name } = prior.place;
    this.identity = `kubernetes ${kind}/${name} of ${namespace} in ${context}, uid ${prior.uid}, ${prior.replicas} replicas`;
    this.prior = prior;
    this.silences = fault.kind === 'stopped';
    this.#kind = fault.kind;
    this.#cluster = cluster;
  }

  async inflict(): Promise<void> {
    if (this.#kind === 'stopped') return this.#cluster.scale(this.prior.place, this.prior.replicas, 0);
    return this.#cluster.deletePods(this.prior.place, this.prior.pods);
  }

  async isInflicted(): Promise<boolean> {
    const workload = await this.#current();
    const pods = await this.#cluster.pods(this.prior.place, workload);
    if (this.#kind === 'stopped') return workload.replicas === 0 && pods.length === 0;
    const old = new Set(this.prior.pods.map(({ uid }) => uid));
    const areGone = !pods.some(({ uid }) => old.has(uid));
    const isBack = this.#wasInflicted && workload.ready >= this.prior.replicas;
    this.#wasInflicted ||= areGone;
    return areGone && !isBack;
  }

  async undo(): Promise<void> {
    if (this.#kind === 'killed') return;
    const { replicas } = await this.#current();
    if (replicas === this.prior.replicas) return;
    if (replicas !== 0) throw this.#rescaled(replicas);
    await this.#cluster.scale(this.prior.place, 0, this.prior.replicas);
  }

  async isUndone(): Promise<boolean> {
    const { replicas, ready, isUpToDate } = await this.#current();
    return replicas === this.prior.replicas && ready >= replicas && isUpToDate;
  }

  /** @throws ShopctlError when it was deleted, or is another one of the same name by now */
  async #current(): Promise<Workload> {
    const workload = await this.#cluster.workload(this.prior.place);
    if (workload !== undefined && workload.uid === this.prior.uid) return workload;
    const { kind, name, namespace, context } = this.prior.place;
    throw new ShopctlError({
      message: `${kind}/${name} of ${namespace} in ${context} was deleted${workload === undefined ? '' : ' and created again'} meanwhile`,
      hint: `it had ${this.prior.replicas} replicas; shopctl scales only what it found`,
      isFinal: true,
    });
  }

  #rescaled(replicas: number): ShopctlError {
    const { kind, name } = this.prior.place;
    return new ShopctlError({
      message: `${kind}/${name} was found with ${this.prior.replicas} replicas, and somebody else scaled it to ${replicas} meanwhile`,
      hint: 'it is left as it is; an autoscaler or an operator may be at work',
      isFinal: true,
    });
  }
}

/** A deployment or a stateful set, through the user's own kubectl; `--context` and `-n` always. */
export class KubernetesTarget implements ReachedTarget {
  readonly target: TargetName;
  readonly kinds = ['stopped', 'killed'] as const;
  readonly #place: WorkloadPlace;
  readonly #cluster: Cluster;
  readonly #servedAt: string | undefined;

  constructor(target: TargetName, identity: KubernetesWorkload, host: ToolHost) {
    const { context, namespace, kind, name } = identity;
    this.target = target;
    this.#place = { context, namespace, kind, name };
    this.#cluster = new Cluster(host);
    this.#servedAt = identity.servedAt && withoutCredentials(identity.servedAt);
  }

  async resolve(fault: ProcessFault): Promise<FaultHandle> {
    mustBeAble(fault, 'kubernetes', this.kinds, 'a pod cannot be frozen, only deleted');
    if (fault.instance !== undefined) {
      throw unfit(
        fault,
        'pods have no numbers that last; all of them are acted on',
        'leave the instance away',
      );
    }
    const workload = await this.#workload();
    if (workload.replicas === 0) {
      throw unfit(fault, 'it is scaled to 0 already', `shopctl chaos ${fault.target}-start scales it to 1`);
    }
    if (workload.ready < workload.replicas || !workload.isUpToDate) {
      throw unfit(
        fault,
        `only ${workload.ready} of ${workload.replicas} replicas are ready`,
        `kubectl --context ${this.#place.context} -n ${this.#place.namespace} get pods may say why`,
      );
    }
    await mustServe(fault, this.#servedAt);
    const prior: KubernetesPrior = {
      runtime: 'kubernetes',
      place: this.#place,
      uid: workload.uid,
      replicas: workload.replicas,
      pods: await this.#cluster.pods(this.#place, workload),
      ...(this.#servedAt === undefined ? {} : { servedAt: this.#servedAt }),
    };
    return reachedFault(fault, new WorkloadBreaking(fault, this.#cluster, prior));
  }

  /** Nobody knows any more how many there were: one makes it run. */
  async restore(): Promise<void> {
    const { replicas } = await this.#workload();
    if (replicas === 0) await this.#cluster.scale(this.#place, 0, 1);
  }

  async parts(): Promise<readonly PartSeen[]> {
    const { ready } = await this.#workload();
    return [{ name: this.target, state: ready > 0 ? 'running' : 'stopped' }];
  }

  async serves(withinMs: number): Promise<boolean> {
    if (this.#servedAt !== undefined) return servesAt(this.#servedAt, withinMs);
    return this.#workload().then(
      ({ replicas, ready }) => ready > 0 && ready >= replicas,
      () => false,
    );
  }

  async #workload(): Promise<Workload> {
    const workload = await this.#cluster.workload(this.#place);
    if (workload !== undefined) return workload;
    throw await this.#cluster.missing(this.#place);
  }
}

function unfit(fault: ProcessFault, why: string, hint: string): ShopctlError {
  return new ShopctlError({ message: `${describeFault(fault)}: ${why}`, hint });
}

/** Heals from a journal alone: context, namespace, name, uid and the count found are all there. */
export function reopenKubernetes(host: ToolHost): Reopen {
  return (fault, prior) =>
    reachedFault(fault, new WorkloadBreaking(fault, new Cluster(host), prior as KubernetesPrior), true);
}
