import type { Command } from 'commander';
import type { Run } from '../cli.ts';
import { ExitCode } from '../exit-code.ts';
import { examples, oneOf } from './options.ts';

/** `shopctl completion <shell>`: made from the program that it completes. */
export function addCompletionCommand(program: Command, run: Run): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and names in your shell')
    .argument('<shell>', 'bash, zsh or fish', oneOf('bash', 'zsh', 'fish'))
    .addHelpText(
      'after',
      examples(
        'source <(shopctl completion bash)',
        'source <(shopctl completion zsh)',
        'shopctl completion fish | source',
      ),
    )
    .action(async (shell: keyof Scripts, _options, command) => {
      const { completionScript } = await import('./completion/script.ts');
      await run(command, ({ output }) => {
        const script = completionScript(shell, program);
        if (output.json) output.printJson({ shell, script });
        else output.printReport(script);
        return ExitCode.held;
      });
    });
}

type Scripts = typeof import('./completion/script.ts').scripts;
