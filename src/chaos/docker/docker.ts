import type { FaultHandle } from '../../engine/ports.ts';
import { ShopctlError } from '../../errors.ts';
import type { PartSeen } from '../../model/evidence.ts';
import { describeFault, type ProcessFault } from '../../model/fault.ts';
import type { TargetName } from '../../model/target.ts';
import { reachedFault } from '../reached-fault.ts';
import { mustServe, type ReachedPrior, type ReachedTarget, type Reopen } from '../reached-target.ts';
import { servesAt, withoutCredentials } from '../served-at.ts';
import type { ToolHost } from '../tool.ts';
import { ContainerBreaking, type DockerPrior, type FoundContainer } from './container-fault.ts';
import { type Container, inspectContainers, stateOf } from './containers.ts';
import { currentAddress, DockerEngine } from './engine.ts';
import { engineAhead } from './events.ts';
import { type DockerIdentity, findContainers } from './find.ts';
import { mustKeepAddresses } from './moving-ports.ts';

export interface DockerDeps {
  readonly host: ToolHost;
  /** Every address that orders and probes use; a container that would move away from one of them is not restarted. */
  readonly addresses: readonly string[];
}

/** Containers, by exact name or by compose's labels. */
export class DockerTarget implements ReachedTarget {
  readonly target: TargetName;
  readonly kinds = ['stopped', 'killed', 'paused'] as const;
  readonly #identity: DockerIdentity;
  readonly #deps: DockerDeps;
  readonly #servedAt: string | undefined;

  constructor(target: TargetName, identity: DockerIdentity, deps: DockerDeps) {
    this.target = target;
    this.#identity = identity;
    this.#deps = deps;
    this.#servedAt = identity.servedAt && withoutCredentials(identity.servedAt);
  }

  async resolve(fault: ProcessFault): Promise<FaultHandle> {
    const engine = await this.#engine();
    const aheadMs = await engineAhead(engine);
    const containers = await this.#fitFor(fault, engine);
    for (const container of containers) {
      mustBeSteady(fault, container, Date.now() + aheadMs);
      this.#mustSurvive(fault, container);
    }
    await mustServe(fault, this.#servedAt);
    const prior: DockerPrior = {
      runtime: 'docker',
      engine: engine.address,
      containers: containers.map(asFound),
      ...(this.#servedAt === undefined ? {} : { servedAt: this.#servedAt }),
    };
    return reachedFault(fault, new ContainerBreaking(fault, engine, prior, aheadMs));
  }

  async restore(): Promise<void> {
    const engine = await this.#engine();
    for (const { id, status } of await this.#containers(engine)) {
      if (status === 'paused') await engine.run(['unpause', id]);
      else if (status !== 'running') await engine.run(['start', id]);
    }
  }

  async parts(): Promise<readonly PartSeen[]> {
    const containers = await this.#containers(await this.#engine());
    return containers.map((container, i) => ({
      name: i === 0 ? this.target : `${this.target}-${i + 1}`,
      state: stateOf(container),
    }));
  }

  async serves(withinMs: number): Promise<boolean> {
    if (this.#servedAt !== undefined) return servesAt(this.#servedAt, withinMs);
    const parts = await this.parts().catch(() => []);
    return parts.some(({ state }) => state === 'running');
  }

  async #engine(): Promise<DockerEngine> {
    return new DockerEngine(await currentAddress(this.#deps.host, this.#identity.host), this.#deps.host);
  }

  async #containers(engine: DockerEngine): Promise<Container[]> {
    const containers = await inspectContainers(engine, await findContainers(engine, this.#identity));
    return containers.sort((a, b) => a.number - b.number);
  }

  /**
   * The running ones that the fault is about. What was stopped before stays so.
   * @throws ShopctlError when none runs, or one is in a state in which nothing can be said about it
   */
  async #fitFor(fault: ProcessFault, engine: DockerEngine): Promise<Container[]> {
    const all = await this.#containers(engine);
    const meant = fault.instance === undefined ? all : all.filter((one) => one.number === fault.instance);
    if (meant.length === 0) {
      throw unfit(fault, `there are only ${all.length} containers of it`, 'docker compose up --scale');
    }
    const odd = meant.find(({ status }) => !['running', 'exited', 'created'].includes(status));
    if (odd?.status === 'paused') {
      throw unfit(
        fault,
        `the container ${odd.name} is paused already`,
        `shopctl chaos ${fault.target}-resume lets it go on`,
      );
    }
    if (odd !== undefined) {
      throw unfit(
        fault,
        `the container ${odd.name} is ${odd.status}`,
        `docker logs ${odd.name} may say why; it has to run before it can be broken`,
      );
    }
    const running = meant.filter(({ status }) => status === 'running');
    if (running.length > 0) return running;
    const names = meant.map(({ name }) => name).join(', ');
    throw unfit(
      fault,
      `${names} ${meant.length === 1 ? 'is' : 'are'} stopped already`,
      `shopctl chaos ${fault.target}-start brings it back`,
    );
  }

  #mustSurvive(fault: ProcessFault, container: Container): void {
    if (fault.kind === 'paused') return;
    if (container.isRemovedAtEnd) {
      throw unfit(
        fault,
        `the container ${container.name} was started with --rm, so to stop it would delete it`,
        'start it without --rm, or pause it instead of stopping it',
      );
    }
    const used = [...this.#deps.addresses, ...(this.#servedAt === undefined ? [] : [this.#servedAt])];
    mustKeepAddresses(fault, container, used);
  }
}

/** As Docker itself does, which begins to count anew when a container has run for so long. */
const steadyAfterMs = 10_000;

/** One that crashes again and again runs for a moment each time, and would pass for running in such a moment. */
function mustBeSteady(fault: ProcessFault, { name, restarts, startedAt }: Container, now: number): void {
  if (restarts === 0 || now - Date.parse(startedAt) > steadyAfterMs) return;
  throw unfit(
    fault,
    `the container ${name} was restarted ${restarts} times by its policy, the last time a moment ago`,
    `docker logs ${name} may say why; it has to stay up before it can be broken`,
  );
}

function unfit(fault: ProcessFault, why: string, hint: string): ShopctlError {
  return new ShopctlError({ message: `${describeFault(fault)}: ${why}`, hint });
}

function asFound({ id, name, startedAt, networks, health }: Container): FoundContainer {
  return { id, name, startedAt, networks, wasHealthy: health === 'healthy' };
}

/** Heals from a journal alone: the engine, the ids and the state found are all there. */
export function reopenDocker(host: ToolHost): Reopen {
  return (fault, prior: ReachedPrior) => {
    const found = prior as DockerPrior;
    const engine = new DockerEngine(found.engine, host);
    return reachedFault(fault, new ContainerBreaking(fault, engine, found), true);
  };
}
