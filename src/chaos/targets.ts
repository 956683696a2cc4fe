import { join } from 'node:path';
import type { Ability, FaultHandle, Runtime } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type Fault, type ProcessFault, type SwitchFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import type { CommandTarget as CommandIdentity, TargetIdentity } from '../model/target-identity.ts';
import type { AdminDoor } from './admin-door.ts';
import { AspireTarget, reopenAspire } from './aspire.ts';
import { CommandTarget, reopenCommand } from './command.ts';
import { DockerTarget, reopenDocker } from './docker/docker.ts';
import { KubernetesTarget, reopenKubernetes } from './kubernetes.ts';
import type { ReachedPrior, ReachedTarget, Reopen } from './reached-target.ts';
import { doorFaults, isSwitch, type SwitchedPart, switchedFault } from './switches.ts';
import type { ToolHost } from './tool.ts';

export type TargetIdentities = Readonly<Partial<Record<TargetName, TargetIdentity>>>;

export interface TargetsDeps {
  readonly host: ToolHost;
  /** Absolute; output of commands is kept under it while they run. */
  readonly stateDir: string;
  /** Every address that orders and probes use: a target that would move away from one is not restarted. */
  readonly addresses?: readonly string[];
  /** Admin door of a service, by its name; none where the shop has no doors. */
  readonly door?: (service: string) => AdminDoor | undefined;
  /** For the targets of the runtime `process`, and for faults that were applied to such. */
  readonly local: Runtime;
}

/** The shop that a config describes: each target is reached in its own way. */
export class TargetsRuntime implements Runtime {
  readonly name: string;
  /** No config names targets: they are all the local stack's. */
  readonly #isLocalOnly: boolean;
  readonly #reached: ReadonlyMap<TargetName, ReachedTarget>;
  readonly #locals: ReadonlySet<TargetName>;
  readonly #local: Runtime;
  readonly #door: (service: string) => AdminDoor | undefined;
  readonly #reopeners: Readonly<Record<string, Reopen>>;

