import type { Ability, FaultHandle, Runtime } from '../engine/ports.ts';
import type { PartSeen } from '../model/evidence.ts';
import type { Fault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';

/** Sends a copy of the next event that it sees on the wire, once. */
export interface EventCopier {
  readonly copied: boolean;
  close(): Promise<void>;
}

export interface EventWire {
  /** For the fault's identity. */
  readonly exchange: string;
  open(): Promise<EventCopier>;
}

/**
 * A runtime for shops that cannot be told to fail between a publish and its mark: what such a failure does to everybody
 * else, the same event on the wire a second time, is done from outside.
 */
export class RedeliveringRuntime implements Runtime {
  readonly name: string;
  readonly #inner: Runtime;
  readonly #wire: EventWire;

  constructor(inner: Runtime, wire: EventWire) {
    this.name = inner.name;
    this.#inner = inner;
    this.#wire = wire;
  }

  async abilities(): Promise<readonly Ability[]> {
    const abilities = await this.#inner.abilities();
    const orders = abilities.find(({ target }) => target === 'orders');
    const others = abilities.filter(({ target }) => target !== 'orders');
    return [...others, { target: 'orders', faults: [...(orders?.faults ?? []), 'republishing'] }];
  }

  async resolve(fault: Fault): Promise<FaultHandle> {
    return fault.kind === 'republishing' ? this.#copying(fault) : this.#inner.resolve(fault);
  }

  async reopen(fault: Fault, identity: string, prior: unknown): Promise<FaultHandle> {
    return fault.kind === 'republishing' ? this.#copying(fault) : this.#inner.reopen(fault, identity, prior);
  }

  restore(target: TargetName): Promise<void> {
    return this.#inner.restore(target);
  }

  parts(): Promise<readonly PartSeen[]> {
    return this.#inner.parts();
  }

  /** Nothing of it outlives the connection, so there is nothing to heal after a crash. */
  #copying(fault: Fault): FaultHandle {
    let copier: EventCopier | undefined;
    return {
      fault,
      identity: `one event of the exchange ${this.#wire.exchange}, sent again`,
      prior: null,
      inject: async () => {
        copier = await this.#wire.open();
      },
      tookEffect: async () => copier?.copied ?? false,
      heal: async () => {
        await copier?.close();
      },
      isWell: async () => true,
    };
  }
}
