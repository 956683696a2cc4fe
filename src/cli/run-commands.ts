import type { Command } from 'commander';
import type { Run } from '../cli.ts';
import { examples, oneOf } from './options.ts';

/** `runs` and `report`: what earlier checks left. */
export function addRunCommands(program: Command, run: Run): void {
  program
    .command('runs')
    .description('earlier runs with verdict and duration')
    .addHelpText('after', examples('shopctl runs', 'shopctl runs --json'))
    .action(async (_options, command) => {
      const { runs } = await import('../commands/runs.ts');
      await run(command, runs);
    });
  program
    .command('report')
    .description('render an earlier run from its journal, the latest when none is named')
    .argument('[run]', 'as `runs` lists it, or its last four characters')
    .option('--format <form>', 'table, line, json, junit, md or html', oneOf(...reportForms), 'table')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText('after', examples('shopctl report', 'shopctl report --format html -o run.html'))
    .action(async (runId, options, command) => {
      const { report } = await import('../commands/report.ts');
      await run(command, (context) => report(runId, options, context));
    });
}

const reportForms = ['table', 'line', 'json', 'junit', 'md', 'html'];