  /** @param identities undefined: every target is the local stack's */
  constructor(identities: TargetIdentities | undefined, deps: TargetsDeps) {
    const entries = Object.entries(identities ?? {}) as [TargetName, TargetIdentity][];
    const opened = entries.map(([target, identity]) => [target, open(target, identity, deps)] as const);
    const names = [...new Set(entries.map(([, { runtime }]) => runtime))].join(', ');
    this.name = identities === undefined ? deps.local.name : names || 'none';
    this.#isLocalOnly = identities === undefined;
    this.#reached = new Map(
      opened.flatMap(([target, one]) => (one === undefined ? [] : [[target, one] as const])),
    );
    this.#locals = new Set(opened.flatMap(([target, one]) => (one === undefined ? [target] : [])));
    this.#local = deps.local;
    this.#door = deps.door ?? (() => undefined);
    this.#reopeners = reopeners(identities ?? {}, deps);
  }

  async abilities(): Promise<readonly Ability[]> {
    const reached = [...this.#reached.values()].map(({ target, kinds }) => ({
      target,
      faults: [...kinds, ...((this.#door(target) && doorFaults[target]) ?? [])],
    }));
    const local = await this.#local.abilities();
    return [...reached, ...local.filter(({ target }) => this.#isLocal(target))];
  }

  async resolve(fault: Fault): Promise<FaultHandle> {
    const reached = this.#reached.get(fault.target);
    if (reached === undefined) return this.#localFor(fault.target).resolve(fault);
    if (isSwitch(fault)) return this.#switched(fault, reached);
    if (isProcessFault(fault)) return reached.resolve(fault);
    throw new ShopctlError({
      message: `${describeFault(fault)}: that can be done only to the stack that shopctl up starts`,
      hint: 'shopctl chaos list shows what can be done here',
    });
  }

  /** By what the journal says about it, and not by the config, which may be another one by now. */
  async reopen(fault: Fault, identity: string, prior: unknown): Promise<FaultHandle> {
    const runtime = runtimeOf(prior);
    if (runtime !== undefined && isProcessFault(fault)) {
      const reopen = this.#reopeners[runtime];
      if (reopen !== undefined) return reopen(fault, prior as ReachedPrior);
      throw new ShopctlError({
        message: `${identity}: the journal names the runtime '${runtime}', which this shopctl does not know`,
        hint: 'a newer shopctl wrote it; recover with that one',
        isFinal: true,
      });
    }
    const reached = this.#reached.get(fault.target);
    if (reached !== undefined && isSwitch(fault)) return this.#switched(fault, reached, prior);
    return this.#local.reopen(fault, identity, prior);
  }

  restore(target: TargetName): Promise<void> {
    const reached = this.#reached.get(target);
    return reached === undefined ? this.#localFor(target).restore(target) : reached.restore();
  }

  /** What cannot be looked at now is left out: the evidence of a run must not be lost over it. */
  async parts(): Promise<readonly PartSeen[]> {
    const looks = [...this.#reached.values()].map((target) => target.parts().catch(() => []));
    const reached = await Promise.all(looks);
    const local = await this.#local.parts();
    return [...reached.flat(), ...local.filter(({ name }) => this.#isLocal(targetOfPart(name)))];
  }

  #isLocal(target: TargetName): boolean {
    return this.#isLocalOnly || this.#locals.has(target);
  }

  #localFor(target: TargetName): Runtime {
    if (this.#isLocal(target)) return this.#local;
    const known = [...this.#reached.keys(), ...this.#locals].join(', ');
    throw new ShopctlError({
      message: `this shop has no target ${target}${known === '' ? '' : `; it has ${known}`}`,
      hint: "name it under 'targets' in the config",
    });
  }

  #switched(fault: SwitchFault, reached: ReachedTarget, prior?: unknown): Promise<FaultHandle> {
    return switchedFault(fault, this.#door(fault.target), [asSwitched(reached)], prior);
  }
}

function open(
  target: TargetName,
  identity: TargetIdentity,
  { host, stateDir, addresses = [] }: TargetsDeps,
): ReachedTarget | undefined {
  switch (identity.runtime) {
    case 'process':
      return undefined;
    case 'docker':
      return new DockerTarget(target, identity, { host, addresses });
    case 'kubernetes':
      return new KubernetesTarget(target, identity, host);
    case 'aspire':
      return new AspireTarget(target, identity, host);
    case 'command':
      return new CommandTarget(target, identity, { host, outputFolder: outputFolder(stateDir) });
  }
}

/** Every kind, whether or not the config has a target of it: a journal may. */
function reopeners(identities: TargetIdentities, { host, stateDir }: TargetsDeps): Record<string, Reopen> {
  const configured = (target: TargetName): CommandIdentity | undefined => {
    const identity = identities[target];
    return identity?.runtime === 'command' ? identity : undefined;
  };
  return {
    docker: reopenDocker(host),
    kubernetes: reopenKubernetes(host),
    aspire: reopenAspire(host),
    command: reopenCommand(configured, { host, outputFolder: outputFolder(stateDir) }),
  };
}

const outputFolder = (stateDir: string) => join(stateDir, 'commands');

/** Of its several parts one that is down is what a crash looks like. */
function asSwitched(reached: ReachedTarget): SwitchedPart {
  return {
    inspect: async () => {
      const parts = await reached.parts();
      const down = parts.find(({ state }) => state !== 'running');
      return { state: down?.state ?? 'running' };
    },
    start: () => reached.restore(),
    resume: () => reached.restore(),
    ready: (withinMs) => reached.serves(withinMs),
  };
}

function runtimeOf(prior: unknown): string | undefined {
  if (typeof prior !== 'object' || prior === null || !('runtime' in prior)) return undefined;
  return String(prior.runtime);
}

function isProcessFault(fault: Fault): fault is ProcessFault {
  return fault.kind === 'stopped' || fault.kind === 'killed' || fault.kind === 'paused';
}

function targetOfPart(name: string): TargetName {
  return name.replace(/-\d+$/, '') as TargetName;
}
