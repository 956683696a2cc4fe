/*
 * What a target of somebody's shop is and how it is acted on, as the config names it, validated. `runtime` says by which
 * kind of thing; each kind has one file or folder in chaos/.
 */

export type TargetIdentity =
  | ProcessTarget
  | DockerContainer
  | DockerService
  | KubernetesWorkload
  | AspireResource
  | CommandTarget;

export type RuntimeName = TargetIdentity['runtime'];

/** What every kind of target may say beside who it is. */
export interface ServedAt {
  /**
   * Where a client of the target is served: `amqp://host:port`, `postgres://host:port`, `http://host:port/path` (well is
   * any reply below 500) or `tcp://host:port`. Credentials are neither needed nor used. Absent: the runtime's own word is
   * all there is, and a target that runs without serving anybody passes for well.
   */
  readonly servedAt?: string;
}

/** A part of the local stack that `shopctl up` starts; it is known by the target's own name. */
export interface ProcessTarget {
  readonly runtime: 'process';
}

interface DockerEngine extends ServedAt {
  readonly runtime: 'docker';
  /** The engine's address as `docker --host` takes it; the client's own current one when absent. */
  readonly host?: string;
}

/** One container by its exact name, or by its id: never by a part of it. */
export interface DockerContainer extends DockerEngine {
  readonly container: string;
}

/** Every container of a compose service, by the labels that compose gives it. */
export interface DockerService extends DockerEngine {
  readonly project: string;
  readonly service: string;
}

/** What `kubectl scale` can scale. */
export const workloadKinds = ['deployment', 'statefulset'] as const;
export type WorkloadKind = (typeof workloadKinds)[number];

export interface KubernetesWorkload extends ServedAt {
  readonly runtime: 'kubernetes';
  /** Named on purpose: whatever context happens to be the current one could be anybody's production. */
  readonly context: string;
  readonly namespace: string;
  readonly kind: WorkloadKind;
  readonly name: string;
}

export interface AspireResource extends ServedAt {
  readonly runtime: 'aspire';
  /** The resource's name in the app host, such as `payments`. */
  readonly resource: string;
  /** Absolute path of the app host's project file; needed where several run. */
  readonly apphost?: string;
}

/** Commands of the user's, each one line for `/bin/sh -c`. What is absent cannot be done to this target. */
export interface CommandTarget extends ServedAt {
  readonly runtime: 'command';
  readonly start: string;
  readonly stop: string;
  /** Exit 0 when the target runs (paused or not), anything else when it does not. */
  readonly status: string;
  readonly kill?: string;
  /** Only with `resume`. */
  readonly pause?: string;
  readonly resume?: string;
  /** Absolute folder the commands run in; the working directory when absent. */
  readonly cwd?: string;
  /** How long one command may take, in milliseconds; 30 000 when absent. */
  readonly withinMs?: number;
}
