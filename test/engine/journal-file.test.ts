import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendToJournal, JournalFile, readJournal } from '../../src/engine/journal-file.ts';
import { foldJournal } from '../../src/model/fold-journal.ts';
import { FakeClock } from '../helpers/fake-clock.ts';
import { attempt, wholeEvidence } from '../helpers/run-record.ts';

const opening = { runId: 'run', command: 'load 2', shopctlVersion: '0' };
const plan = { model: 'closed', orders: 1, concurrency: 1, pauseMs: 0 } as const;
const counts = { scheduled: 1, started: 1, dropped: 0, accepted: 1, refused: 0, unknown: 0 };
let folder: string;
let path: string;
const clock = new FakeClock();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-journal-'));
  path = join(folder, 'journal.ndjson');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a journal', () => {
  it('reads back what was written, in order', async () => {
    const journal = await JournalFile.create(path, opening, clock);
    journal.record({ type: 'attempt', attempt: attempt(1) });
    journal.record({ type: 'attempt', attempt: attempt(2) });
    await journal.commit({ type: 'remark', text: 'done' });
    await journal.close();
    expect([...readJournal(path)].map((event) => event.type)).toEqual([
      'run-opened',
      'attempt',
      'attempt',
      'remark',
    ]);
    expect(foldJournal(readJournal(path))).toEqual(journal.fold());
  });

  it('has what was committed on disk before it goes on', async () => {
    const journal = await JournalFile.create(path, opening, clock);
    await journal.commit({ type: 'remark', text: 'on disk' });
    expect(readFileSync(path, 'utf8')).toContain('"on disk"');
    await journal.close();
  });

  it('keeps the order of facts that are committed at the same time', async () => {
    const journal = await JournalFile.create(path, opening, clock);
    const texts = Array.from({ length: 50 }, (_, i) => `remark ${i}`);
    await Promise.all(texts.map((text) => journal.commit({ type: 'remark', text })));
    await journal.close();
    expect(foldJournal(readJournal(path)).remarks.map(({ text }) => text)).toEqual(texts);
  });

  it('is readable up to where its writer was killed', async () => {
    const journal = await JournalFile.create(path, opening, clock);
    await journal.commit({ type: 'remark', text: 'whole' });
    await journal.close();
    appendFileSync(path, '{"at":"2026-03-01T02:14:00.000Z","t":3,"type":"rem');
    const record = foldJournal(readJournal(path));
    expect(record.remarks.map(({ text }) => text)).toEqual(['whole']);
    expect(record.end).toMatchObject({ how: 'lost', verdict: 'unknown' });
  });

  it('goes on after a half line when somebody heals later', async () => {
    const journal = await JournalFile.create(path, opening, clock);
    await journal.close();
    appendFileSync(path, '{"half');
    appendToJournal(path, [{ type: 'remark', text: 'healed later' }], clock);
    expect(foldJournal(readJournal(path)).remarks.map(({ text }) => text)).toEqual(['healed later']);
  });

  it('says as its record what is known by then, and later facts do not change that', async () => {
    const journal = await JournalFile.create(path, opening, clock);
    await journal.commit({ type: 'load-started', name: 'load 1', plan });
    const before = journal.fold();
    const copy = structuredClone(before);
    journal.record({ type: 'attempt', attempt: attempt(1) });
    await clock.sleep(10);
    await journal.commit({ type: 'load-ended', name: 'load 1', totals: { ...counts, wallMs: 20 } });
    await journal.close();
    expect(before).toEqual(copy);
    expect(journal.fold()).toMatchObject({ attempts: [{ n: 1 }], loads: [{ totals: counts }] });
  });
});

