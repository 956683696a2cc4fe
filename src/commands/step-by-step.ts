import type { RunDeps } from '../engine/run-scenario.ts';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import type { CommandContext } from './context.ts';
import { stepLines } from './explain.ts';
import { wordsFor } from './step-words.ts';

/**
 * For `--step`: says in words what each step is about to do and what to expect, and waits for Enter. Only `settled` begins
 * at once: whoever reads before it would make the recovery as long as the reading.
 * @throws ShopctlError (usage) where there is no terminal to press it on
 */
export function stepByStep({ host, output }: CommandContext): NonNullable<RunDeps['beforeStep']> {
  if (!host.stdin.isTTY) {
    throw new ShopctlError({
      message: '--step waits for Enter, and stdin is not a terminal',
      hint: 'shopctl explain <scenario> prints the same text',
      exitCode: ExitCode.usage,
    });
  }
  return async (step) => {
    const { does, expect } = wordsFor(step);
    // The steps beside a load follow each other without a stop: they are said before it begins.
    const beside = step.kind === 'under-load' ? ['', ...stepLines(step.steps, '        ')].join('\n') : '';
    const text = `\nnext:   ${does}${beside}\nexpect: ${expect}`;
    if (step.kind === 'settled') return output.complain(text);
    output.complain(`${text}\nEnter goes on.`);
    await host.stdin.line(host.signal);
  };
}
