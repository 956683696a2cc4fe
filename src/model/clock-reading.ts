/** How far a clock elsewhere is ahead of this machine's (behind: below 0), and how far that may be off. Milliseconds. */
export interface ClockReading {
  readonly aheadMs: number;
  readonly uncertainMs: number;
}

/** One question for the time, and its answer. Milliseconds since the epoch. */
export interface ClockAnswer {
  /** By this machine's clock. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** By the other clock: somewhere from here … */
  readonly toldFrom: number;
  /** … to here: a second later for a clock that tells whole seconds. */
  readonly toldTo: number;
}

/**
 * The other clock was read at some moment between question and answer, so the truth lies between two bounds; nothing is
 * assumed of the way there being as long as the way back.
 */
export function clockReading({ askedAt, answeredAt, toldFrom, toldTo }: ClockAnswer): ClockReading {
  const least = toldFrom - answeredAt;
  const most = toldTo - askedAt;
  return { aheadMs: (least + most) / 2, uncertainMs: (most - least) / 2 };
}

/** How far apart the clocks are for sure; 0 when they may well be the same. */
export function surelyApartMs({ aheadMs, uncertainMs }: ClockReading): number {
  return Math.max(0, Math.abs(aheadMs) - uncertainMs);
}
