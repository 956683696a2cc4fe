import type { Command } from 'commander';
import type { Run } from '../cli.ts';
import { examples, wholeNumber } from './options.ts';

/** `shopctl prove`, with its options and examples. */
export function addProveCommand(program: Command, run: Run): void {
  program
    .command('prove')
    .description(
      'start the reference shop with each known defect and show which scenario catches it: 0 all caught and the clean shop held',
    )
    .argument('[defect...]', 'names, as `prove --list` shows them; all when none is given')
    .option('--list', 'show the defects', false)
    .option('--third', 'the fixed third of the defects that breaks every promise, for CI', false)
    .option('--no-control', 'leave the clean shop out')
    .option('--only-control', 'the clean shop alone', false)
    .option('--soak <runs>', 'only the clean shop, until so many runs in a row held', wholeNumber(1, 10_000))
    .option('--repeat <times>', 'run each so many times', wholeNumber(1, 100), 1)
    .option('--jobs <number>', 'stacks side by side (default: what the machine bears)', wholeNumber(1, 16))
    .option('--resume', 'go on where an interrupted proof of the same code stopped', false)
    .option('--md <file>', 'write all that is known of this code as Markdown')
    .addHelpText(
      'after',
      examples(
        'shopctl prove',
        'shopctl prove no-inbox retry-cap --repeat 10',
        'shopctl prove --resume --md docs/proof.md',
        'shopctl prove --soak 100',
      ),
    )
    .action(async (names, options, command) => {
      const { listDefects, prove } = await import('../commands/prove.ts');
      if (options.list) return run(command, listDefects);
      await run(command, (context) => prove(names, options, context));
    });
}
