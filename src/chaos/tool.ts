import { kill } from 'node:process';
import { execa } from 'execa';
import { ShopctlError } from '../errors.ts';
import { redacted } from '../model/redact.ts';

/** What running somebody's programs takes from the process. shopctl's Host fits. */
export interface ToolHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export interface ToolCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly withinMs: number;
  readonly host: ToolHost;
}

/** How a program ended. One that could not be run, or not within its limit, is an error and not an end. */
export interface ToolEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end in a process group of its own: Ctrl-C is shopctl's to handle, and must not reach the
 * `docker start` that heals. At its limit the whole group is ended, so that nothing of it holds on to the output.
 *
 * @throws ShopctlError when the program is not there, or does not end within its limit
 */
export async function runTool({ program, args, withinMs, host }: ToolCall): Promise<ToolEnd> {
  const running = execa(program, args, {
    env: definedOf(host.env),
    extendEnv: false,
    cwd: host.cwd,
    stdin: 'ignore',
    detached: true,
    reject: false,
    maxBuffer: 20_000_000,
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(running.pid);
  }, withinMs);
  const result = await running.finally(() => clearTimeout(timer));
  if (isLate) throw new ShopctlError(lateness(program, args, withinMs));
  if (result.code === 'ENOENT') {
    throw new ShopctlError({
      message: `${program} is not on the PATH`,
      hint: `install ${program}, or make it known to this shell`,
      isFinal: true,
    });
  }
  const { exitCode, stdout, stderr } = result;
  if (exitCode !== undefined) return { exitCode, stdout, stderr };
  throw new ShopctlError({
    message: `${commandLine(program, args)} could not be run: ${result.signal ?? result.code ?? 'no reason given'}`,
  });
}

function lateness(program: string, args: readonly string[], withinMs: number) {
  return {
    message: `${commandLine(program, args)} did not end within ${withinMs / 1000} s`,
    hint: `does what is behind it answer at all? Try the same in this shell`,
  };
}

/** Ends what runs in the group of a detached child. Where there are no groups, the child alone. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const id of [-pid, pid]) {
    try {
      kill(id, 'SIGKILL');
      return;
    } catch {
      // It has ended by itself, or this platform knows no groups.
    }
  }
}

/** The last words of a program, for an error: without secrets, and without a wall of text. */
export function lastWords(text: string): string {
  const lines = redacted(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.slice(-4).join('\n  ').slice(-800);
}

function commandLine(program: string, args: readonly string[]): string {
  return redacted([program, ...args].join(' ')).slice(0, 200);
}

export function definedOf(env: ToolHost['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
