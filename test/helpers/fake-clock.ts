import type { Clock } from '../../src/host.ts';

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/**
 * A clock that only moves while everybody sleeps: when nothing else is left to do, it jumps to the next moment
 * somebody waits for. A test of thirty simulated seconds takes milliseconds and is the same every time.
 */
export class FakeClock implements Clock {
  #now = 0;
  readonly #epoch = Date.parse('2026-03-01T02:14:00Z');
  readonly #sleepers = new Set<Sleeper>();
  #jumping = false;

  now = (): number => this.#epoch + this.#now;

  monotonic = (): number => this.#now;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const sleeper: Sleeper = {
        dueAt: this.#now + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#sleepers.add(sleeper);
      this.#jumpWhenIdle();
    });

  #jumpWhenIdle(): void {
    if (this.#jumping) return;
    this.#jumping = true;
    // After all promise callbacks and pending I/O of this turn.
    setTimeout(() => {
      this.#jumping = false;
      const next = [...this.#sleepers].sort((a, b) => a.dueAt - b.dueAt)[0];
      if (next === undefined) return;
      this.#sleepers.delete(next);
      this.#now = Math.max(this.#now, next.dueAt);
      next.wake();
      if (this.#sleepers.size > 0) this.#jumpWhenIdle();
    }, 0);
  }
}
