import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ShopctlError } from '../../errors.ts';
import type { StackDeps } from '../stack-deps.ts';
import { stackPaths } from '../stack-paths.ts';
import { Compose, findCompose } from './compose.ts';
import type { ContainerStack } from './container-stack.ts';

export interface ContainerLogOptions {
  readonly stateDir: string;
  readonly names: readonly string[];
  readonly lines: number;
  /** Goes on until the signal is aborted. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

/**
 * Shows the ends of the containers' logs, and with `follow` what is added to them.
 * @throws ShopctlError when compose cannot be run, or fails
 */
export async function followContainerLogs(
  { state }: ContainerStack,
  options: ContainerLogOptions,
  deps: StackDeps,
  show: (name: string, line: string) => void,
): Promise<void> {
  const program = await findCompose(deps, state.dockerHost);
  const compose = new Compose(program, state, stackPaths(options.stateDir), deps);
  // One at a time without --follow, so that no line's part has to be guessed; compose's own prefix differs by version.
  for (const names of options.follow ? [options.names] : options.names.map((name) => [name])) {
    await readLogs(compose, names, options, show);
  }
}

async function readLogs(
  compose: Compose,
  names: readonly string[],
  { lines, follow, signal }: ContainerLogOptions,
  show: (name: string, line: string) => void,
): Promise<void> {
  const { command, args, env } = compose.commandLine;
  const more = ['logs', '--no-color', `--tail=${lines}`, ...(follow ? ['--follow'] : []), ...names];
  const child = spawn(command, [...args, ...more], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-500);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, service, text] = /^(\S+?)\s*\| ?(.*)$/.exec(line) ?? [];
    // `Attaching to …` of the older program has no bar.
    if (service !== undefined && text !== undefined) show(partOf(service, names), text);
  }
  signal.removeEventListener('abort', stop);
  const code = await ended;
  if (code === 0 || signal.aborted) return;
  throw new ShopctlError({
    message: `${command} logs ended with ${code}: ${said.trim().split('\n').at(-1) ?? ''}`,
    hint: 'docker ps --all shows the containers',
  });
}

/** `orders-1`, `shop-ab12_orders_1`, `orders`: however compose calls its containers. */
function partOf(prefix: string, names: readonly string[]): string {
  const bare = prefix.replace(/[-_]\d+$/, '');
  return (
    names.find((name) => bare === name || bare.endsWith(`_${name}`) || bare.endsWith(`-${name}`)) ?? bare
  );
}
