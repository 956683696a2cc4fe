import type { RecordedJournal } from '../../src/engine/run-scenario.ts';
import { foldJournal } from '../../src/model/fold-journal.ts';
import { type JournalEvent, type JournalFact, journalVersion } from '../../src/model/journal-event.ts';
import type { RunRecord } from '../../src/model/run-record.ts';
import type { FakeClock } from './fake-clock.ts';

/**
 * A journal without a disk, for tests on a fake clock: a real sync takes time that the fake clock knows nothing of, and
 * deadlines would pass meanwhile. What a journal does on disk is tested with the real one.
 */
export class MemoryJournal implements RecordedJournal {
  readonly runId = 'run';
  readonly events: JournalEvent[] = [];
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
    this.record({
      type: 'run-opened',
      version: journalVersion,
      runId: 'run',
      command: 'check outage',
      shopctlVersion: '0',
    });
  }

  elapsedMs(): number {
    return this.#clock.monotonic();
  }

  record(fact: JournalFact): void {
    this.events.push({ at: new Date(this.#clock.now()).toISOString(), t: this.elapsedMs(), ...fact });
  }

  async commit(fact: JournalFact): Promise<void> {
    this.record(fact);
  }

  fold(): RunRecord {
    return foldJournal(this.events);
  }
}
