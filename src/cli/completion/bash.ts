import type { Completable, CompletableOption, CompletableProgram } from './completable.ts';

/** A script for `source <(shopctl completion bash)`: it starts no process at a Tab. Runs on the bash 3.2 of macOS too. */
export function bashCompletion({ name, options, commands }: CompletableProgram): string {
  const own = commands.flatMap((command) => valueCases(command.name, command.options));
  const globals = valueCases('*', options);
  return `# bash completion of ${name}; made by '${name} completion bash'
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} cmd='' words='' paths='' i
  COMPREPLY=()
  # bash takes '=' for a word of its own: --format=table are three.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${patterns(options.filter(({ value }) => value !== undefined))}) ((i++)) ;;
      -* | =) ;;
      *) cmd=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case "$cmd $prev" in
${[...own, ...globals].join('\n')}
    *)
      case "$cmd" in
        '') words='${[...commands.map((command) => command.name), 'help'].join(' ')}' ;;
${commands.map((command) => `        ${command.name}) ${assignments(command.argument)} ;;`).join('\n')}
        help) words='${commands.map((command) => command.name).join(' ')}' ;;
      esac
      if [[ $cur == -* ]]; then
        paths=''
        case "$cmd" in
${commands.map((command) => `          ${command.name}) words='${names(command.options)}' ;;`).join('\n')}
          *) words='' ;;
        esac
        words="$words ${names(options)} --help"
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  local IFS=$'\\n'
  case $paths in
    files) COMPREPLY+=($(compgen -f -- "$cur")) ;;
    folders) COMPREPLY+=($(compgen -d -- "$cur")) ;;
  esac
  if [[ -n $paths ]]; then compopt -o filenames 2>/dev/null; fi
  if [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -F _${name} ${name}`;
}

/** What stands after an option that takes a value. */
function valueCases(command: string, options: readonly CompletableOption[]): string[] {
  return options.flatMap(({ names: spellings, value }) => {
    if (value === undefined) return [];
    const before = command === '*' ? "*' " : `'${command} `;
    const pattern = spellings.map((spelling) => `${before}${spelling}'`);
    return [`    ${pattern.join(' | ')}) ${assignments(value)} ;;`];
  });
}

function assignments({ words, paths }: Completable): string {
  const parts = [
    ...(words.length === 0 ? [] : [`words='${words.join(' ')}'`]),
    ...(paths === 'none' ? [] : [`paths=${paths}`]),
  ];
  return parts.length === 0 ? ':' : parts.join('; ');
}

function patterns(options: readonly CompletableOption[]): string {
  return options.flatMap((option) => option.names).join(' | ');
}

function names(options: readonly CompletableOption[]): string {
  return options.flatMap((option) => option.names).join(' ');
}
