import { type CommandContext, createContext } from '../../src/commands/context.ts';
import type { Host } from '../../src/host.ts';

/** What a test types, and what it sees. */
export interface FakeTerminal {
  readonly context: CommandContext;
  /** Everything that was written, stdout and stderr in the order of writing. */
  readonly said: string[];
  /** How many lines were read. */
  readonly linesRead: () => number;
}

/**
 * A command's context on a machine that has nothing.
 * @param typed lines for a terminal; without them there is none
 */
export function fakeTerminal(
  typed?: readonly string[],
  folder = '/nowhere',
  env: Readonly<Record<string, string>> = {},
): FakeTerminal {
  const said: string[] = [];
  const sink = { write: (text: string) => void said.push(text), isTTY: false, columns: undefined };
  const lines = [...(typed ?? [])];
  let read = 0;
  const host: Host = {
    argv: [],
    env,
    cwd: folder,
    platform: process.platform,
    arch: process.arch,
    uid: undefined,
    pid: process.pid,
    execPath: process.execPath,
    packageRoot: folder,
    stdin: {
      isTTY: typed !== undefined,
      line: async () => {
        read += 1;
        return lines.shift() ?? '';
      },
    },
    stdout: sink,
    stderr: sink,
    signal: new AbortController().signal,
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
  };
  const flags = { json: false, quiet: false, color: false, yes: false, stateDir: `${folder}/state` };
  return { context: createContext(host, flags), said, linesRead: () => read };
}
