import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Judged } from '../judged.ts';
import type { Measurement } from '../measurement.ts';
import { median, repeated } from '../statistics.ts';

const megabyte = 1_000_000;

/** In processes of their own, as `shopctl report` is: memory of a bench that did other things would say nothing. */
export const judging: Measurement = {
  name: 'judging',
  about:
    'a run with every promise, read from its journal, folded and judged; memory is that of the whole process',
  async measure({ programs, folder, quick, say }) {
    const orders = quick ? 10_000 : 100_000;
    say(`judging: a run of ${orders} orders`);
    const path = join(folder, 'journal.ndjson');
    await programs.own('write-journal', [path, String(orders)]);
    const runs = await repeated(quick ? 1 : 5, async (): Promise<Judged> => {
      const { stdout } = await programs.own('judge', [path]);
      return JSON.parse(stdout);
    });
    say('judging: HTML of 10 000 orders');
    const page = join(folder, 'run.html');
    await programs.own('write-html', [page, '10000']);
    const inFull = quick ? '10 000 orders' : '100 000 orders';
    return [
      {
        name: `read, fold and judge ${inFull}`,
        value: median(runs.map((run) => run.ms)) / 1000,
        unit: 's',
        target: { atMost: 2 },
      },
      {
        name: '  memory at the most',
        value: Math.max(...runs.map((run) => run.peakBytes)) / megabyte,
        unit: 'MB',
        target: { atMost: 300 },
      },
      {
        name: '  size of the journal',
        value: statSync(path).size / megabyte,
        unit: 'MB',
        target: { atMost: 60 },
      },
      {
        name: 'HTML report of 10 000 orders',
        value: statSync(page).size / megabyte,
        unit: 'MB',
        target: { atMost: 3 },
      },
    ];
  },
};
