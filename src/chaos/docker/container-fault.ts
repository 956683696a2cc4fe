import { setTimeout as sleep } from 'node:timers/promises';
import { ShopctlError } from '../../errors.ts';
import type { ProcessFault } from '../../model/fault.ts';
import type { Breaking } from '../reached-fault.ts';
import type { ReachedPrior } from '../reached-target.ts';
import { type Container, inspectContainers, type Network } from './containers.ts';
import type { DockerEngine, EngineAddress } from './engine.ts';
import { recordedTimes } from './events.ts';
import { hasNetworks, restoreNetworks } from './networks.ts';

/** What a journal keeps: enough to undo the fault from any shell on this machine. */
export interface DockerPrior extends ReachedPrior {
  readonly runtime: 'docker';
  readonly engine: EngineAddress;
  readonly containers: readonly FoundContainer[];
}

/** A container as it was found, running. */
export interface FoundContainer {
  readonly id: string;
  readonly name: string;
  /** With the id it names the life that was found; a later one has another. */
  readonly startedAt: string;
  readonly networks: readonly Network[];
  /** It has a health check, and passed it. */
  readonly wasHealthy: boolean;
}

/** Longer than Docker's default grace of 10 s; a container with a longer one of its own is not waited for. */
const actWithinMs = 28_000;
/** How long the engine may take to show what it says it has done. */
const showWithinMs = 3000;

/** A fault on containers, acted on by their full ids and by nothing else. */
export class ContainerBreaking implements Breaking {
  readonly identity: string;
  readonly prior: DockerPrior;
  readonly silences: boolean;
  readonly #kind: ProcessFault['kind'];
  readonly #engine: DockerEngine;
  readonly #aheadMs: number;
  #begunAtMs: number | undefined;

  constructor(fault: ProcessFault, engine: DockerEngine, prior: DockerPrior, aheadMs = 0) {
    this.identity = prior.containers.map(({ name, id }) => `docker container ${name} ${id}`).join(', ');
    this.prior = prior;
    this.silences = fault.instance === undefined;
    this.#kind = fault.kind;
    this.#engine = engine;
    this.#aheadMs = aheadMs;
  }

  async inflict(): Promise<void> {
    this.#begunAtMs = Date.now();
    await this.#act();
    await this.#mustShow(this.#wanted, this.#verb);
  }

  async isInflicted(): Promise<boolean> {
    const now = await this.#look();
    // One that was deleted serves nobody either.
    return now.every((container) => container === undefined || this.#wanted(container));
  }

  when = async () =>
    this.#begunAtMs === undefined
      ? {}
      : recordedTimes(this.#engine, this.#ids, this.#kind, this.#begunAtMs, this.#aheadMs);

  async undo(mayHaveBegun: boolean): Promise<void> {
    // An interrupted `docker stop` goes on in the engine. It is finished first, or it would undo the healing.
    if (await this.#mayStillEnd(mayHaveBegun)) await this.#act();
    for (const [i, container] of (await this.#look()).entries()) {
      if (container === undefined) throw this.#deleted(this.prior.containers[i]);
      if (container.status === 'paused') await this.#engine.run(['unpause', container.id], actWithinMs);
      else if (isDown(container)) await this.#engine.run(['start', container.id], actWithinMs);
      await restoreNetworks(this.#engine, this.prior.containers[i]?.networks ?? [], container);
    }
    await this.#mustShow(({ status }) => status === 'running', 'start');
  }

  async isUndone(mayHaveBegun: boolean): Promise<boolean> {
    if (await this.#mayStillEnd(mayHaveBegun)) return false;
    const now = await this.#look();
    return now.every((container, i) => {
      const found = this.prior.containers[i];
      if (container === undefined || found === undefined || container.status !== 'running') return false;
      if (!hasNetworks(found.networks, container)) return false;
      // A client's look is better than the container's own, which may come every 30 s only.
      return this.prior.servedAt !== undefined || !found.wasHealthy || container.health === 'healthy';
    });
  }

  get #ids(): readonly string[] {
    return this.prior.containers.map(({ id }) => id);
  }

  get #verb(): 'stop' | 'kill' | 'pause' {
    return ({ stopped: 'stop', killed: 'kill', paused: 'pause' } as const)[this.#kind];
  }

  #wanted = (container: Container): boolean =>
    this.#kind === 'paused' ? container.status === 'paused' : isDown(container);

  /** `pause` and `kill` fail on a container that is so already, and then nothing of the others is certain. */
  async #act(): Promise<void> {
    const left = (await this.#look()).filter((one) => one !== undefined && !this.#wanted(one));
    const ids = left.flatMap((one) => (one === undefined ? [] : [one.id]));
    if (ids.length > 0) await this.#engine.run([this.#verb, ...ids], actWithinMs);
  }

  async #mustShow(holds: (container: Container) => boolean, verb: string): Promise<void> {
    const deadline = Date.now() + showWithinMs;
    for (;;) {
      const other = (await this.#look()).find((container) => container !== undefined && !holds(container));
      if (other === undefined) return;
      if (Date.now() > deadline) throw untrue(verb, other);
      await sleep(50);
    }
  }

  async #mayStillEnd(mayHaveBegun: boolean): Promise<boolean> {
    if (!mayHaveBegun || this.#kind === 'paused') return false;
    const now = await this.#look();
    return now.some(
      (container, i) =>
        container?.status === 'running' && container.startedAt === this.prior.containers[i]?.startedAt,
    );
  }

  /** Each as it is now, in the order of `prior`; undefined for one that does not exist any more. */
  async #look(): Promise<(Container | undefined)[]> {
    const now = await inspectContainers(this.#engine, this.#ids);
    return this.#ids.map((id) => now.find((container) => container.id === id));
  }

  #deleted(found: FoundContainer | undefined): ShopctlError {
    return new ShopctlError({
      message: `the container ${found?.name} (${found?.id.slice(0, 12)}) does not exist any more on the engine ${this.#engine.place}`,
      hint: 'whoever deleted it can create it again, docker compose up for example; shopctl starts only what it found',
      isFinal: true,
    });
  }
}

/** `created` is one that was never started, or could not be. */
function isDown({ status }: Pick<Container, 'status'>): boolean {
  return status === 'exited' || status === 'created' || status === 'dead';
}

function untrue(verb: string, { name, status, exitCode, restartPolicy }: Container): ShopctlError {
  const end =
    status === 'exited'
      ? ` with code ${exitCode}`
      : restartPolicy === 'no'
        ? ''
        : ` (restart: ${restartPolicy})`;
  return new ShopctlError({
    message: `docker ${verb} said that it did it, but ${name} is ${status}${end}`,
    hint:
      status === 'exited' || status === 'restarting'
        ? `docker logs ${name} may say why it does not stay up`
        : 'is the docker on the PATH the real one? docker version shows what it talks to',
  });
}
