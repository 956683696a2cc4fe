import type { Command } from 'commander';
import { commandTree } from '../command-tree.ts';
import { bashCompletion } from './bash.ts';
import { completable } from './completable.ts';
import { fishCompletion } from './fish.ts';
import { vocabulary } from './vocabulary.ts';
import { zshCompletion } from './zsh.ts';

export const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** A script that completes the program in this shell, with all its words in it: nothing is started at a Tab. */
export function completionScript(shell: keyof typeof scripts, program: Command): string {
  return scripts[shell](completable(commandTree(program), vocabulary));
}
