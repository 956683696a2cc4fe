import type { FaultHandle } from '../engine/ports.ts';
import type { ProcessFault } from '../model/fault.ts';
import type { TargetState } from '../model/target.ts';
import { bringBack, type ProcessPart } from './process-part.ts';

/** A graceful end takes a broker some seconds; after this the part is killed. */
const stopWithinMs = 20_000;
/** One look. A frozen process accepts a connection and then says nothing, so a look needs a limit of its own. */
const lookWithinMs = 500;

/** A part as it was found, before anything was done to it. Plain JSON: it goes into the journal. */
export interface PartSnapshot {
  readonly name: string;
  readonly state: TargetState;
  readonly pid?: number;
  readonly startedAt?: string;
}

export async function snapshot(part: ProcessPart): Promise<PartSnapshot> {
  const { state, identity } = await part.inspect();
  return { name: part.name, state, ...identity };
}

/** Whether a part is still led by the very process that was found, be it that it is about to end. */
export async function isStillFound(part: ProcessPart, prior: readonly PartSnapshot[]): Promise<boolean> {
  const { identity } = await part.inspect();
  const found = prior.find(({ name }) => name === part.name);
  return identity !== undefined && found?.pid === identity.pid && found.startedAt === identity.startedAt;
}

export function identityText(parts: readonly PartSnapshot[]): string {
  return parts.map((part) => `process ${part.name} pid ${part.pid} since ${part.startedAt}`).join(', ');
}

/** Stops, kills or freezes all processes of a target and brings back those that ran before. */
export class ProcessFaultHandle implements FaultHandle {
  readonly fault: ProcessFault;
  readonly prior: readonly PartSnapshot[];
  readonly #parts: readonly ProcessPart[];
  /** Somebody may have begun to act on the parts, and may have been ended in the middle of it. */
  #mayHaveBegun: boolean;

  /** @param reopened from a journal: what is on record there as intended may have been begun */
  constructor(
    fault: ProcessFault,
    parts: readonly ProcessPart[],
    prior: readonly PartSnapshot[],
    reopened = false,
  ) {
    this.fault = fault;
    this.prior = prior;
    this.#parts = parts;
    this.#mayHaveBegun = reopened;
  }

  get identity(): string {
    return identityText(this.prior);
  }

  async inject(): Promise<void> {
    this.#mayHaveBegun = true;
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
    await Promise.all(
      this.#found().map(async (part) => {
        if (await this.#mayStillEnd(part)) await this.#act(part);
        await bringBack(part);
      }),
    );
  }

  async isWell(): Promise<boolean> {
    const looks = this.#found().map(
      async (part) => !(await this.#mayStillEnd(part)) && (await part.answers(lookWithinMs)),
    );
    return (await Promise.all(looks)).every(Boolean);
  }

  /**
   * A process that was asked to end serves until it does, which takes a broker seconds: taken for well, it would die
   * after the healing. So what was begun is finished first; that nothing was begun yet costs a restart.
   */
  async #mayStillEnd(part: ProcessPart): Promise<boolean> {
    if (!this.#mayHaveBegun || this.fault.kind === 'paused') return false;
    return isStillFound(part, this.prior);
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
