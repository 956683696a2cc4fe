import { messageOf, ShopctlError } from '../../errors.ts';
import type { WorkloadKind } from '../../model/target-identity.ts';
import { nearest } from '../near.ts';
import { lastWords, runTool, type ToolEnd, type ToolHost } from '../tool.ts';

export interface WorkloadPlace {
  readonly context: string;
  readonly namespace: string;
  readonly kind: WorkloadKind;
  readonly name: string;
}

/** A deployment or a stateful set as it is now. */
export interface Workload {
  readonly uid: string;
  /** As asked for. */
  readonly replicas: number;
  readonly ready: number;
  /** The controller has seen the last change: before that, its counts are of the time before. */
  readonly isUpToDate: boolean;
  /** `key=value,…`: which pods are its own. */
  readonly selector: string;
}

export interface Pod {
  readonly name: string;
  readonly uid: string;
}

/** kubectl's own limit for one request; its process gets a little longer, to say so. */
const requestWithinS = 8;

/** Clusters, through the user's own kubectl: it knows how to log in. */
export class Cluster {
  readonly #host: ToolHost;

  constructor(host: ToolHost) {
    this.#host = host;
  }

  /** @returns undefined when there is no such thing. @throws ShopctlError when nobody can tell */
  async workload(place: WorkloadPlace): Promise<Workload | undefined> {
    const args = ['get', `${place.kind}/${place.name}`, '--ignore-not-found', '-o', 'json'];
    const text = await this.#run(place, args);
    return text.trim() === '' ? undefined : workloadOf(parsed(text, args));
  }

  /** The workload's pods, those that are about to end among them. */
  async pods(place: WorkloadPlace, { selector }: Workload): Promise<Pod[]> {
    const args = ['get', 'pods', '--selector', selector, '-o', 'json'];
    const list = parsed(await this.#run(place, args), args);
    return listOf(list['items'])
      .filter((item) => !hasEnded(record(item['status'])['phase']))
      .map((item) => {
        const { name, uid } = record(item['metadata']);
        return { name: String(name), uid: String(uid) };
      });
  }

  /** @throws ShopctlError when it has not exactly `from` replicas any more: then somebody else is at work */
  async scale(place: WorkloadPlace, from: number, to: number): Promise<void> {
    const target = `${place.kind}/${place.name}`;
    await this.#run(place, ['scale', target, `--current-replicas=${from}`, `--replicas=${to}`]);
  }

  /** Without grace, as a crash would; does not wait for the end. */
  async deletePods(place: WorkloadPlace, pods: readonly Pod[]): Promise<void> {
    const names = pods.map(({ name }) => name);
    const how = ['--grace-period=0', '--force', '--wait=false', '--ignore-not-found'];
    await this.#run(place, ['delete', 'pod', ...names, ...how]);
  }

  /** Says what is not there, and what is near it. */
  async missing({ context, namespace, kind, name }: WorkloadPlace): Promise<ShopctlError> {
    const list = await this.#run({ context, namespace }, ['get', kind, '-o', 'name']).catch(() => '');
    const names = list.split('\n').map((line) => line.trim().replace(/^.*\//, ''));
    const near = nearest(
      name,
      names.filter((one) => one !== ''),
    );
    return new ShopctlError({
      message: `there is no ${kind} '${name}' in the namespace ${namespace} of ${context}${near.length > 0 ? `; near it: ${near.join(', ')}` : ''}`,
      hint: `kubectl --context ${context} -n ${namespace} get ${kind} shows all`,
    });
  }

  async #run(
    { context, namespace }: Pick<WorkloadPlace, 'context' | 'namespace'>,
    args: readonly string[],
  ): Promise<string> {
    const end = await runTool({
      program: 'kubectl',
      args: ['--context', context, '-n', namespace, `--request-timeout=${requestWithinS}s`, ...args],
      withinMs: (requestWithinS + 4) * 1000,
      host: this.#host,
    }).catch((error: unknown) => {
      throw silence(error, context);
    });
    if (end.exitCode === 0) return end.stdout;
    throw refusal(end, args, context);
  }
}

function silence(error: unknown, context: string): unknown {
  if (!(error instanceof ShopctlError) || error.isFinal) return error;
  return new ShopctlError({
    message: `the cluster of the context ${context} does not answer: ${messageOf(error)}`,
    hint: `does kubectl --context ${context} get nodes answer in this shell?`,
    cause: error,
  });
}

function refusal({ exitCode, stderr }: ToolEnd, args: readonly string[], context: string): ShopctlError {
  const words = lastWords(stderr);
  return new ShopctlError({
    message: `kubectl ${args[0]} ${args[1]} failed with ${exitCode}${words === '' ? ', without a word' : `: ${words}`}`,
    hint: hintFor(stderr, context),
  });
}

function hintFor(stderr: string, context: string): string {
  if (/context .*does not exist|no context exists/i.test(stderr))
    return 'kubectl config get-contexts shows them';
  if (/forbidden/i.test(stderr))
    return `kubectl --context ${context} auth can-i --list shows what is allowed`;
  if (/Expected replicas/i.test(stderr)) return 'somebody else scaled it at the same time';
  return `does kubectl --context ${context} get nodes answer in this shell?`;
}

type Json = Readonly<Record<string, unknown>>;
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : []);

function parsed(text: string, args: readonly string[]): Json {
  try {
    return record(JSON.parse(text));
  } catch (error) {
    throw new ShopctlError({
      message: `kubectl ${args[0]} ${args[1]} ended well, but what it printed is not JSON: '${text.trim().slice(0, 80)}'`,
      hint: 'is the kubectl on the PATH the real one?',
      cause: error,
    });
  }
}

function workloadOf(json: Json): Workload {
  const metadata = record(json['metadata']);
  const spec = record(json['spec']);
  const status = record(json['status']);
  return {
    uid: String(metadata['uid']),
    // 1 is what the API takes an absent count for; an absent ready count is none.
    replicas: Number(spec['replicas'] ?? 1),
    ready: Number(status['readyReplicas'] ?? 0),
    isUpToDate: Number(status['observedGeneration'] ?? 0) >= Number(metadata['generation'] ?? 0),
    selector: selectorOf(record(spec['selector'])),
  };
}

/** An evicted or finished pod stays on the list, and serves nobody. */
function hasEnded(phase: unknown): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** @throws ShopctlError when it says nothing: an empty selector would mean every pod of the namespace */
function selectorOf(selector: Json): string {
  const labels = Object.entries(record(selector['matchLabels'])).map(([key, value]) => `${key}=${value}`);
  const expressions = listOf(selector['matchExpressions']).map(({ key, operator, values }) => {
    const list = Array.isArray(values) ? `(${values.join(',')})` : '';
    switch (operator) {
      case 'In':
        return `${key} in ${list}`;
      case 'NotIn':
        return `${key} notin ${list}`;
      case 'DoesNotExist':
        return `!${key}`;
      default:
        return `${key}`;
    }
  });
  const all = [...labels, ...expressions].join(',');
  if (all !== '') return all;
  throw new ShopctlError({
    message: 'the workload does not say which pods are its own: its selector is empty',
  });
}
