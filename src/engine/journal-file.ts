import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, ShopctlError } from '../errors.ts';
import type { Clock } from '../host.ts';
import { foldJournal, JournalFold } from '../model/fold-journal.ts';
import { type JournalEvent, type JournalFact, journalVersion } from '../model/journal-event.ts';
import { mayHoldSecret, redactedValue } from '../model/redact.ts';
import type { RunRecord } from '../model/run-record.ts';
import { packed, Unpacker } from './journal-codec.ts';
import { type Line, linesOf, wholeLinesOf } from './journal-lines.ts';
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
  readonly #fold = new JournalFold();
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
    return this.#fold.record();
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
    const { kept, lines } = withoutSecrets(event);
    this.#fold.add(kept);
    for (const line of lines) this.#waiting.push(line);
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

function withoutSecrets(event: JournalEvent): { kept: JournalEvent; lines: string[] } {
  const lines = linesFor(event);
  if (!lines.some(mayHoldSecret)) return { kept: event, lines };
  const kept = redactedValue(event);
  return { kept, lines: linesFor(kept) };
}

function linesFor(event: JournalEvent): string[] {
  return Array.from(packed(event), (line) => JSON.stringify(line));
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
 * Reads a journal event by event, also one that stops in the middle of a line because its writer was killed. What was
 * read is not kept: of a large run nobody needs the events beside the record.
 *
 * @throws ShopctlError when there is none, it is of a newer version, or a line in its middle is not an event; as late as
 *   that line is read
 */
export function* readJournal(path: string): Generator<JournalEvent> {
  const unpacker = new Unpacker();
  let first: Line | undefined;
  for (const line of linesOf(path)) {
    if (line.text === '') continue;
    const value = parsedLine(line.text);
    // Only the last line can be half written; anything else was not written by a journal.
    if (value === undefined && !line.isWhole) break;
    if (value === undefined) throw foreign(path, line);
    if (first === undefined) checkOpening(value, path, line);
    first ??= line;
    const event = taken(unpacker, value, path, line);
    if (event !== undefined) yield event;
  }
  if (first === undefined) throw foreign(path, { number: 1, text: '' });
}

/** Appends facts to the journal of an earlier run: its faults were healed later, by another shopctl. */
export function appendToJournal(path: string, facts: readonly JournalFact[], clock: Clock): void {
  // Read to its end: what is no journal is not written to.
  const openedAt = Date.parse(foldJournal(readJournal(path)).openedAt);
  const wholeLines = wholeLinesOf(path);
  const file = openSync(path, 'a');
  try {
    // A half line left by a killed writer would swallow the next event.
    ftruncateSync(file, wholeLines);
    for (const fact of facts) {
      // The process whose monotonic clock this was is gone; the wall clock is what is left.
      const event = { at: new Date(clock.now()).toISOString(), t: clock.now() - openedAt, ...fact };
      for (const line of withoutSecrets(event).lines) writeSync(file, `${line}\n`);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @returns undefined for what is not a line of a journal */
function parsedLine(text: string): JournalEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isEvent = typeof value === 'object' && value !== null && 'type' in value && 't' in value;
    return isEvent ? (value as JournalEvent) : undefined;
  } catch {
    return undefined;
  }
}

function checkOpening(event: JournalEvent, path: string, line: Line): void {
  if (event.type !== 'run-opened') throw foreign(path, line);
  if (event.version <= journalVersion) return;
  throw new ShopctlError({
    message: `${path} is of journal version ${event.version}; this shopctl reads up to ${journalVersion}`,
    hint: `it was written by shopctl ${event.shopctlVersion}: use that or a newer one`,
  });
}

function taken(unpacker: Unpacker, value: JournalEvent, path: string, line: Line): JournalEvent | undefined {
  try {
    return unpacker.take(value);
  } catch (error) {
    throw foreign(path, line, messageOf(error));
  }
}

function foreign(path: string, line: Omit<Line, 'isWhole'>, why?: string): ShopctlError {
  const because = why === undefined ? '' : `: ${why}`;
  return new ShopctlError({
    message: `${path} is not a journal of shopctl: line ${line.number} is ${JSON.stringify(line.text.slice(0, 80))}${because}`,
    hint: 'shopctl runs lists the runs there are',
  });
}
