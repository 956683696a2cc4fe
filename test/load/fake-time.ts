interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** A clock that moves only when nobody has anything left to do: the test's time line is exact. */
export class FakeTime {
  now = 0;
  #sleepers: Sleeper[] = [];

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { atMs: this.now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Moves the clock from sleeper to sleeper until the work has ended; its result is the work's. */
  async runUntil<Result>(work: Promise<Result>): Promise<Result> {
    let ended = false;
    const watched = work.finally(() => {
      ended = true;
    });
    watched.catch(() => {});
    while (!ended) {
      // setImmediate comes after all promises that can go on.
      await new Promise((resolve) => setImmediate(resolve));
      if (ended) break;
      this.#wakeNext();
    }
    return await watched;
  }

  #wakeNext(): void {
    const next = this.#sleepers.toSorted((a, b) => a.atMs - b.atMs)[0];
    if (next === undefined) throw new Error(`nothing is left to wait for at ${this.now} ms`);
    this.now = next.atMs;
    this.#sleepers = this.#sleepers.filter((other) => other !== next);
    next.wake();
  }
}
