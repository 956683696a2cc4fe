import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTree } from '../../src/cli/command-tree.ts';
import { completionScript } from '../../src/cli/completion/script.ts';
import { targetNames } from '../../src/model/target.ts';
import { knownDefects } from '../../src/proof/defects/index.ts';
import { scenarios } from '../../src/scenarios/index.ts';
import { builtProgram } from './program.ts';

/** The same questions to every shell that is on this machine: what may come after these words. */

const folder = mkdtempSync(join(tmpdir(), 'shopctl-completion-'));
const program = builtProgram();

beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    writeFileSync(join(folder, `shopctl.${shell}`), `${completionScript(shell, program)}\n`);
  }
  writeFileSync(join(folder, 'mine.mjs'), '');
  writeFileSync(join(folder, 'my scenario.mjs'), '');
  mkdirSync(join(folder, 'subfolder'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function has(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** Words as bash gives them to a completion function: `=` is one of its own. */
function inBash(line: string): string[] {
  const words = line.split(/(=)| /).filter((word) => word !== undefined && word !== '');
  if (line.endsWith(' ')) words.push('');
  const asked = `
    source ./shopctl.bash
    [[ $(complete -p shopctl) == 'complete -F _shopctl shopctl' ]] || exit 9
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _shopctl
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return listed(execFileSync('bash', ['--norc', '-c', asked], { cwd: folder, encoding: 'utf8' }));
}

/**
 * zsh completes on a terminal only: one of its module zpty, where all questions are typed one after the other. What would
 * be offered is read from the builtin that all completions end in; keys are taken in their order, so nothing has to wait.
 */
function typedInZsh(lines: readonly string[]): string[][] {
  const asked = `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -d ${folder}/.zcompdump; source ./shopctl.zsh"
    zpty -w shell "bindkey -e; bindkey '^I' complete-word; bindkey '^Xk' kill-whole-line; setopt no_auto_list no_auto_menu no_beep"
    zpty -w shell 'compadd() { local -a all; builtin compadd -A all "$@"; print -rl -- "WORD:"$^all; builtin compadd "$@" }'
    zpty -w shell "print REA''DY"
    zpty -r -m shell out $'*READY\\r*'
    for line in ${lines.map(quoted).join(' ')}; do
      zpty -w -n shell "$line"$'\\t\\C-xkprint '"NE''XT"$'\\n'
      zpty -r -m shell out $'*NEXT\\r*'
      print -r -- "$out"
      print QUESTION
    done
    zpty -d shell`;
  const printed = execFileSync('zsh', ['-f', '-c', asked], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return printed.split('QUESTION').map((text) => [...text.matchAll(/WORD:([^\r\n]+)/g)].map(wordInZsh));
}

/** As it would stand in the line, where blanks are escaped. */
function wordInZsh([, word = '']: RegExpExecArray): string {
  return word.replaceAll('\\ ', ' ');
}

let fromZsh: Map<string, string[]> | undefined;
function inZsh(line: string): string[] {
  const lines = questions.map(([asked]) => asked);
  if (fromZsh === undefined) {
    fromZsh = new Map();
    for (const [place, words] of typedInZsh(lines).entries()) fromZsh.set(lines[place] ?? '', words);
  }
  return fromZsh.get(line) ?? [];
}

function inFish(line: string): string[] {
  const asked = `source ./shopctl.fish; complete -C ${quoted(line)}`;
  const printed = execFileSync('fish', ['--no-config', '-c', asked], { cwd: folder, encoding: 'utf8' });
  return listed(printed).map((word) => word.split('\t')[0] ?? '');
}

function listed(text: string): string[] {
  return text.split('\n').filter((word) => word !== '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const commandNames = commandTree(program).commands.map(({ name }) => name);

/** The line, and what must and must not be offered after it. */
const questions: readonly (readonly [line: string, offered: readonly string[], not: readonly string[]])[] = [
  ['shopctl ', [...commandNames, 'help'], ['heal-when-due']],
  ['shopctl do', ['down', 'doctor'], ['up']],
  ['shopctl --config shop.yaml --quiet do', ['down', 'doctor'], ['up']],
  ['shopctl check broker-o', ['broker-outage'], ['payments-outage']],
  ['shopctl check ', [...scenarios.map(({ name }) => name), 'mine.mjs', 'my scenario.mjs'], ['broker-stop']],
  ['shopctl explain broker-', ['broker-outage'], ['broker-stop']],
  ['shopctl chaos broker-', ['broker-stop', 'broker-kill'], ['broker-outage']],
  ['shopctl chaos heal', ['heal'], []],
  ['shopctl prove ', knownDefects.map(({ name }) => name), ['broker-outage']],
  ['shopctl logs ', targetNames, ['mine.mjs']],
  ['shopctl logs orders -n ', [], ['orders', 'broker', 'mine.mjs']],
  ['shopctl watch --format ', ['table', 'line', 'ndjson'], ['html', 'mine.mjs']],
  ['shopctl report --format h', ['html'], ['table']],
  ['shopctl up --runtime ', ['process', 'docker'], []],
  ['shopctl init --preset ', ['reference', 'compose', 'aspire', 'kubernetes'], ['docker']],
  ['shopctl up --port br', ['broker='], ['gateway=']],
  ['shopctl completion ', ['bash', 'zsh', 'fish'], ['mine.mjs']],
  ['shopctl check --dr', ['--dry-run'], ['--repeat']],
  ['shopctl up --state', ['--state-dir'], []],
  ['shopctl up --state-dir ', ['subfolder'], ['mine.mjs', 'process']],
  ['shopctl doctor --config mi', ['mine.mjs'], ['subfolder']],
];

/** fish and zsh mark folders with a slash. */
function bare(words: readonly string[]): string[] {
  return words.map((word) => word.replace(/\/$/, ''));
}

describe.each([
  ['bash', inBash],
  ['fish', inFish],
  ['zsh', inZsh],
] as const)('completion in %s', (shell, ask) => {
  const here = has(shell);
  if (!here) console.warn(`${shell} is not on this machine: its completion is not tried`);

  it.skipIf(!here).each(questions)('after "%s"', (line, offered, not) => {
    const words = bare(ask(line));
    expect(words).toEqual(expect.arrayContaining([...offered]));
    for (const word of not) expect(words).not.toContain(word);
  });
});

describe('completion', () => {
  it.skipIf(!has('bash'))('goes on after an equals sign in bash', () => {
    expect(inBash('shopctl watch --format=n')).toEqual(['ndjson']);
    expect(inBash('shopctl report --format=')).toContain('junit');
  });

  it.each(['bash', 'zsh', 'fish'] as const)('in %s is a script that the shell can read', (shell) => {
    if (!has(shell)) return;
    const read = spawnSync(shell, ['-n', join(folder, `shopctl.${shell}`)], { encoding: 'utf8' });
    expect({ status: read.status, stderr: read.stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each(['bash', 'zsh', 'fish'] as const)('in %s starts no process of shopctl', (shell) => {
    const script = completionScript(shell, program);
    const calls = script
      .split('\n')
      .filter((line) => /[$(`]\s*shopctl\b/.test(line) && !line.startsWith('#'));
    expect(calls).toEqual([]);
  });
});
