import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, messageOf, ShopctlError } from '../errors.ts';
import type { Clock } from '../host.ts';
import { foldJournal } from '../model/fold-journal.ts';
import { type JournalEvent, type JournalFact, journalVersion } from '../model/journal-event.ts';
import { mayHoldSecret, redactedValue } from '../model/redact.ts';
import type { RunRecord } from '../model/run-record.ts';
import type { RecordedJournal } from './run-scenario.ts';

/** Attempts and samples wait this long at the most before they are written. */
const flushAfterMs = 100;

export type Opening = Omit<Extract<JournalFact, { type: 'run-opened' }>, 'type' | 'version'>;

/**
 * A run's journal on disk, newline-delimited JSON. Opened and synced before it is handed out, so that an unwritable or
 * full disk is found before anything is broken. Secrets are taken out on the way in, so that no report can show one.
 */
export class JournalFile implements RecordedJournal {
  readonly runId: string;
  readonly path: string;
  readonly #file: FileHandle;
  readonly #clock: Clock;
  readonly #openedAt: number;
  readonly #events: JournalEvent[] = [];
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Once a line may be half written nothing more is: what follows it could not be read. */
  #failure: Error | undefined;

  private constructor(path: string, runId: string, file: FileHandle, clock: Clock) {
    this.path = path;
    this.runId = runId;
    this.#file = file;
    this.#clock = clock;
    this.#openedAt = clock.monotonic();
  }

  /** @throws ShopctlError (exit 3) when the folder or the disk does not take it */
  static async create(path: string, opening: Opening, clock: Clock): Promise<JournalFile> {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'ax', 0o600);
      const journal = new JournalFile(path, opening.runId, file, clock);
      await journal.commit({ type: 'run-opened', version: journalVersion, ...opening });
      syncFolder(dirname(path));
      return journal;
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  elapsedMs(): number {
    return Math.round((this.#clock.monotonic() - this.#openedAt) * 10) / 10;
  }

  record(fact: JournalFact): void {
    this.#append(fact);
    this.#timer ??= setTimeout(() => void this.#flush().catch(() => {}), flushAfterMs);
  }

  async commit(fact: JournalFact): Promise<void> {
    this.#append(fact);
    await this.#flush();
    try {
      await this.#file.datasync();
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  fold(): RunRecord {
    return foldJournal(this.#events);
  }

  /** Writes what waits and closes. Nothing can be recorded afterwards. */
  async close(): Promise<void> {
    await this.#flush().catch(() => {});
    await this.#file.close();
  }

  #append(fact: JournalFact): void {
    const event: JournalEvent = {
      at: new Date(this.#clock.now()).toISOString(),
      t: this.elapsedMs(),
      ...fact,
    };
    const { kept, line } = withoutSecrets(event);
    this.#events.push(kept);
    this.#waiting.push(line);
  }

  /** Writes are chained, so that lines never interleave; each takes all that waits by then. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const written = this.#writing.catch(() => {}).then(() => this.#writeWaiting());
    this.#writing = written;
    return written;
  }

  async #writeWaiting(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    try {
      await this.#file.appendFile(`${lines.join('\n')}\n`);
    } catch (error) {
      this.#failure = unwritable(this.path, error);
      throw this.#failure;
    }
  }
}

function withoutSecrets(event: JournalEvent): { kept: JournalEvent; line: string } {
  const line = JSON.stringify(event);
  if (!mayHoldSecret(line)) return { kept: event, line };
  const kept = redactedValue(event);
  return { kept, line: JSON.stringify(kept) };
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function unwritable(path: string, error: unknown): Error {
  if (error instanceof ShopctlError) return error;
  return new ShopctlError({
    message: `the journal ${path} cannot be written: ${messageOf(error)}`,
    hint: 'free some space or choose another folder with --state-dir; nothing was broken that is not written down',
    cause: error,
  });
}

/**
 * Reads a journal, also one that stops in the middle of a line because its writer was killed.
 *
 * @throws ShopctlError when there is none, it is of a newer version, or a line in its middle is not an event
 */
export function readJournal(path: string): JournalEvent[] {
  const lines = readText(path).split('\n');
  const events: JournalEvent[] = [];
  lines.forEach((line, index) => {
    if (line === '') return;
    const event = parseEvent(line);
    if (event !== undefined) events.push(event);
    // Only the last line can be half written; anything else was not written by a journal.
    else if (index < lines.length - 1) throw foreign(path, index + 1, line);
  });
  const [first] = events;
  if (first?.type !== 'run-opened') throw foreign(path, 1, lines[0] ?? '');
  if (first.version > journalVersion) {
    throw new ShopctlError({
      message: `${path} is of journal version ${first.version}; this shopctl reads up to ${journalVersion}`,
      hint: `it was written by shopctl ${first.shopctlVersion}: use that or a newer one`,
    });
  }
  return events;
}

/** Appends facts to the journal of an earlier run: its faults were healed later, by another shopctl. */
export function appendToJournal(path: string, facts: readonly JournalFact[], clock: Clock): void {
  const [first] = readJournal(path);
  const openedAt = Date.parse(first?.at ?? '');
  const halfLineAt = halfLineOf(path);
  const file = openSync(path, 'a');
  try {
    // Left by a killed writer, it would swallow the next event. A journal whose writer is at work is not cut.
    if (halfLineAt !== undefined) ftruncateSync(file, halfLineAt);
    for (const fact of facts) {
      // The process whose monotonic clock this was is gone; the wall clock is what is left.
      const event = { at: new Date(clock.now()).toISOString(), t: clock.now() - openedAt, ...fact };
      writeSync(file, `${withoutSecrets(event).line}\n`);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Where the last line begins when it has no end; undefined when all lines are whole. */
function halfLineOf(path: string): number | undefined {
  const bytes = readFileSync(path);
  const wholeLines = bytes.lastIndexOf(0x0a) + 1;
  return wholeLines === bytes.length ? undefined : wholeLines;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT';
    throw new ShopctlError({
      message: missing ? `there is no journal ${path}` : `${path} cannot be read: ${messageOf(error)}`,
      hint: 'shopctl runs lists the runs there are',
      cause: error,
    });
  }
}

function parseEvent(line: string): JournalEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isEvent = typeof value === 'object' && value !== null && 'type' in value && 't' in value;
    return isEvent ? (value as JournalEvent) : undefined;
  } catch {
    return undefined;
  }
}

function foreign(path: string, line: number, text: string): ShopctlError {
  return new ShopctlError({
    message: `${path} is not a journal of shopctl: line ${line} is ${JSON.stringify(text.slice(0, 80))}`,
    hint: 'shopctl runs lists the runs there are',
  });
}
