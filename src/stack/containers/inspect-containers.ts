import { runTool } from '../run-tool.ts';
import type { SeenPart, StackInspection } from '../stack.ts';
import type { StackDeps } from '../stack-deps.ts';
import { dockerEnv } from './compose.ts';
import { type ContainerStack, openContainerStack } from './container-stack.ts';

const form = [
  '{{index .Config.Labels "com.docker.compose.service"}}',
  '{{.State.Status}}',
  '{{.State.Pid}}',
  '{{.State.StartedAt}}',
  '{{.State.ExitCode}}',
].join('\t');

/**
 * What the engine says about the shop in containers of a state directory.
 * @returns undefined when there is none
 * @throws ShopctlError when the engine does not answer
 */
export async function inspectContainerStack(
  stateDir: string,
  deps: StackDeps,
): Promise<StackInspection | undefined> {
  const stack = await openContainerStack(stateDir);
  if (stack === undefined) return undefined;
  const seen = await engineView(stack, deps);
  const parts = stack.parts.map(({ name, port }): SeenPart => {
    const part = seen.get(name);
    const logFile = '';
    if (part === undefined) return { name, logFile, port, state: 'stopped', died: false };
    return { name, logFile, port, ...part };
  });
  const died = parts.filter((part) => part.died).map(({ name }) => name);
  const trouble = `${died.join(', ')} ended without being told to; \`shopctl up --runtime docker\` starts what is missing, \`shopctl logs\` says why`;
  return {
    exists: true,
    parts,
    addresses: stack.addresses,
    ...(died.length === 0 ? {} : { trouble }),
  };
}

type View = Omit<SeenPart, 'name' | 'logFile' | 'port'>;

async function engineView({ state }: ContainerStack, deps: StackDeps): Promise<Map<string, View>> {
  const run = (args: readonly string[]) =>
    runTool({ command: 'docker', args, env: dockerEnv(deps, state.dockerHost), cwd: '/', withinMs: 10_000 });
  const mine = ['--filter', `label=com.docker.compose.project=${state.project}`];
  const { stdout: ids } = await run(['ps', '--all', '--quiet', '--no-trunc', ...mine]);
  const all = ids.split('\n').filter((id) => id.trim() !== '');
  if (all.length === 0) return new Map();
  const { stdout } = await run(['container', 'inspect', '--format', form, ...all]);
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  return new Map(lines.map((line) => viewOf(line, deps.clock.now())));
}

function viewOf(line: string, now: number): [service: string, view: View] {
  const [service = '', status = '', pid = '0', startedAt = '', exitCode = '0'] = line.split('\t');
  const isUp = status === 'running' || status === 'paused';
  if (!isUp) {
    // 0, and 137 and 143 of a signal, are how a container ends that was told to.
    return [service, { state: 'stopped', died: !['0', '137', '143'].includes(exitCode) }];
  }
  return [
    service,
    {
      state: status === 'paused' ? 'paused' : 'running',
      died: false,
      identity: { pid: Number(pid), startedAt },
      uptimeMs: now - Date.parse(startedAt),
    },
  ];
}
