import { ShopctlError } from '../errors.ts';
import type { KubernetesWorkload } from '../model/target-identity.ts';
import { currentAddress, DockerEngine } from './docker/engine.ts';
import { lastWords, runTool, type ToolHost } from './tool.ts';

/* What `doctor` asks the programs that targets are reached through. Nothing here acts on a target. */

const askWithinMs = 5000;
/** kubectl's own limit for a request; its process gets a little longer, to say so. */
const requestWithinS = 5;

/** The clients, by how each is asked for its version without asking anything behind it. */
const versionArgs = {
  docker: ['--version'],
  kubectl: ['version', '--client'],
  aspire: ['--version'],
} as const;

export type ClientName = keyof typeof versionArgs;

export const clientNames = Object.keys(versionArgs) as ClientName[];

/** @throws ShopctlError when it is not on the PATH, fails, or takes too long */
export async function clientVersion(program: ClientName, host: ToolHost): Promise<string> {
  const args = versionArgs[program];
  const { exitCode, stdout, stderr } = await runTool({ program, args, withinMs: askWithinMs, host });
  if (exitCode !== 0) {
    throw new ShopctlError({
      message: `${program} ${args.join(' ')} failed with ${exitCode}: ${lastWords(stderr)}`,
      hint: `does ${program} ${args.join(' ')} work in this shell?`,
    });
  }
  return stdout.trim().split('\n')[0] || 'it prints no version';
}

/**
 * @param configured the engine's address as `docker --host` takes it; undefined: the client's current one
 * @throws ShopctlError when it does not answer, or may not be used by this user
 */
export async function engineVersion(
  configured: string | undefined,
  host: ToolHost,
): Promise<{ readonly version: string; readonly place: string }> {
  const engine = new DockerEngine(await currentAddress(host, configured), host);
  const printed = await engine.run(['version', '--format', '{{.Server.Version}}'], askWithinMs);
  return { version: printed.trim(), place: engine.place };
}

/** What a workload is broken and healed with. */
export function neededPermissions({ kind }: Pick<KubernetesWorkload, 'kind'>) {
  return [
    { verb: 'get', resource: `${kind}s` },
    // `kubectl scale` reads the scale and writes it back.
    { verb: 'get', resource: `${kind}s/scale` },
    { verb: 'update', resource: `${kind}s/scale` },
    { verb: 'list', resource: 'pods' },
    { verb: 'delete', resource: 'pods' },
  ];
}

/**
 * Whether this user may do something in a namespace.
 * @throws ShopctlError when the cluster does not answer
 */
export async function mayDo(
  { context, namespace }: Pick<KubernetesWorkload, 'context' | 'namespace'>,
  { verb, resource }: { readonly verb: string; readonly resource: string },
  host: ToolHost,
): Promise<boolean> {
  const where = ['--context', context, '-n', namespace, `--request-timeout=${requestWithinS}s`];
  const args = [...where, 'auth', 'can-i', verb, resource];
  const withinMs = (requestWithinS + 2) * 1000;
  const { exitCode, stdout, stderr } = await runTool({ program: 'kubectl', args, withinMs, host });
  const answer = stdout.trim().split(/\s/)[0];
  // It ends with 1 for a no; an error ends so too, but without the word.
  if (answer === 'yes' || answer === 'no') return exitCode === 0 && answer === 'yes';
  throw new ShopctlError({
    message: `kubectl auth can-i failed with ${exitCode}: ${lastWords(stderr)}`,
    hint: `does kubectl --context ${context} -n ${namespace} get pods answer in this shell?`,
  });
}
