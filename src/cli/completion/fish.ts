import {
  type Completable,
  type CompletableOption,
  type CompletableProgram,
  helpCommand,
} from './completable.ts';

/** A script for `shopctl completion fish | source`. */
export function fishCompletion({ name, options, commands }: CompletableProgram): string {
  const one = (...words: string[]) => ['complete', '-c', name, ...words].join(' ');
  const when = (command: string) => ['-n', quoted(`__${name}_at ${command}`)];
  const optionLines = (list: readonly CompletableOption[], condition: readonly string[]) =>
    list.map((option) =>
      one(...condition, ...spellings(option), ...valueWords(option), '-d', quoted(option.description)),
    );
  return [
    `# fish completion of ${name}; made by '${name} completion fish'`,
    commandFunction(name, options),
    one('-e'),
    one('-f'),
    ...optionLines(options, []),
    one('-l', 'help', '-d', quoted('show help')),
    ...commands.map(({ name: command, description }) =>
      one(...when("''"), '-a', command, '-d', quoted(description)),
    ),
    one(...when("''"), '-a', 'help', '-d', quoted(helpCommand)),
    one(...when('help'), '-a', quoted(commands.map((command) => command.name).join(' '))),
    ...commands.flatMap(({ name: command, options: own, argument }) => [
      ...argumentLines(argument).map((words) => one(...when(command), ...words)),
      ...optionLines(own, when(command)),
    ]),
  ].join('\n');
}

/**
 * Which command is typed: the first word that is neither an option nor the value of one. fish's own function for it takes
 * the value for the command.
 */
function commandFunction(name: string, options: readonly CompletableOption[]): string {
  const valued = options.filter(({ value }) => value !== undefined).flatMap(({ names }) => names);
  return `function __${name}_at
    set -l words (commandline -opc)
    set -l typed ''
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case ${valued.join(' ')}
                set -e words[1]
            case '-*'
            case '*'
                set typed $words[1]
                break
        end
        set -e words[1]
    end
    test "$typed" = "$argv[1]"
end`;
}

function argumentLines({ words, paths }: Completable): string[][] {
  return [
    ...(words.length === 0 ? [] : [['-a', quoted(words.join(' '))]]),
    ...(paths === 'none' ? [] : [['-F']]),
  ];
}

function spellings({ names }: CompletableOption): string[] {
  return names.flatMap((name) => (name.startsWith('--') ? ['-l', name.slice(2)] : ['-s', name.slice(1)]));
}

function valueWords({ value }: CompletableOption): string[] {
  if (value === undefined) return [];
  if (value.paths === 'files') return ['-r', '-F'];
  if (value.paths === 'folders') return ['-x', '-a', quoted('(__fish_complete_directories)')];
  return value.words.length === 0 ? ['-x'] : ['-x', '-a', quoted(value.words.join(' '))];
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
