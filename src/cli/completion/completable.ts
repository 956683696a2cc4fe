import type { ArgumentNode, CommandNode, OptionNode } from '../command-tree.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What may stand in a place: words, files or folders of this machine; none of these is free text. */
export interface Completable {
  readonly words: readonly string[];
  readonly paths: 'none' | 'files' | 'folders';
}

export interface CompletableOption {
  /** `-n`, `--lines` */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined for a switch, which takes no value. */
  readonly value: (Completable & { readonly name: string }) | undefined;
}

export interface CompletableCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletableOption[];
  /** Of all its arguments together: each command has one kind of them that has words. */
  readonly argument: Completable;
}

export interface CompletableProgram {
  readonly name: string;
  readonly options: readonly CompletableOption[];
  readonly commands: readonly CompletableCommand[];
}

/** commander's own command, described as commander does. */
export const helpCommand = 'display help for command';

/** What can be completed where, the same for every shell. Each option also has `--help`, which all commands have. */
export function completable(program: CommandNode, vocabulary: Vocabulary): CompletableProgram {
  const optionsOf = (node: CommandNode) =>
    node.options.map((option) => completableOption(option, vocabulary));
  return {
    name: program.name,
    options: optionsOf(program),
    commands: program.commands.map((command) => ({
      name: command.name,
      description: command.description,
      options: optionsOf(command),
      argument: argumentOf(command.arguments, vocabulary),
    })),
  };
}

function completableOption(option: OptionNode, vocabulary: Vocabulary): CompletableOption {
  const { short, long, description, value, choices } = option;
  return {
    names: [...(short === undefined ? [] : [short]), long],
    description,
    value: value === undefined ? undefined : { name: value, ...placeOf(value, choices, vocabulary) },
  };
}

function argumentOf(list: readonly ArgumentNode[], vocabulary: Vocabulary): Completable {
  const places = list.map(({ name, choices }) => placeOf(name, choices, vocabulary));
  const [first] = places.filter(({ words, paths }) => words.length > 0 || paths !== 'none');
  return first ?? { words: [], paths: 'none' };
}

function placeOf(name: string, choices: readonly string[], vocabulary: Vocabulary): Completable {
  const words = choices.length > 0 ? choices : (vocabulary[name] ?? []);
  if (name === 'folder') return { words, paths: 'folders' };
  // A scenario may be somebody's own file.
  return { words, paths: name === 'file' || name === 'scenario' ? 'files' : 'none' };
}
