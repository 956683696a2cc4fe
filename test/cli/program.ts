import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli.ts';
import { ExitCode } from '../../src/exit-code.ts';
import type { Host } from '../../src/host.ts';

const silent = { write: () => {}, isTTY: false, columns: undefined };

/** The program as `main` builds it, for looking at; nothing that it prints is seen. */
export function builtProgram(): Command {
  const host: Host = {
    argv: [],
    env: {},
    cwd: '/',
    platform: 'linux',
    arch: 'x64',
    uid: 1000,
    pid: 1,
    execPath: process.execPath,
    packageRoot: fileURLToPath(new URL('../..', import.meta.url)),
    stdin: { isTTY: false, line: async () => '' },
    stdout: silent,
    stderr: silent,
    signal: new AbortController().signal,
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
  };
  return buildProgram(host, { code: ExitCode.held });
}

/** Every command, those in commands among them, without the hidden ones. */
export function commandsOf(command: Command): Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.filter((each) => each.name() !== 'help').flatMap((each) => [each, ...commandsOf(each)]);
}
