import type { Command } from 'commander';
import type { Run } from '../cli.ts';
import { examples } from './options.ts';

/** `config` and `init`: a shop of somebody's own. */
export function addConfigCommands(program: Command, run: Run): void {
  program
    .command('init')
    .description('write a commented config for a shop of your own; asks on a terminal')
    .option('--preset <preset>', 'reference, compose, aspire or kubernetes; asks nothing then')
    .option('--out <file>', 'where to', 'shopctl.config.yaml')
    .option('--force', 'overwrite a file that is there', false)
    .option('--database-url <dsn>', 'DSN of one of its databases; the others are on the same server')
    .option('--broker-url <url>', 'where its broker is')
    .option('--management-url <url>', "the broker's management API; left out where only the broker is told")
    .addHelpText(
      'after',
      examples(
        'shopctl init',
        'shopctl init --preset compose --out shop.yaml',
        'shopctl init --preset kubernetes --url http://127.0.0.1:8080 --broker-url amqp://guest:guest@127.0.0.1:5673',
      ),
    )
    .action(async (options, command) => {
      const { init } = await import('../commands/init.ts');
      await run(command, (context) => init(options, context));
    });
  program
    .command('config')
    .description('the config of the shop, each value with where it came from, secrets masked')
    .addHelpText('after', examples('shopctl config', 'SHOPCTL_SETTLE=20s shopctl config --json'))
    .action(async (_options, command) => {
      const { showConfig } = await import('../commands/config.ts');
      await run(command, showConfig);
    });
}
