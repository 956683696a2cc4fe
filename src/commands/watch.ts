import { pollUntil } from '../engine/poll.ts';
import type { Baseline, Journal } from '../engine/ports.ts';
import { messageOf } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { Clock } from '../host.ts';
import type { PartSeen } from '../model/evidence.ts';
import type { Sample } from '../model/sample.ts';
import { clockTime } from '../report/clock-time.ts';
import { createLiveTable, liveRowOf } from '../report/live-table.ts';
import { unchangedFilter } from '../report/timeline.ts';
import { eventLine, sampleLine } from '../report/timeline-lines.ts';
import { openShop, type Shop } from '../wiring/shop.ts';
import type { CommandContext, Output } from './context.ts';
import { sayLeftovers } from './leftovers.ts';

export interface WatchOptions {
  readonly everyMs: number;
  readonly forMs?: number | undefined;
  readonly until?: string | undefined;
  readonly format: 'table' | 'line' | 'ndjson';
}

const baselineWithinMs = 2000;

/**
 * `shopctl watch`: polls and prints the timeline as it happens. Totals count from the start of the watch. A part that
 * does not answer shows as `?` and the cadence stays.
 * @returns held when it ended as asked, also by Ctrl-C; unknown when `--for` was over before it was drained
 */
export async function watch(options: WatchOptions, context: CommandContext): Promise<ExitCode> {
  const { host, output } = context;
  await sayLeftovers(context);
  const shop = await openShop(context);
  const done = new AbortController();
  const stop = () => done.abort();
  host.signal.addEventListener('abort', stop);
  const limit =
    options.forMs === undefined
      ? undefined
      : host.clock.sleep(options.forMs, done.signal).then(stop, () => {});
  let sawDrained = false;
  try {
    const journal = unwritten(host.clock);
    const screen = createScreen(options, context, host.clock.now());
    const baseline = await firstBaseline(shop, screen, journal, options.everyMs, context, done.signal);
    if (baseline === undefined) return ExitCode.unknown;
    const parts = partChanges();
    await pollUntil(done.signal, {
      probes: shop.probes,
      journal,
      clock: host.clock,
      everyMs: options.everyMs,
      scope: { runId: undefined, baseline },
      onSample: (sample) => {
        shop.runtime.parts().then(
          (seen) => {
            for (const change of parts(seen)) screen.event(change, host.clock.now());
          },
          // The stack is being stopped or given another shape: the next look shows it.
          () => {},
        );
        screen.sample(sample);
        sawDrained = isDrained(sample);
        if (options.until === 'drained' && sawDrained) stop();
      },
    });
  } finally {
    done.abort();
    await limit;
    host.signal.removeEventListener('abort', stop);
    await shop.close();
  }
  if (options.until === undefined || sawDrained) return ExitCode.held;
  if (host.signal.aborted) throw host.signal.reason;
  output.say('not drained when the time was up');
  return ExitCode.unknown;
}

/**
 * Where the tables stand now. While a stack is there but its database is away, rows of `?` are shown until it answers.
 *
 * @returns undefined when the watch ended first
 * @throws ShopctlError (exit 3) when there is no stack that could come back
 */
async function firstBaseline(
  shop: Shop,
  screen: Screen,
  journal: Journal,
  everyMs: number,
  { host, output }: CommandContext,
  done: AbortSignal,
): Promise<Baseline | undefined> {
  const nothing = { outbox: null, shipping: null, queue: null, orders: null };
  while (!done.aborted) {
    try {
      return await shop.probes.baseline(baselineWithinMs);
    } catch (error) {
      const parts = await shop.runtime.parts();
      if (parts.every((part) => part.state === 'stopped')) throw error;
      if (journal.elapsedMs() < everyMs + baselineWithinMs) output.say(messageOf(error));
      screen.sample({ atMs: journal.elapsedMs(), ...nothing });
      await host.clock.sleep(everyMs, done).catch(() => {});
    }
  }
  return undefined;
}

/** A watch is nobody's evidence: it keeps no journal. */
function unwritten(clock: Clock): Journal {
  const startedAt = clock.monotonic();
  return {
    runId: 'watch',
    elapsedMs: () => clock.monotonic() - startedAt,
    record: () => {},
    commit: async () => {},
  };
}

/** What did not answer is not drained; what this shop does not have is not waited for, but something must be there. */
function isDrained({ outbox, shipping, queue, orders }: Sample): boolean {
  if (outbox === null || shipping === null || queue === null || orders === null) return false;
  if (outbox === undefined && shipping === undefined) return false;
  const queued = queue === undefined ? 0 : queue.ready + (queue.unacked ?? 0);
  const hasShipped = shipping?.shipments === undefined || shipping.shipments >= (orders?.['Confirmed'] ?? 0);
  return (outbox?.unsent ?? 0) === 0 && queued === 0 && hasShipped;
}

/** Says what stopped, froze or came back since the last look. */
function partChanges(): (seen: readonly PartSeen[]) => string[] {
  let before: Map<string, string> | undefined;
  return (seen) => {
    const now = new Map(seen.map((part) => [part.name, part.state]));
    const changed = before === undefined ? [] : seen.filter((part) => before?.get(part.name) !== part.state);
    before = now;
    return changed.map(({ name, state }) => `${name} ${state === 'running' ? 'started' : state}`);
  };
}

interface Screen {
  sample(sample: Sample): void;
  event(text: string, epochMs: number): void;
}

function createScreen(options: WatchOptions, { output }: CommandContext, startedAt: number): Screen {
  if (output.json || options.format === 'ndjson') return ndjsonScreen(output, startedAt);
  return options.format === 'line' ? lineScreen(output, startedAt) : tableScreen(output, startedAt);
}

function ndjsonScreen(output: Output, startedAt: number): Screen {
  const at = (epochMs: number) => new Date(epochMs).toISOString();
  return {
    sample: (sample) => output.printJson({ at: at(startedAt + sample.atMs), ...sample }, 'line'),
    event: (event, epochMs) => output.printJson({ at: at(epochMs), event }, 'line'),
  };
}

function lineScreen(output: Output, startedAt: number): Screen {
  const isNews = unchangedFilter();
  return {
    sample: (sample) => {
      if (!isNews(liveRowOf(sample), sample.atMs)) return;
      output.print(sampleLine(sample, clockTime(startedAt + sample.atMs, output.timeZone)));
    },
    event: (text, epochMs) => output.print(eventLine(text, clockTime(epochMs, output.timeZone))),
  };
}

function tableScreen(output: Output, startedAt: number): Screen {
  const table = createLiveTable({ style: output.style, columns: output.columns });
  const isNews = unchangedFilter();
  output.print(table.head());
  return {
    sample: (sample) => {
      if (!isNews(liveRowOf(sample), sample.atMs)) return;
      output.print(table.sample(sample, clockTime(startedAt + sample.atMs, output.timeZone)));
    },
    event: (text, epochMs) => output.print(table.event(text, clockTime(epochMs, output.timeZone))),
  };
}
