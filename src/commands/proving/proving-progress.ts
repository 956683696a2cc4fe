import type { TrialResult } from '../../proof/assemble.ts';
import type { Trial } from '../../proof/trials.ts';
import type { CommandContext } from '../context.ts';
import { resultWords, trialWords } from './trial-words.ts';

/** Elsewhere than on a terminal one line in this period says what is under way. */
const quietPeriodMs = 10_000;
const livePeriodMs = 1000;

export interface ProvingProgress {
  begins(trial: Trial): void;
  ended(trial: Trial, result: TrialResult): void;
  /** Trials that end without a result: interrupted. */
  leaves(trial: Trial): void;
  /** Ends the talk. */
  end(): Promise<void>;
}

/**
 * Says on stderr what each trial came to, and in between what is under way and for how long.
 * @param count how many results there are already, and how many there will be
 */
export function followTrials(
  count: { readonly done: number; readonly all: number },
  { host, output }: CommandContext,
): ProvingProgress {
  const live = host.stderr.isTTY && host.env['TERM'] !== 'dumb' && !output.quiet;
  const { clock } = host;
  const underWay = new Map<Trial, number>();
  const ending = new AbortController();
  let { done } = count;
  let saidAt = clock.monotonic();
  let shown = false;

  const erase = () => {
    if (shown) host.stderr.write('\r\u001b[2K');
    shown = false;
  };
  const say = (text: string) => {
    erase();
    output.sayAt(`[${done}/${count.all}] ${text}`);
    saidAt = clock.monotonic();
  };
  const seconds = (since: number) => Math.round((clock.monotonic() - since) / 1000);
  const underWayText = () =>
    [...underWay].map(([trial, since]) => `${trialWords(trial)}, ${seconds(since)} s`).join('; ');
  const look = () => {
    if (underWay.size === 0) return;
    if (!live && clock.monotonic() - saidAt >= quietPeriodMs) say(`at work: ${underWayText()}`);
    if (live) {
      const width = (host.stderr.columns ?? 80) - 1;
      host.stderr.write(`\r\u001b[2K${`[${done}/${count.all}] ${underWayText()}`.slice(0, width)}`);
      shown = true;
    }
  };
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await clock.sleep(livePeriodMs, ending.signal).catch(() => undefined);
      if (!ending.signal.aborted) look();
    }
  })();

  return {
    begins: (trial) => void underWay.set(trial, clock.monotonic()),
    leaves: (trial) => void underWay.delete(trial),
    ended: (trial, result) => {
      underWay.delete(trial);
      done += 1;
      say(resultWords(trial, result, output.style));
    },
    end: async () => {
      ending.abort();
      await looking;
      erase();
    },
  };
}
