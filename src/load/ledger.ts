import type { LoadRequest } from '../engine/ports.ts';
import type { AttemptOutcome, LoadTotals } from '../model/attempt.ts';
import type { OrderSender } from './order-request.ts';

/**
 * Books every order of one load: scheduled = started + dropped, and, once nothing is in flight,
 * started = accepted + refused + unknown.
 */
export class Ledger {
  readonly #request: LoadRequest;
  readonly #sender: OrderSender;
  readonly #onFailure: () => void;
  readonly #outcomes: Record<AttemptOutcome, number> = { accepted: 0, refused: 0, unknown: 0 };
  #started = 0;
  #dropped = 0;
  #inFlight = 0;
  #whenIdle: (() => void) | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param onFailure called when an attempt could not be booked; no more should be started then */
  constructor(request: LoadRequest, sender: OrderSender, onFailure: () => void) {
    this.#request = request;
    this.#sender = sender;
    this.#onFailure = onFailure;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Sends the next order and books how it ended. Never rejects: see `settled`. */
  async start(scheduledMs: number): Promise<void> {
    // Dropped orders use up no number, so the numbers of a load are its started orders without gaps.
    const n = this.#request.firstN + this.#started++;
    const { clock, runId, name: load, onAttempt } = this.#request;
    const key = `${runId}-${n}`;
    this.#inFlight++;
    try {
      const startedMs = clock();
      const answer = await this.#sender.send({ runId, n, key });
      this.#outcomes[answer.outcome]++;
      onAttempt({ n, load, key, scheduledMs, startedMs, endedMs: clock(), ...answer });
    } catch (error) {
      // A journal that cannot be written, or a bug: the load ends, and whoever started it hears why.
      this.#failure ??= { error };
      this.#onFailure();
    } finally {
      if (--this.#inFlight === 0) this.#whenIdle?.();
    }
  }

  /** An order that was due while too many were unanswered. It is never sent later. */
  drop(): void {
    this.#dropped++;
  }

  /** Resolves when nothing is in flight. Rejects with what kept an attempt from being booked, if anything did. */
  async settled(): Promise<void> {
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  totals(wallMs: number): LoadTotals {
    const started = this.#started;
    return { scheduled: started + this.#dropped, started, dropped: this.#dropped, ...this.#outcomes, wallMs };
  }
}
