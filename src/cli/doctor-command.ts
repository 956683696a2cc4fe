import type { Command } from 'commander';
import type { Run } from '../cli.ts';
import { examples } from './options.ts';

/** `shopctl doctor`, with its examples. */
export function addDoctorCommand(program: Command, run: Run): void {
  program
    .command('doctor')
    .description(
      'what is here, what is missing for checking this shop, and how to get it: 0 it can be checked, 3 not',
    )
    .addHelpText('after', examples('shopctl doctor', 'shopctl doctor --config shopctl.config.yaml --json'))
    .action(async (_options, command) => {
      const { doctor } = await import('../commands/doctor.ts');
      await run(command, doctor);
    });
}
