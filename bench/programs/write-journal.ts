/* Writes the journal of a made-up run as shopctl would. Arguments: the file, the number of orders. */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalFile } from '../../src/engine/journal-file.ts';
import { madeUpRun, runId } from '../made-up-run.ts';

const [path, orders] = process.argv.slice(2);
if (path === undefined) throw new Error('to which file?');
const clock = { now: () => Date.now(), monotonic: () => performance.now(), sleep: (ms: number) => sleep(ms) };
const opening = { runId, command: 'check made-up', shopctlVersion: '0.0.0' };
const journal = await JournalFile.create(path, opening, clock);
for (const fact of madeUpRun(Number(orders), () => journal.elapsedMs())) journal.record(fact);
await journal.close();
