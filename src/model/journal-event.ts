import type { Attempt, LoadPlan, LoadTotals } from './attempt.ts';
import type { Deed, Delivery } from './deed.ts';
import type { Evidence, QueueState, StockCount } from './evidence.ts';
import type { Fault } from './fault.ts';
import type { RunEnd, ScenarioSummary, Settle } from './run-record.ts';
import type { Sample } from './sample.ts';
import type { JudgedPromise, LeftOut } from './verdict.ts';

/** Version of the journal's form. A reader refuses newer ones instead of guessing. */
export const journalVersion = 1;

/**
 * One line of `journal.ndjson`: what happened, when by the wall clock (`at`, RFC 3339 UTC) and by the run's monotonic
 * clock (`t`, milliseconds). What is derived from these events is stored nowhere else.
 */
export type JournalEvent = { readonly at: string; readonly t: number } & JournalFact;

export type JournalFact =
  | {
      readonly type: 'run-opened';
      readonly version: number;
      readonly runId: string;
      readonly command: string;
      readonly shopctlVersion: string;
      readonly scenario?: ScenarioSummary;
    }
  | {
      readonly type: 'baseline';
      readonly stock?: readonly StockCount[] | null;
      readonly queues?: readonly QueueState[] | null;
    }
  | { readonly type: 'load-started'; readonly name: string; readonly plan: LoadPlan }
  | { readonly type: 'attempt'; readonly attempt: Attempt }
  | { readonly type: 'load-ended'; readonly name: string; readonly totals: LoadTotals }
  | { readonly type: 'sample'; readonly sample: Sample }
  | {
      readonly type: 'fault-intended';
      readonly id: string;
      readonly fault: Fault;
      readonly identity: string;
      readonly prior: unknown;
      /** With `--for`: how long after it has taken effect it heals by itself. */
      readonly forMs?: number;
    }
  | { readonly type: 'fault-injected'; readonly id: string }
  /** `sinceMs`: since when, by the runtime's own record; absent: since this look. */
  | { readonly type: 'fault-observed'; readonly id: string; readonly sinceMs?: number }
  | { readonly type: 'fault-ended-early'; readonly id: string; readonly sinceMs?: number }
  | { readonly type: 'fault-healing'; readonly id: string }
  | { readonly type: 'fault-healed'; readonly id: string }
  /** Nothing is left to heal: the stack it was applied to was stopped or thrown away. */
  | { readonly type: 'fault-dropped'; readonly id: string; readonly why: string }
  | { readonly type: 'fault-failed'; readonly id: string; readonly why: string }
  | { readonly type: 'deed'; readonly deed: Deed }
  | { readonly type: 'delivery'; readonly delivery: Delivery }
  | { readonly type: 'settled'; readonly settle: Settle }
  | { readonly type: 'remark'; readonly text: string }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  | {
      readonly type: 'judged';
      readonly promises: readonly JudgedPromise[];
      readonly leftOut?: readonly LeftOut[];
    }
  | { readonly type: 'run-ended'; readonly end: RunEnd };
