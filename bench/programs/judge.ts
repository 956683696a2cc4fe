/* Reads a journal, folds it and judges it by every promise; says how long that took. Argument: the journal. */
import process from 'node:process';
import { readJournal } from '../../src/engine/journal-file.ts';
import { foldJournal } from '../../src/model/fold-journal.ts';
import { judgeAll } from '../../src/model/verdict.ts';
import { everyPromise, type Judged } from '../judged.ts';

const path = process.argv[2];
if (path === undefined) throw new Error('which journal?');
const startedMs = performance.now();
const verdicts = judgeAll(everyPromise, foldJournal(readJournal(path)));
const ms = performance.now() - startedMs;
const broken = verdicts.find((promise) => promise.verdict === 'broken');
if (broken !== undefined) throw new Error(`${broken.promise} is broken: ${broken.reason ?? broken.lookedAt}`);
// maxRSS is in kilobytes.
const judged: Judged = { ms, peakBytes: process.resourceUsage().maxRSS * 1024 };
process.stdout.write(`${JSON.stringify(judged)}\n`);
