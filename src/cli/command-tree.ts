import type { Argument, Command, Option } from 'commander';

/*
 * The program as plain data, read from commander: what completion scripts, the manual page and the tests of the examples are
 * made of. A command needs to be described in one place only, where it is defined.
 */

export interface CommandNode {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly ArgumentNode[];
  /** Its own, without the global ones of the program. */
  readonly options: readonly OptionNode[];
  /** Command lines as they are typed, `shopctl` first. */
  readonly examples: readonly string[];
  /** Those that help shows. */
  readonly commands: readonly CommandNode[];
}

export interface ArgumentNode {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
  readonly choices: readonly string[];
}

export interface OptionNode {
  /** As help shows them: `-n, --lines <number>`. */
  readonly flags: string;
  readonly short: string | undefined;
  readonly long: string;
  readonly description: string;
  /** What stands for its value, e.g. `file`; undefined for a switch. */
  readonly value: string | undefined;
  readonly choices: readonly string[];
  /** In words; undefined where there is none worth a word. */
  readonly default: string | undefined;
}

export function commandTree(command: Command): CommandNode {
  const help = command.createHelp();
  const isOurs = (each: { name(): string }) => each.name() !== 'help';
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map(argumentNode),
    options: help.visibleOptions(command).filter(isOurs).map(optionNode),
    examples: examplesOf(command),
    commands: help.visibleCommands(command).filter(isOurs).map(commandTree),
  };
}

function argumentNode(argument: Argument): ArgumentNode {
  return {
    name: argument.name(),
    description: argument.description,
    isRequired: argument.required,
    isVariadic: argument.variadic,
    choices: argument.argChoices ?? allowedBy(argument.parseArg),
  };
}

function optionNode(option: Option): OptionNode {
  const { flags, short, long = '', description, parseArg, argChoices, defaultValue } = option;
  return {
    flags,
    short,
    long,
    description,
    value: /[<[](.+?)(?:\.\.\.)?[>\]]$/.exec(flags)?.[1],
    choices: argChoices ?? allowedBy(parseArg),
    default:
      typeof defaultValue === 'string' || typeof defaultValue === 'number' ? String(defaultValue) : undefined,
  };
}

/** What a parser made by `oneOf` lets through. */
function allowedBy(parser: unknown): readonly string[] {
  const allowed: unknown = typeof parser === 'function' ? Reflect.get(parser, 'allowed') : undefined;
  return Array.isArray(allowed) ? allowed.map(String) : [];
}

/** From the help text itself: what `addHelpText` was given is not to be had otherwise. */
function examplesOf(command: Command): string[] {
  let text = '';
  const { writeOut } = command.configureOutput();
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  command.configureOutput(writeOut === undefined ? {} : { writeOut });
  return [...text.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
}
