import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, ShopctlError } from '../errors.ts';
import { redacted } from '../model/redact.ts';
import { definedOf, endGroup, lastWords, type ToolHost } from './tool.ts';

export interface ShellCommand {
  readonly line: string;
  readonly cwd: string;
  readonly withinMs: number;
  readonly host: ToolHost;
  /** Where its output is kept while it runs. */
  readonly outputFolder: string;
}

export interface ShellEnd {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  /** The last lines it printed, without secrets. */
  readonly said: string;
}

/**
 * Runs one line of the user's in a shell of its own process group, which Ctrl-C does not reach. Its output goes to a
 * file, not through a pipe: a server that it leaves running in the background would keep a pipe open, and die of it
 * when shopctl ends.
 *
 * @throws ShopctlError when it does not end within its limit (its whole group is ended then), or cannot be run at all
 */
export async function runShell(command: ShellCommand): Promise<ShellEnd> {
  await mkdir(command.outputFolder, { recursive: true });
  const path = join(command.outputFolder, `${randomUUID()}.out`);
  const output = await open(path, 'w', 0o600);
  try {
    const end = await ended(command, output.fd);
    const said = lastWords(await readFile(path, 'utf8'));
    if (end !== 'late') return { exitCode: end.exitCode, said };
    throw new ShopctlError({
      message: `'${shown(command.line)}' did not end within ${command.withinMs / 1000} s${said === '' ? '' : `:\n  ${said}`}`,
      hint: "a command that starts a server must leave it in the background; the target's within gives it more time",
    });
  } finally {
    await output.close();
    await rm(path, { force: true });
  }
}

async function ended(
  { line, cwd, withinMs, host }: ShellCommand,
  output: number,
): Promise<{ exitCode: number | undefined } | 'late'> {
  const child = spawn('/bin/sh', ['-c', line], {
    cwd,
    env: definedOf(host.env),
    stdio: ['ignore', output, output],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      endGroup(child.pid);
      resolve('late');
    }, withinMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(
        new ShopctlError({
          message: `'${shown(line)}' could not be run in ${cwd}: ${messageOf(error)}`,
          hint: "is the target's cwd right?",
          cause: error,
        }),
      );
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve({ exitCode: code ?? undefined });
    });
  });
}

/** A command line as it may be shown. */
export function shown(line: string): string {
  const text = redacted(line);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
