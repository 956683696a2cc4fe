import type { Progress } from '../engine/ports.ts';
import type { Sample } from '../model/sample.ts';
import { countsText } from '../report/timeline-lines.ts';
import type { CommandContext } from './context.ts';

/** Elsewhere than on a terminal one line of counts in this period says that it is still at work. */
const quietPeriodMs = 10_000;

export interface RunFollower {
  readonly progress: Progress;
  readonly onSample: (sample: Sample) => void;
  /** Takes the last line of counts off the terminal. */
  end(): void;
}

/**
 * Shows on stderr what a run is doing: each event as a line, and the counts as one line that is rewritten on a
 * terminal and printed every 10 s elsewhere.
 */
export function followRun({ host, output }: CommandContext): RunFollower {
  const live = host.stderr.isTTY && host.env['TERM'] !== 'dumb';
  let lastCountsAt = host.clock.monotonic();
  let shown = false;
  const erase = () => {
    if (shown) host.stderr.write('\r\u001b[2K');
    shown = false;
  };
  const showCounts = (text: string) => {
    const width = (host.stderr.columns ?? 80) - 1;
    host.stderr.write(`\r\u001b[2K${text.slice(0, width)}`);
    shown = true;
  };
  return {
    progress: {
      say: (text) => {
        erase();
        output.sayAt(text);
        lastCountsAt = host.clock.monotonic();
      },
    },
    onSample: (sample) => {
      if (output.quiet) return;
      if (live) showCounts(countsText(sample));
      else if (host.clock.monotonic() - lastCountsAt >= quietPeriodMs) {
        output.sayAt(countsText(sample));
        lastCountsAt = host.clock.monotonic();
      }
    },
    end: erase,
  };
}

/** The same for a load: how many orders have ended. */
export function countOrders({ host, output }: CommandContext): { count(): void; end(): void } {
  const live = host.stderr.isTTY && host.env['TERM'] !== 'dumb' && !output.quiet;
  const periodMs = live ? 200 : quietPeriodMs;
  let ended = 0;
  let shownAt = host.clock.monotonic();
  let shown = false;
  return {
    count: () => {
      ended += 1;
      const now = host.clock.monotonic();
      if (now - shownAt < periodMs) return;
      shownAt = now;
      shown = live;
      if (live) host.stderr.write(`\r\u001b[2K${ended} orders`);
      else output.sayAt(`${ended} orders`);
    },
    end: () => {
      if (shown) host.stderr.write('\r\u001b[2K');
    },
  };
}
