import type {
  FaultHandle,
  LoadRequest,
  OrderLoad,
  RunProgress,
  Runtime,
  ShopProbes,
} from '../../src/engine/ports.ts';
import type { Attempt } from '../../src/model/attempt.ts';
import type { Evidence, PartSeen } from '../../src/model/evidence.ts';
import type { Fault } from '../../src/model/fault.ts';
import type { Sample } from '../../src/model/sample.ts';
import type { TargetName, TargetState } from '../../src/model/target.ts';
import type { FakeClock } from './fake-clock.ts';

/** What may go wrong with the next deed of the fake shop's runtime. */
export interface Troubles {
  injectFails?: boolean;
  effectNeverSeen?: boolean;
  healFailsTimes?: number;
  neverWell?: boolean;
  /** Called when an order is sent, e.g. to interrupt the run there. */
  onOrder?: (n: number) => void;
  /** Whether the event of this order, told as confirmed, never leaves. */
  sticks?: (n: number) => boolean;
  /** Whether the shop turns this order away. */
  refuses?: (n: number) => boolean;
}

/**
 * A shop in a few lines for tests of the engine: orders ship when the broker runs, and what was done to its parts is
 * written to `deeds`. It is not a stand-in for the reference shop: system tests use that.
 */
export class FakeShop {
  readonly deeds: string[] = [];
  readonly states = new Map<TargetName, TargetState>([
    ['broker', 'running'],
    ['payments', 'running'],
  ]);
  readonly troubles: Troubles = {};
  readonly #clock: FakeClock;
  readonly #orders: string[] = [];
  readonly #shipped = new Set<string>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  readonly load: OrderLoad = {
    run: async (request: LoadRequest) => {
      const count = request.plan.model === 'closed' ? request.plan.orders : 0;
      let started = 0;
      while (started < count && !request.signal.aborted) {
        const attempt = await this.#order(request, request.firstN + started);
        started += 1;
        request.onAttempt(attempt);
      }
      const dropped = count - started;
      return { scheduled: count, started, dropped, accepted: started, refused: 0, unknown: 0, wallMs: 0 };
    },
  };

  async #order(request: LoadRequest, n: number): Promise<Attempt> {
    const startedMs = request.clock();
    await this.#clock.sleep(20);
    this.troubles.onOrder?.(n);
    const key = `${request.runId}-${n}`;
    const sent = {
      n,
      load: request.name,
      key,
      scheduledMs: startedMs,
      startedMs,
      endedMs: request.clock(),
    };
    if (this.troubles.refuses?.(n) === true) return { ...sent, outcome: 'refused', result: 'HTTP 422' };
    this.#orders.push(key);
    return { ...sent, outcome: 'accepted', result: 'Confirmed', orderId: `order-${n}` };
  }

  readonly probes: ShopProbes = {
    baseline: async () => ({ marks: {} }),
    sample: async (): Promise<Omit<Sample, 'atMs'>> => {
      this.#ship();
      const unsent = this.#orders.length - this.#shipped.size;
      return {
        outbox: { unsent, all: this.#orders.length },
        shipping: { shipments: this.#shipped.size, inbox: this.#shipped.size },
      };
    },
    progress: async (): Promise<RunProgress> => {
      this.#ship();
      return {
        unsent: this.#orders.length - this.#shipped.size,
        shippedOrders: this.#shipped.size,
        openSagas: 0,
        confirmedOrders: this.#orders.length,
      };
    },
    evidence: async (): Promise<Evidence> => {
      const numbers = this.#orders.map((key) => Number(key.split('-').at(-1)));
      return {
        orders: numbers.map((n, i) => ({
          orderId: `order-${n}`,
          key: this.#orders[i] ?? '',
          status: 'Confirmed',
        })),
        shipments: [...this.#shipped].map((key) => {
          const n = key.split('-').at(-1);
          return { shipmentId: `shipment-${n}`, orderId: `order-${n}` };
        }),
      };
    },
  };

  /** Events leave only while the broker runs. */
  #ship(): void {
    if (this.states.get('broker') !== 'running') return;
    const sticks = (key: string) => this.troubles.sticks?.(Number(key.split('-').at(-1))) === true;
    for (const key of this.#orders) if (!sticks(key)) this.#shipped.add(key);
  }

  readonly runtime: Runtime = {
    name: 'fake',
    abilities: async () => [{ target: 'broker', faults: ['stopped', 'killed', 'paused'] }],
    resolve: async (fault) => this.#handle(fault),
    reopen: async (fault) => this.#handle(fault),
    restore: async (target) => void this.states.set(target, 'running'),
    parts: async (): Promise<PartSeen[]> => [...this.states].map(([name, state]) => ({ name, state })),
  };

  #handle(fault: Fault): FaultHandle {
    const { target } = fault;
    const broken: TargetState = fault.kind === 'paused' ? 'paused' : 'stopped';
    return {
      fault,
      identity: `fake ${target}`,
      prior: { state: 'running' },
      inject: async () => {
        this.deeds.push(`${target} ${fault.kind}`);
        this.states.set(target, broken);
        if (this.troubles.injectFails === true) throw new Error('the injection broke half-way');
      },
      tookEffect: async () => this.troubles.effectNeverSeen !== true && this.states.get(target) === broken,
      heal: async () => {
        if ((this.troubles.healFailsTimes ?? 0) > 0) {
          this.troubles.healFailsTimes = (this.troubles.healFailsTimes ?? 0) - 1;
          this.deeds.push(`${target} not healed`);
          throw new Error('no healing yet');
        }
        this.deeds.push(`${target} healed`);
        this.states.set(target, 'running');
      },
      isWell: async () => this.troubles.neverWell !== true && this.states.get(target) === 'running',
    };
  }
}
