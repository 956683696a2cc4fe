import type { Ability, FaultHandle, Runtime } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type Fault, type ProcessFault } from '../model/fault.ts';
import type { TargetName, TargetState } from '../model/target.ts';
import { type AdminDoor, switchedPayments } from './admin-door.ts';

/** A part of the local stack as this runtime needs it: something to act on and to look at. */
export interface ProcessPart {
  /** `broker`, `orders`, `orders-2` … */
  readonly name: string;
  inspect(): Promise<{
    readonly state: TargetState;
    readonly identity?: { readonly pid: number; readonly startedAt: string } | undefined;
  }>;
  /** Would a client be served? */
  answers(timeoutMs: number): Promise<boolean>;
  start(options: { readonly withinMs: number }): Promise<void>;
  stop(options: { readonly withinMs: number }): Promise<void>;
  kill(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A graceful end takes a broker about 6 s; after this the part is killed. */
const stopWithinMs = 20_000;
const startWithinMs = 45_000;
/** One look. A frozen process accepts a connection and then says nothing, so a look needs a limit of its own. */
const lookWithinMs = 500;

const processFaults: readonly Fault['kind'][] = ['stopped', 'killed', 'paused'];

/** The local stack that `shopctl up` starts: targets are processes, acted on by pid and kernel start time. */
export class ProcessRuntime implements Runtime {
  readonly name = 'process';
  readonly #parts: readonly ProcessPart[];
  readonly #paymentsDoor: AdminDoor | undefined;

  constructor(parts: readonly ProcessPart[], paymentsDoor?: AdminDoor) {
    this.#parts = parts;
    this.#paymentsDoor = paymentsDoor;
  }

  get abilities(): readonly Ability[] {
    const targets = new Set(this.#parts.map((part) => targetOf(part.name)));
    return [...targets].map((target) => ({
      target,
      faults:
        target === 'payments' && this.#paymentsDoor !== undefined
          ? [...processFaults, 'failing', 'slowed']
          : processFaults,
    }));
  }

  async resolve(fault: Fault): Promise<FaultHandle> {
    if (fault.kind === 'failing' || fault.kind === 'slowed')
      return switchedPayments(fault, this.#door(fault));
    const parts = this.#partsOf(fault.target);
    const prior = await Promise.all(parts.map(snapshot));
    const down = prior.find((part) => part.state !== 'running');
    if (down !== undefined) {
      const action = down.state === 'paused' ? 'resume' : 'start';
      throw new ShopctlError({
        message: `${describeFault(fault)}: ${down.name} is ${down.state} already`,
        hint: `shopctl chaos ${fault.target}-${action} brings it back`,
      });
    }
    return new ProcessFaultHandle(fault, parts, prior);
  }

  async reopen(fault: Fault, _identity: string, prior: unknown): Promise<FaultHandle> {
    if (fault.kind === 'failing' || fault.kind === 'slowed') {
      return switchedPayments(fault, this.#door(fault), prior);
    }
    return new ProcessFaultHandle(fault, this.#partsOf(fault.target), prior as PartSnapshot[]);
  }

  async restore(target: TargetName): Promise<void> {
    await Promise.all(this.#partsOf(target).map(bringBack));
  }

  async parts(): Promise<readonly PartSeen[]> {
    return Promise.all(
      this.#parts.map(async (part) => ({ name: part.name, state: (await part.inspect()).state })),
    );
  }

  #partsOf(target: TargetName): readonly ProcessPart[] {
    const parts = this.#parts.filter((part) => targetOf(part.name) === target);
    if (parts.length > 0) return parts;
    const known = [...new Set(this.#parts.map((part) => targetOf(part.name)))].join(', ');
    throw new ShopctlError({
      message: `the local stack has no ${target}${known === '' ? '' : `; it has ${known}`}`,
      hint: known === '' ? 'shopctl up starts it' : 'shopctl status shows its parts',
    });
  }

  #door(fault: Fault): AdminDoor {
    if (this.#paymentsDoor !== undefined) return this.#paymentsDoor;
    throw new ShopctlError({
      message: `${describeFault(fault)}: this shop has no admin door`,
      hint: 'the reference shop opens one with SHOP_ADMIN=1, as shopctl up does',
    });
  }
}

interface PartSnapshot {
  readonly name: string;
  readonly state: TargetState;
  readonly pid?: number;
  readonly startedAt?: string;
}

async function snapshot(part: ProcessPart): Promise<PartSnapshot> {
  const { state, identity } = await part.inspect();
  return { name: part.name, state, ...identity };
}

/** Stops, kills or freezes all processes of a target and brings back those that ran before. */
class ProcessFaultHandle implements FaultHandle {
  readonly fault: ProcessFault;
  readonly prior: readonly PartSnapshot[];
  readonly #parts: readonly ProcessPart[];

  constructor(fault: ProcessFault, parts: readonly ProcessPart[], prior: readonly PartSnapshot[]) {
    this.fault = fault;
    this.prior = prior;
    this.#parts = parts;
  }

  get identity(): string {
    return this.prior
      .map((part) => `process ${part.name} pid ${part.pid} since ${part.startedAt}`)
      .join(', ');
  }

  async inject(): Promise<void> {
    await Promise.all(this.#parts.map((part) => this.#act(part)));
  }

  async tookEffect(): Promise<boolean> {
    const expected = this.fault.kind === 'paused' ? 'paused' : 'stopped';
    const looks = this.#parts.map(async (part) => {
      const { state } = await part.inspect();
      // The state is the kernel's word; that nobody is served any more is what the fault is about.
      return state === expected && !(await part.answers(lookWithinMs));
    });
    return (await Promise.all(looks)).every(Boolean);
  }

  async heal(): Promise<void> {
    await Promise.all(this.#found().map(bringBack));
  }

  async isWell(): Promise<boolean> {
    return (await Promise.all(this.#found().map((part) => part.answers(lookWithinMs)))).every(Boolean);
  }

  /** The parts that ran when the fault was resolved: only these are brought back. */
  #found(): readonly ProcessPart[] {
    const ran = new Set(this.prior.filter((part) => part.state === 'running').map((part) => part.name));
    return this.#parts.filter((part) => ran.has(part.name));
  }

  #act(part: ProcessPart): Promise<void> {
    switch (this.fault.kind) {
      case 'stopped':
        return part.stop({ withinMs: stopWithinMs });
      case 'killed':
        return part.kill();
      case 'paused':
        return part.pause();
    }
  }
}

async function bringBack(part: ProcessPart): Promise<void> {
  const { state } = await part.inspect();
  if (state === 'paused') await part.resume();
  if (state === 'stopped') await part.start({ withinMs: startWithinMs });
}

/** `orders-2` is the second instance of `orders`. */
function targetOf(partName: string): TargetName {
  return partName.replace(/-\d+$/, '') as TargetName;
}
