import { unknownName } from '../config/near-names.ts';
import { ShopctlError } from '../errors.ts';
import { ExitCode } from '../exit-code.ts';
import {
  followContainerLogs,
  followLogs,
  inspectStack,
  openContainerStack,
  stackDeps,
} from '../wiring/stack.ts';
import type { CommandContext } from './context.ts';

export interface LogsFlags {
  readonly follow: boolean;
  /** Lines of each part to begin with. */
  readonly lines: number;
}

/**
 * `shopctl logs [part…]`: the ends of the parts' logs, each line with its part's name in front.
 * @throws ShopctlError: usage for a part nobody knows, exit 3 when there is no stack
 */
export async function logs(
  names: readonly string[],
  flags: LogsFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { host, settings, output } = context;
  const stack = await inspectStack(settings.stateDir, stackDeps(context));
  if (!stack.exists) {
    throw new ShopctlError({ message: `no stack in ${settings.stateDir}`, hint: 'shopctl up starts one' });
  }
  const known = stack.parts.map((part) => part.name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName('part', unknown, known, 'shopctl status');
  const wanted = names.length === 0 ? known : names;
  const width = Math.max(...wanted.map((name) => name.length));
  const files = stack.parts.filter((part) => wanted.includes(part.name));
  const show = (part: string, line: string) => {
    if (output.json) output.printJson({ part, line }, 'line');
    else output.print(wanted.length === 1 ? line : `${part.padEnd(width)}  ${line}`);
  };
  const containers = await openContainerStack(settings.stateDir);
  if (containers === undefined) {
    await followLogs(files, { ...flags, clock: host.clock, signal: host.signal }, show);
  } else {
    const options = { ...flags, names: wanted, stateDir: settings.stateDir, signal: host.signal };
    await followContainerLogs(containers, options, stackDeps(context), show);
  }
  return ExitCode.held;
}
