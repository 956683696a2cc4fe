import { messageOf, ShopctlError } from '../../errors.ts';
import { lastWords, runTool, type ToolEnd, type ToolHost } from '../tool.ts';

/** Which engine, so that another shell with other variables finds the same. Plain JSON: it goes into journals. */
export type EngineAddress = { readonly host: string } | { readonly context: string } | Record<string, never>;

/** A look must not take long; whoever is asked to stop has its own grace, and gets more. */
const lookWithinMs = 8000;

/** One Docker engine, through the user's own `docker` program: it knows contexts, sockets, TLS and ssh. */
export class DockerEngine {
  readonly address: EngineAddress;
  readonly #host: ToolHost;

  constructor(address: EngineAddress, host: ToolHost) {
    this.address = address;
    this.#host = host;
  }

  /** In words, for messages. */
  get place(): string {
    if ('host' in this.address) return `at ${this.address.host}`;
    if ('context' in this.address) return `of the context ${this.address.context}`;
    return 'of this machine';
  }

  /** @throws ShopctlError with what docker said, when it fails or takes longer than the limit */
  async run(args: readonly string[], withinMs = lookWithinMs): Promise<string> {
    const end = await this.attempt(args, withinMs);
    if (end.exitCode === 0) return end.stdout;
    throw this.#failure(args, end);
  }

  /**
   * As `run`, for calls that may well fail.
   * @throws ShopctlError when the engine does not answer, or may not be used
   */
  async attempt(args: readonly string[], withinMs = lookWithinMs): Promise<ToolEnd> {
    const call = { program: 'docker', args: [...this.#flags(), ...args], withinMs, host: this.#host };
    const end = await runTool(call).catch((error: unknown) => {
      throw this.#silence(error);
    });
    const refused = end.exitCode === 0 ? undefined : unreachable(end.stderr, this.place);
    if (refused !== undefined) throw refused;
    return end;
  }

  /**
   * What docker prints as JSON.
   * @throws ShopctlError when it says that all went well and prints something else
   */
  async json(args: readonly string[]): Promise<unknown> {
    const text = await this.run(args);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new ShopctlError({
        message: `docker ${args[0]} ${args[1]} ended well, but what it printed is not JSON: '${text.trim().slice(0, 80)}'`,
        hint: 'is the docker on the PATH the real one? docker version shows what it talks to',
        cause: error,
      });
    }
  }

  #flags(): string[] {
    if ('host' in this.address) return ['--host', this.address.host ?? ''];
    return 'context' in this.address ? ['--context', this.address.context ?? ''] : [];
  }

  #silence(error: unknown): unknown {
    if (!(error instanceof ShopctlError) || error.isFinal) return error;
    return new ShopctlError({
      message: `the docker engine ${this.place} does not answer: ${messageOf(error)}`,
      hint: 'does docker ps answer in this shell? A hung engine has to be started anew',
      cause: error,
    });
  }

  #failure(args: readonly string[], { exitCode, stderr }: ToolEnd): ShopctlError {
    const words = lastWords(stderr);
    return new ShopctlError({
      message: `docker ${args[0]} failed with ${exitCode}${words === '' ? ', without a word' : `: ${words}`}`,
    });
  }
}

/** What the client says when it cannot get through to its engine, as opposed to what an engine says. */
function unreachable(stderr: string, place: string): ShopctlError | undefined {
  if (/permission denied/i.test(stderr) && /socket|dial/i.test(stderr)) {
    return new ShopctlError({
      message: `the docker engine ${place} may not be used by this user: permission denied on its socket`,
      hint: 'as its administrator: usermod -aG docker <user>, then log in again; or run shopctl as a user who may',
    });
  }
  if (/cannot connect to the docker daemon|error during connect|is the docker daemon running/i.test(stderr)) {
    return new ShopctlError({
      message: `no docker engine answers ${place}: ${lastWords(stderr)}`,
      hint: 'start it; DOCKER_HOST and docker context ls say which one is meant',
    });
  }
  return undefined;
}

/** The address that this shell's docker uses now, in a form that another shell can use. */
export async function currentAddress(host: ToolHost, configured: string | undefined): Promise<EngineAddress> {
  const named = configured ?? host.env['DOCKER_HOST'];
  if (named !== undefined && named !== '') return { host: named };
  const asked = { program: 'docker', args: ['context', 'inspect', '--format', '{{.Name}}'], withinMs: 5000 };
  const { exitCode, stdout } = await runTool({ ...asked, host });
  const context = stdout.trim();
  return exitCode === 0 && /^[\w.+-]+$/.test(context) ? { context } : {};
}
