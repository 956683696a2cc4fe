import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface ProgramsOptions {
  readonly execPath: string;
  /** Folder of package.json. */
  readonly root: string;
  readonly signal: AbortSignal;
}

export interface Ended {
  readonly stdout: string;
  readonly wallMs: number;
}

/** Longer than any single command of a bench takes. */
const withinMs = 180_000;
const goodbyeMs = 20_000;

/**
 * Runs other programs, each in a process group of its own: a Ctrl-C reaches this process alone, which ends them in
 * order, instead of everything at once.
 */
export class Programs {
  readonly #options: ProgramsOptions;
  readonly #running = new Map<ChildProcess, Promise<unknown>>();

  constructor(options: ProgramsOptions) {
    this.#options = options;
  }

  /** The built tool, e.g. `shopctl(['up', '--json'])`. @throws Error with its stderr when it ends badly */
  shopctl(args: readonly string[]): Promise<Ended> {
    return this.node([join(this.#options.root, 'bin/shopctl.js'), ...args]);
  }

  /** As `shopctl`, but Ctrl-C does not end it: for taking a stack down. */
  lastly(args: readonly string[]): Promise<Ended> {
    return this.#run([join(this.#options.root, 'bin/shopctl.js'), ...args], undefined);
  }

  /** A program of `bench/programs/`. */
  own(name: string, args: readonly string[]): Promise<Ended> {
    return this.node([this.#pathOf(name), ...args]);
  }

  /** Node with these arguments. */
  node(args: readonly string[]): Promise<Ended> {
    return this.#run(args, this.#options.signal);
  }

  /** Starts a program of `bench/programs/` that serves until `end`; it says on its first line where. */
  async serving(name: string, args: readonly string[]): Promise<{ line: string; end: () => Promise<void> }> {
    const child = this.#spawn([this.#pathOf(name), ...args], 'inherit');
    const gone = this.#running.get(child);
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
      child.once('close', () => reject(new Error(`${name} ended before it served`)));
    });
    return {
      line,
      end: async () => {
        child.kill('SIGTERM');
        await gone;
      },
    };
  }

  /** Ends whatever still runs, and waits for it. */
  async endAll(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async ([child, gone]) => {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), goodbyeMs);
        await gone;
        clearTimeout(timer);
      }),
    );
  }

  async #run(args: readonly string[], signal: AbortSignal | undefined): Promise<Ended> {
    signal?.throwIfAborted();
    const startedMs = performance.now();
    const child = this.#spawn(args, 'pipe');
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
    const end = () => child.kill('SIGTERM');
    const timer = setTimeout(end, withinMs);
    signal?.addEventListener('abort', end, { once: true });
    await this.#running.get(child);
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
    if (child.exitCode !== 0) {
      const why = child.signalCode ?? `exit code ${child.exitCode}`;
      throw new Error(`${args.join(' ')} ended with ${why}\n${Buffer.concat(stderr)}`.trimEnd());
    }
    return { stdout: Buffer.concat(stdout).toString(), wallMs: performance.now() - startedMs };
  }

  #spawn(args: readonly string[], stderr: 'pipe' | 'inherit'): ChildProcess {
    const { execPath, root } = this.#options;
    const child = spawn(execPath, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', stderr] });
    const gone = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    this.#running.set(child, gone);
    void gone.then(() => this.#running.delete(child));
    return child;
  }

  #pathOf(name: string): string {
    return join(this.#options.root, 'dist/bench/programs', `${name}.js`);
  }
}
