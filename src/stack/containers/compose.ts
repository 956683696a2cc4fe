import { join } from 'node:path';
import { ShopctlError } from '../../errors.ts';
import { runTool, type ToolResult } from '../run-tool.ts';
import { serviceKinds } from '../services.ts';
import type { StackDeps } from '../stack-deps.ts';
import type { StackPaths } from '../stack-paths.ts';
import type { ContainerState } from './container-state.ts';

/** Compose's services, in the order in which they are shown. */
export const composeServices = ['postgres', 'broker', ...Object.keys(serviceKinds)];

/** `docker compose`, or the older program of its own. */
export type ComposeProgram = readonly string[];

interface ComposeRun {
  readonly withinMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly tolerant?: boolean;
}

/** The shop's compose project of one state directory. */
export class Compose {
  readonly #program: ComposeProgram;
  readonly #state: ContainerState;
  readonly #paths: StackPaths;
  readonly #deps: StackDeps;

  constructor(program: ComposeProgram, state: ContainerState, paths: StackPaths, deps: StackDeps) {
    this.#program = program;
    this.#state = state;
    this.#paths = paths;
    this.#deps = deps;
  }

  /** @throws ShopctlError with what compose said when it fails or takes too long */
  run(args: readonly string[], { withinMs, signal, tolerant }: ComposeRun): Promise<ToolResult> {
    const [command = '', ...first] = this.#program;
    return runTool({
      command,
      args: [...first, ...this.files, '--project-name', this.#state.project, ...args],
      env: composeEnv(this.#state, this.#paths, this.#deps),
      cwd: this.#paths.root,
      withinMs,
      signal,
      ...(tolerant === undefined ? {} : { tolerant }),
    });
  }

  /** For a program that is not waited for. */
  get commandLine(): {
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Environment;
  } {
    const [command = '', ...first] = this.#program;
    return {
      command,
      args: [...first, ...this.files, '--project-name', this.#state.project],
      env: composeEnv(this.#state, this.#paths, this.#deps),
    };
  }

  get files(): string[] {
    const shop = join(this.#deps.packageRoot, 'dist/fixtures/shop/compose.yaml');
    return ['--file', shop, '--file', settingsFile(this.#paths)];
  }
}

type Environment = Readonly<Record<string, string>>;

/** Settings of the services from `--set`, as a second compose file. */
export const settingsFile = (paths: StackPaths) => join(paths.root, 'settings.compose.json');

export const contextFolder = (paths: StackPaths) => join(paths.root, 'image');

export const imageOf = ({ project }: ContainerState) => `shopctl-shop:${project}`;

function composeEnv(state: ContainerState, paths: StackPaths, deps: StackDeps): Environment {
  const ports = Object.entries(state.ports).map(([role, port]) => [variableOf(role), String(port)]);
  return {
    ...dockerEnv(deps, state.dockerHost),
    SHOP_IMAGE: imageOf(state),
    SHOP_CONTEXT: contextFolder(paths),
    ...Object.fromEntries(ports),
  };
}

/** `orders admin` is `ORDERS_ADMIN_PORT` in the compose file. */
function variableOf(role: string): string {
  return `${role.replace(' ', '_').toUpperCase()}_PORT`;
}

/** What the docker programs need of the user's environment: where the engine is, and how to get there. */
export function dockerEnv({ env }: StackDeps, dockerHost: string | undefined): Environment {
  const passed = Object.entries(env).filter(([name]) =>
    /^(?:PATH|HOME|USER|LANG|SSH_|DOCKER_|COMPOSE_|XDG_|HTTPS?_PROXY|NO_PROXY)/i.test(name),
  );
  const defined = passed.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(defined), ...(dockerHost === undefined ? {} : { DOCKER_HOST: dockerHost }) };
}

/** @throws ShopctlError when neither program is there, or no engine answers */
export async function findCompose(deps: StackDeps, dockerHost: string | undefined): Promise<ComposeProgram> {
  const env = dockerEnv(deps, dockerHost);
  const works = async (command: string, ...args: string[]) =>
    runTool({ command, args, env, cwd: '/', withinMs: 15_000, tolerant: true }).then(
      ({ ok }) => ok,
      () => false,
    );
  await mustAnswer(env);
  if (await works('docker', 'compose', 'version')) return ['docker', 'compose'];
  if (await works('docker-compose', 'version')) return ['docker-compose'];
  throw new ShopctlError({
    message: 'there is neither docker compose nor docker-compose',
    hint: 'install the compose plugin (docker-compose-plugin, or docker-compose of your distribution)',
  });
}

async function mustAnswer(env: Environment): Promise<void> {
  const asked = { command: 'docker', args: ['version', '--format', '{{.Server.Version}}'] };
  const { ok, all } = await runTool({ ...asked, env, cwd: '/', withinMs: 10_000, tolerant: true }).catch(
    (error: unknown) => {
      throw new ShopctlError({
        message: error instanceof Error ? error.message : String(error),
        hint: 'the containers need a Docker engine that answers: does docker ps work in this shell?',
        cause: error,
      });
    },
  );
  if (ok) return;
  throw new ShopctlError({
    message: `no Docker engine can be used: ${all.trim().split('\n').at(-1)}`,
    hint: /permission denied/i.test(all)
      ? 'run shopctl as a user who may use the engine (group docker)'
      : 'start the engine; DOCKER_HOST and docker context ls say which one is meant',
  });
}
