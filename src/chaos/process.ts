import type { Ability, FaultHandle, Runtime } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type Fault, type SwitchFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import type { AdminDoor } from './admin-door.ts';
import { hungParts } from './hung-parts.ts';
import { type PartSnapshot, ProcessFaultHandle, snapshot } from './process-fault.ts';
import { bringBack, instanceOf, type ProcessPart, type StackPowers, targetOf } from './process-part.ts';
import { alarmedBroker, lateCommits, reshapedStack, wipedBroker } from './stack-faults.ts';
import { doorFaults, isSwitch, switchedFault } from './switches.ts';

export interface ProcessRuntimeParts {
  /** Read anew each time: a service may have been given more instances meanwhile. */
  readonly parts: () => Promise<readonly ProcessPart[]>;
  /** Admin door of a service, by its name; none where the shop has no doors. */
  readonly door: (service: string) => AdminDoor | undefined;
  readonly powers?: StackPowers | undefined;
}

const processFaults: readonly Fault['kind'][] = ['stopped', 'killed', 'paused', 'hung'];
const stackFaults: Readonly<Partial<Record<TargetName, readonly Fault['kind'][]>>> = {
  broker: ['wiped', 'alarmed'],
  postgres: ['commits-late'],
  orders: ['configured', 'scaled'],
};

/** The local stack that `shopctl up` starts: targets are processes, acted on by pid and kernel start time. */
export class ProcessRuntime implements Runtime {
  readonly name = 'process';
  readonly #parts: ProcessRuntimeParts['parts'];
  readonly #door: ProcessRuntimeParts['door'];
  readonly #powers: StackPowers | undefined;

  constructor({ parts, door, powers }: ProcessRuntimeParts) {
    this.#parts = parts;
    this.#door = door;
    this.#powers = powers;
  }

  async abilities(): Promise<readonly Ability[]> {
    const targets = new Set((await this.#parts()).map((part) => targetOf(part.name)));
    return [...targets].map((target) => ({
      target,
      faults: [
        ...processFaults,
        ...((this.#door(target) && doorFaults[target]) ?? []),
        ...((this.#powers && stackFaults[target]) ?? []),
      ],
    }));
  }

  async resolve(fault: Fault): Promise<FaultHandle> {
    if (isSwitch(fault)) return this.#switched(fault);
    if (fault.kind === 'configured' || fault.kind === 'scaled') return reshapedStack(fault, this.#powers);
    if (fault.kind === 'commits-late') return lateCommits(fault, this.#powers);
    const parts = await this.#partsOf(fault);
    const prior = await Promise.all(parts.map(snapshot));
    const down = prior.find((part) => part.state !== 'running');
    if (down !== undefined) {
      const action = down.state === 'paused' ? 'resume' : 'start';
      throw new ShopctlError({
        message: `${describeFault(fault)}: ${down.name} is ${down.state} already`,
        hint: `shopctl chaos ${fault.target}-${action} brings it back`,
      });
    }
    return this.#acted(fault, parts, prior);
  }

  async reopen(fault: Fault, _identity: string, prior: unknown): Promise<FaultHandle> {
    if (isSwitch(fault)) return this.#switched(fault, prior);
    if (fault.kind === 'configured' || fault.kind === 'scaled') {
      return reshapedStack(fault, this.#powers, prior);
    }
    if (fault.kind === 'commits-late') return lateCommits(fault, this.#powers);
    return this.#acted(fault, await this.#partsOf(fault), prior as PartSnapshot[], true);
  }

  async restore(target: TargetName): Promise<void> {
    await Promise.all((await this.#partsOf({ target })).map(bringBack));
  }

  async parts(): Promise<readonly PartSeen[]> {
    return Promise.all(
      (await this.#parts()).map(async (part) => ({ name: part.name, state: (await part.inspect()).state })),
    );
  }

  #acted(
    fault: Exclude<Fault, SwitchFault | { kind: 'configured' | 'scaled' | 'commits-late' }>,
    parts: readonly ProcessPart[],
    prior: readonly PartSnapshot[],
    reopened = false,
  ): FaultHandle {
    const [first] = parts;
    if (first === undefined) throw new Error('a resolved fault has a part');
    switch (fault.kind) {
      case 'wiped':
        return wipedBroker(fault, first, this.#powers, prior, reopened);
      case 'alarmed':
        return alarmedBroker(fault, first, this.#powers, prior);
      case 'hung':
        return hungParts(fault, parts, prior);
      default:
        return new ProcessFaultHandle(fault, parts, prior, reopened);
    }
  }

  async #switched(fault: SwitchFault, prior?: unknown): Promise<FaultHandle> {
    const parts = await this.#partsOf({ target: fault.target });
    return switchedFault(fault, this.#door(fault.target), parts, prior);
  }

  async #partsOf({
    target,
    instance,
  }: {
    target: TargetName;
    instance?: number;
  }): Promise<readonly ProcessPart[]> {
    const all = await this.#parts();
    const parts = all.filter(
      (part) =>
        targetOf(part.name) === target && (instance === undefined || instanceOf(part.name) === instance),
    );
    if (parts.length > 0) return parts;
    const known = [...new Set(all.map((part) => targetOf(part.name)))].join(', ');
    const wanted = instance === undefined ? target : `${target} ${instance}`;
    throw new ShopctlError({
      message: `the local stack has no ${wanted}${known === '' ? '' : `; it has ${known}`}`,
      hint: known === '' ? 'shopctl up starts it' : 'shopctl status shows its parts',
    });
  }
}
