import {
  type Completable,
  type CompletableOption,
  type CompletableProgram,
  helpCommand,
} from './completable.ts';

/** A script for `source <(shopctl completion zsh)`, or to lie as `_shopctl` in a folder of `$fpath`. */
export function zshCompletion({ name, options, commands }: CompletableProgram): string {
  const globals = options.flatMap(specs);
  const all = [...commands, { name: 'help', description: helpCommand }];
  const described = all.map((command) => quoted(`${command.name}:${escaped(command.description, ':')}`));
  return `#compdef ${name}
# zsh completion of ${name}; made by '${name} completion zsh'
_${name}() {
  local curcontext="$curcontext" state line
  local -a commands globals
  commands=(
${described.map((line) => `    ${line}`).join('\n')}
  )
  globals=(
${[...globals, quoted('--help[show help]')].map((line) => `    ${line}`).join('\n')}
  )
  _arguments -C $globals '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${commands.map(({ name: command, options: own, argument }) => branch(command, own, argument)).join('\n')}
        help) _describe -t commands command commands ;;
      esac
      ;;
  esac
}
if [[ \${funcstack[1]} == _${name} ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi`;
}

function branch(command: string, options: readonly CompletableOption[], argument: Completable): string {
  const rest = action(argument);
  const lines = [...options.flatMap(specs), ...(rest === '' ? [] : [quoted(`*:${command}:${rest}`)])];
  return [
    `        ${command})`,
    `          _arguments $globals \\`,
    ...lines.map((line) => `            ${line} \\`),
  ]
    .join('\n')
    .replace(/ \\$/, '\n          ;;');
}

/** One for each spelling, each to be given as often as one likes. */
function specs({ names, description, value }: CompletableOption): string[] {
  const words = escaped(description, '[]:');
  return names.map((spelling) =>
    quoted(
      value === undefined
        ? `*${spelling}[${words}]`
        : `*${spelling}[${words}]:${escaped(value.name, ':')}:${action(value)}`,
    ),
  );
}

function action({ words, paths }: Completable): string {
  const goesOn = words.some((word) => word.endsWith('='));
  // -S: no blank after a word that goes on.
  const list = goesOn ? `compadd -S "" -- ${words.join(' ')}` : `(${words.join(' ')})`;
  if (paths === 'folders') return '_files -/';
  if (paths === 'files') return words.length === 0 ? '_files' : `{ compadd -- ${words.join(' ')}; _files }`;
  return words.length === 0 ? '' : goesOn ? `{ ${list} }` : list;
}

function escaped(text: string, signs: string): string {
  return [...text].map((sign) => (signs.includes(sign) || sign === '\\' ? `\\${sign}` : sign)).join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
