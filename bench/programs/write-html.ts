/* Writes the HTML report of a made-up run. Arguments: the file, the number of orders. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { foldJournal } from '../../src/model/fold-journal.ts';
import { type JournalFact, journalVersion } from '../../src/model/journal-event.ts';
import { judgeAll } from '../../src/model/verdict.ts';
import { renderHtml } from '../../src/report/html.ts';
import { everyPromise } from '../judged.ts';
import { madeUpRun, runId } from '../made-up-run.ts';

const [path, orders] = process.argv.slice(2);
if (path === undefined) throw new Error('to which file?');
const at = new Date().toISOString();
const opened: JournalFact = {
  type: 'run-opened',
  version: journalVersion,
  runId,
  command: 'check made-up',
  shopctlVersion: '0.0.0',
};
const facts = [opened, ...madeUpRun(Number(orders), () => Number(orders))];
const record = foldJournal(facts.map((fact, index) => ({ at, t: index, ...fact })));
writeFileSync(path, renderHtml([{ ...record, judged: judgeAll(everyPromise, record) }]));