describe('the evidence of a large run', () => {
  const evidence = { ...wholeEvidence(2500), paymentRetries: null };

  async function journalWithEvidence(): Promise<JournalFile> {
    const journal = await JournalFile.create(path, opening, clock);
    await journal.commit({ type: 'evidence', evidence });
    await journal.close();
    return journal;
  }

  it('comes back as it was, from several lines', async () => {
    const journal = await journalWithEvidence();
    expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(10);
    const record = foldJournal(readJournal(path));
    expect(record.evidence).toEqual(evidence);
    expect(record).toEqual(journal.fold());
  });

  it.each([0.2, 0.5, 0.9, 0.999])('is none where its writer was killed at %d of it', async (share) => {
    await journalWithEvidence();
    truncateSync(path, Math.floor(statSync(path).size * share));
    expect(foldJournal(readJournal(path))).toMatchObject({ runId: 'run', end: { how: 'lost' } });
    expect(foldJournal(readJournal(path))).not.toHaveProperty('evidence');
    appendToJournal(path, [{ type: 'remark', text: 'healed later' }], clock);
    expect(foldJournal(readJournal(path)).remarks).toHaveLength(1);
  });

  it('is refused where a line of it is gone, with the line that tells', async () => {
    await journalWithEvidence();
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.toSpliced(2, 1).join('\n'));
    expect(() => foldJournal(readJournal(path))).toThrow(/line 4 is .*evidence-rows/);
    expect(() => appendToJournal(path, [{ type: 'remark', text: 'never' }], clock)).toThrow('line 4');
    expect(readFileSync(path, 'utf8')).not.toContain('never');
  });

  it('has each order id where grep finds it', async () => {
    await journalWithEvidence();
    expect(readFileSync(path, 'utf8').match(/"o1234"/g)).toHaveLength(1);
  });
});

describe('secrets', () => {
  const broker = 'amqp://shop:s3cret@127.0.0.1:5672 does not answer; authorization: Bearer abc.123';

  it('never reach the disk or the record, whatever holds them', async () => {
    const journal = await JournalFile.create(
      path,
      { ...opening, command: 'up --set PASSWORD=s3cret' },
      clock,
    );
    journal.record({ type: 'attempt', attempt: attempt(1, { outcome: 'unknown', reason: broker }) });
    const row = { orderId: 'o1', key: 'run-1', status: 'Cancelled', reason: broker };
    await journal.commit({ type: 'evidence', evidence: { orders: [row, { ...row, orderId: 'o2' }] } });
    await journal.commit({ type: 'remark', text: broker });
    const written = journal.fold();
    await journal.close();
    appendToJournal(path, [{ type: 'fault-failed', id: 'f', why: broker }], clock);
    for (const text of [readFileSync(path, 'utf8'), JSON.stringify(written)]) {
      expect(text).not.toContain('s3cret');
      expect(text).not.toContain('abc.123');
      expect(text).toContain('amqp://shop:***@127.0.0.1:5672 does not answer; authorization: Bearer ***');
    }
  });
});

describe('a journal that cannot be used is refused in words', () => {
  it('when its folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const beneathFile = join(folder, 'file', 'runs', 'journal.ndjson');
    await expect(JournalFile.create(beneathFile, opening, clock)).rejects.toMatchObject({
      message: expect.stringContaining(beneathFile),
      exitCode: 3,
    });
  });

  it.each([
    ['it does not exist', undefined, 'there is no journal'],
    ['it is empty', '', 'is not a journal of shopctl'],
    ['it is something else', 'hello\nworld\n', 'is not a journal of shopctl: line 1 is "hello"'],
    [
      'a line in its middle is no event',
      '{"type":"run-opened","t":0,"version":1}\nnoise\n{}\n',
      'line 2 is "noise"',
    ],
    [
      'it is of a newer version',
      '{"type":"run-opened","t":0,"version":99,"shopctlVersion":"9.0.0"}\n',
      'is of journal version 99; this shopctl reads up to 1',
    ],
  ])('when %s', (_title, content, message) => {
    if (content !== undefined) writeFileSync(path, content);
    expect(() => [...readJournal(path)]).toThrow(message);
  });
});
