/** A probe that did not answer in time. */
export class NoAnswer extends Error {
  constructor(withinMs: number) {
    super(`no answer within ${withinMs} ms`);
    this.name = 'NoAnswer';
  }
}

/**
 * The result of the work, or a rejection once the time is over, whatever the work itself still waits for: a database
 * that hangs while connecting must not stop the cadence of the looks.
 *
 * @throws NoAnswer after `withinMs`
 */
export async function within<Result>(withinMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(withinMs)), withinMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of the work, or `null` (`?` in the timeline) when it failed: a look never rejects. */
export async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
