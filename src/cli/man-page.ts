import { ExitCode } from '../exit-code.ts';
import type { ArgumentNode, CommandNode, OptionNode } from './command-tree.ts';

/**
 * The manual page `shopctl(1)`, in the macros that every `man` knows.
 *
 * @param program whose help it is: a command is described where it is defined, and nowhere else
 */
export function manPage(program: CommandNode, version: string): string {
  const title = program.name.toUpperCase();
  const lines = [
    `.TH ${title} 1 "" "${program.name} ${version}" "User Commands"`,
    '.SH NAME',
    `${program.name} \\- chaos and load tool for event\\-driven shops`,
    '.SH SYNOPSIS',
    `.B ${program.name}`,
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    text(program.description),
    '.SH OPTIONS',
    'They may stand before a command or after it.',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => commandLines(program.name, command)),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => tagged(`.B ${code}`, meaning)),
    '.SH ENVIRONMENT',
    ...variables.flatMap(([name, meaning]) => tagged(`.B ${name}`, meaning)),
    '.SH FILES',
    ...files.flatMap(([path, meaning]) => tagged(`.I ${text(path)}`, meaning)),
  ];
  return `${lines.join('\n')}\n`;
}

const exitCodes: readonly (readonly [code: number | string, meaning: string])[] = [
  [ExitCode.held, 'every promise held, or the command did what was asked'],
  [ExitCode.broken, 'a promise was broken, or a --fail-on gate fired'],
  [ExitCode.unknown, 'unknown: not enough evidence'],
  [
    ExitCode.unreachable,
    'a fault could not be injected or healed, or the shop could not be reached or started',
  ],
  [ExitCode.usage, 'wrong usage or config'],
  [ExitCode.bug, 'a bug in shopctl'],
  [
    `${ExitCode.sigint}, ${ExitCode.sigterm}, ${ExitCode.sighup}`,
    'interrupted by SIGINT, SIGTERM or SIGHUP, after healing',
  ],
];

const variables = [
  ['SHOPCTL_CONFIG', "the shop's config, as --config"],
  ['SHOPCTL_STATE_DIR', 'folder of the runs and of the local stack, as --state-dir'],
  ['SHOPCTL_URL', "the shop's public door, as --url"],
  ['SHOPCTL_SETTLE', "how long everything may take to arrive, in place of the config's settle"],
  ['NO_COLOR', 'no colours, when it is not empty'],
] as const;

const files = [
  [
    'shopctl.config.yaml',
    'the shop to work on, looked for from the working folder upwards; also .json and .mjs',
  ],
  ['.shopctl/runs/<run>/journal.ndjson', 'everything that a run saw; reports are rendered from it'],
] as const;

function commandLines(program: string, command: CommandNode): string[] {
  const { name, description, options, examples } = command;
  const typed = [
    program,
    name,
    ...(options.length > 0 ? ['[options]'] : []),
    ...command.arguments.map(shape),
  ];
  return [
    `.SS ${text(typed.join(' '))}`,
    text(description),
    ...command.arguments.filter((each) => each.description !== '').flatMap(argumentLines),
    ...options.flatMap(optionLines),
    ...(examples.length === 0 ? [] : ['.PP', examples.length === 1 ? 'Example:' : 'Examples:']),
    ...(examples.length === 0 ? [] : ['.PP', '.nf', '.RS 4', ...examples.map(text), '.RE', '.fi']),
  ];
}

function shape({ name, isRequired, isVariadic }: ArgumentNode): string {
  const inner = `${name}${isVariadic ? '...' : ''}`;
  return isRequired ? `<${inner}>` : `[${inner}]`;
}

function argumentLines({ name, description, choices }: ArgumentNode): string[] {
  return tagged(`.I ${text(name)}`, [description, ...oneOfThese(description, choices)].join('; '));
}

function optionLines({ flags, description, choices, default: standard }: OptionNode): string[] {
  const notes = [description, ...oneOfThese(description, choices)];
  const isTold = standard === undefined || description.includes('default');
  return tagged(`.B ${text(flags)}`, `${notes.join('; ')}${isTold ? '' : ` (default: ${standard})`}`);
}

/** Most descriptions name the choices already, in a sentence of their own. */
function oneOfThese(description: string, choices: readonly string[]): string[] {
  const isNew = choices.some((choice) => !description.includes(choice));
  return isNew ? [`one of ${choices.join(', ')}`] : [];
}

function tagged(tag: string, description: string): string[] {
  return ['.TP', tag, text(description)];
}

/** roff takes a `-` for a hyphen, a `\` for its own, and a line that begins with `.` or `'` for a request. */
function text(plain: string): string {
  const escaped = plain.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
