import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, ShopctlError } from '../errors.ts';
import type { Clock } from '../host.ts';
import { foldJournal, openFaults } from '../model/fold-journal.ts';
import type { JournalEvent, JournalFact } from '../model/journal-event.ts';
import type { FaultWindow, RunRecord } from '../model/run-record.ts';
import { appendToJournal, JournalFile, type Opening, readJournal } from './journal-file.ts';

/** Tells whether the process that opened a run still lives; a reused pid must not count. */
export interface ProcessLiveness {
  /** Something that names this very process: pid and kernel start time. */
  self(): Promise<string>;
  isAlive(identity: string): Promise<boolean>;
}

/** A fault that is still applied, and whether the shopctl that applied it is still at work. */
export interface AppliedFault {
  readonly runId: string;
  readonly command: string;
  readonly window: FaultWindow;
  readonly ownerAlive: boolean;
  /** Wall clock (ms) at which it is to heal by itself; it counts from the latest of intent, injection and effect. */
  readonly healDueAt?: number;
}

/** A run that was at work, or left something broken, and whose journal cannot say what. */
export interface UnreadableRun {
  readonly runId: string;
  readonly folder: string;
  readonly why: string;
}

/**
 * The runs under the state folder: `runs/<run id>/journal.ndjson`. While a run goes on, or while one of its faults is
 * still applied, a marker `open` beside the journal names its process; it is only an index, so that finding what is
 * still broken does not mean reading every journal there ever was.
 */
export class RunStore {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #liveness: ProcessLiveness;

  constructor(stateFolder: string, clock: Clock, liveness: ProcessLiveness) {
    this.#folder = join(stateFolder, 'runs');
    this.#clock = clock;
    this.#liveness = liveness;
  }

  /**
   * Opens the journal of a new run.
   * @throws ShopctlError (exit 3) when the state folder does not take it
   */
  async open(opening: Omit<Opening, 'runId'>): Promise<JournalFile> {
    const runId = newRunId(this.#clock.now());
    const journal = await JournalFile.create(this.journalPath(runId), { runId, ...opening }, this.#clock);
    writeFileSync(this.#markerPath(runId), await this.#liveness.self());
    return journal;
  }

  /** Closes the journal; the run stays marked while one of its faults is still applied. */
  async close(journal: JournalFile): Promise<void> {
    const stillApplied = openFaults(journal.fold()).length > 0;
    await journal.close();
    if (!stillApplied) this.#unmark(journal.runId);
  }

  journalPath(runId: string): string {
    return join(this.#folder, runId, 'journal.ndjson');
  }

  /** Run ids, oldest first. A journal without a byte is of a shopctl that was killed before it began: no run. */
  list(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => (statSync(this.journalPath(name), { throwIfNoEntry: false })?.size ?? 0) > 0)
      .sort();
  }

  /** @throws ShopctlError when there is no such run, or its journal cannot be read */
  record(runId: string): RunRecord {
    return foldJournal(readJournal(this.journalPath(runId)));
  }

  /**
   * Every fault that was applied and not healed, newest first: the order in which to heal. A run whose journal cannot
   * be read has none here and is among `unreadableRuns`: it must not keep the others from being healed.
   */
  async appliedFaults(): Promise<AppliedFault[]> {
    const applied = this.#marked().map((runId) => this.#appliedIn(runId));
    return (await Promise.all(applied.reverse())).flat();
  }

  /** The marked runs whose journals cannot tell what they left broken, oldest first. */
  unreadableRuns(): UnreadableRun[] {
    return this.#marked().flatMap((runId) => {
      const why = this.#troubleWith(runId);
      return why === undefined ? [] : [{ runId, folder: join(this.#folder, runId), why }];
    });
  }

  #marked(): string[] {
    return this.list().filter((runId) => this.isOpen(runId));
  }

  /** Why the journal cannot be read; undefined when it can. */
  #troubleWith(runId: string): string | undefined {
    try {
      this.record(runId);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Whether the run goes on, or one of its faults is still applied. */
  isOpen(runId: string): boolean {
    return existsSync(this.#markerPath(runId));
  }

  /** Whether the process that opened the run still lives. */
  async isAtWork(runId: string): Promise<boolean> {
    if (!this.isOpen(runId)) return false;
    return this.#liveness.isAlive(readFileSync(this.#markerPath(runId), 'utf8'));
  }

  /** Writes down what became of a fault of an earlier run, and takes the run's mark away when it was the last one. */
  async append(runId: string, facts: readonly JournalFact[]): Promise<void> {
    appendToJournal(this.journalPath(runId), facts, this.#clock);
    const stillOpen = openFaults(this.record(runId)).length > 0 || (await this.isAtWork(runId));
    if (!stillOpen) this.#unmark(runId);
  }

  async #appliedIn(runId: string): Promise<AppliedFault[]> {
    const dueAt = new Map<string, number>();
    let record: RunRecord;
    try {
      record = foldJournal(withDueTimes(readJournal(this.journalPath(runId)), dueAt));
    } catch {
      return [];
    }
    const ownerAlive = await this.isAtWork(runId);
    const open = openFaults(record).reverse();
    if (open.length === 0 && !ownerAlive) this.#unmark(runId);
    return open.map((window) => {
      const due = dueAt.get(window.id);
      return {
        runId,
        command: record.command,
        window,
        ownerAlive,
        ...(due === undefined ? {} : { healDueAt: due }),
      };
    });
  }

  #unmark(runId: string): void {
    rmSync(this.#markerPath(runId), { force: true });
  }

  #markerPath(runId: string): string {
    return join(this.#folder, runId, 'open');
  }
}

const beginnings: ReadonlySet<string> = new Set(['fault-intended', 'fault-injected', 'fault-observed']);

/** The events as they come; notes by fault when it is to heal by itself. */
function* withDueTimes(events: Iterable<JournalEvent>, dueAt: Map<string, number>): Generator<JournalEvent> {
  const forMs = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'fault-intended' && event.forMs !== undefined) forMs.set(event.id, event.forMs);
    if (beginnings.has(event.type) && 'id' in event) {
      const limitMs = forMs.get(event.id);
      if (limitMs !== undefined) dueAt.set(event.id, Date.parse(event.at) + limitMs);
    }
    yield event;
  }
}

/** Sorts by time, is unique among runs started in the same second, and holds no character special to SQL or URLs. */
function newRunId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const random = Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `${stamp}-${random}`;
}

/**
 * Makes sure that the state folder can be written.
 * @throws ShopctlError (exit 3)
 */
export function ensureStateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new ShopctlError({
      message: `the state folder ${folder} cannot be made: ${messageOf(error)}`,
      hint: 'choose another with --state-dir or SHOPCTL_STATE_DIR',
      cause: error,
    });
  }
}
