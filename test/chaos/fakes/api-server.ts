import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * As much of a Kubernetes API server as kubectl needs for one deployment and its pods: so that the real kubectl says what
 * it makes of our commands.
 */
export class FakeApiServer {
  replicas = 3;
  generation = 1;
  pods = ['payments-1', 'payments-2', 'payments-3'];
  /** `PUT /apis/…` with what was sent. */
  readonly changes: string[] = [];
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(() => closed()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET') this.changes.push(`${request.method} ${pathname} ${body}`);
    const found = this.#resource(request.method ?? 'GET', pathname, searchParams, body);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? missing(pathname)));
  }

  #resource(method: string, path: string, query: URLSearchParams, body: string): unknown {
    if (path in discovery) return discovery[path];
    const [, collection, name, sub] =
      /^\/(?:api\/v1|apis\/apps\/v1)\/namespaces\/shop\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (collection === 'pods') return this.#pods(method, name, query);
    if (collection !== 'deployments' || (name !== undefined && name !== 'payments')) return undefined;
    if (sub === 'scale') return this.#scale(method, body);
    const list = { kind: 'DeploymentList', apiVersion: 'apps/v1', metadata: {}, items: [this.#deployment()] };
    return name === undefined ? list : this.#deployment();
  }

  #pods(method: string, name: string | undefined, query: URLSearchParams): unknown {
    const pod = (one: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: one, namespace: 'shop', uid: `uid-of-${one}` },
      status: { phase: 'Running' },
    });
    if (name === undefined) {
      const isOurs = query.get('labelSelector') === 'app=payments';
      return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: isOurs ? this.pods.map(pod) : [] };
    }
    if (!this.pods.includes(name)) return undefined;
    if (method === 'DELETE') this.pods = this.pods.filter((one) => one !== name);
    return pod(name);
  }

  #scale(method: string, body: string): unknown {
    if (method !== 'GET') {
      // A count of 0 is left away.
      this.replicas = (JSON.parse(body) as { spec: { replicas?: number } }).spec.replicas ?? 0;
      this.generation += 1;
      this.pods = Array.from({ length: this.replicas }, (_one, i) => `payments-${i + 1}`);
    }
    return {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'payments', namespace: 'shop', resourceVersion: '1' },
      spec: { replicas: this.replicas },
      status: { replicas: this.replicas, selector: 'app=payments' },
    };
  }

  #deployment() {
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'payments', namespace: 'shop', uid: 'uid-1', generation: this.generation },
      spec: { replicas: this.replicas, selector: { matchLabels: { app: 'payments' } } },
      status: {
        observedGeneration: this.generation,
        ...(this.pods.length > 0 && { readyReplicas: this.pods.length }),
      },
    };
  }
}

const missing = (path: string) => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'NotFound',
  code: 404,
  message: `${path} not found`,
});

const verbs = ['get', 'list', 'delete', 'update'];
const discovery: Readonly<Record<string, unknown>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: 'apps',
        versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
      },
    ],
  },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [{ name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs }],
  },
  '/apis/apps/v1': {
    kind: 'APIResourceList',
    groupVersion: 'apps/v1',
    resources: [
      { name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment', verbs },
      {
        name: 'deployments/scale',
        namespaced: true,
        kind: 'Scale',
        group: 'autoscaling',
        version: 'v1',
        verbs,
      },
    ],
  },
};
