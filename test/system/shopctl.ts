import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

/*
 * Types shopctl as a user would: the built tool, in a process of its own, against the stack that system/stack.setup.ts
 * started.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    /** State folders of the stacks that the system tests share, one for each worker. */
    stateDirs: readonly string[];
  }
}

/** State folder of the stack that this worker's tests share: one file at a time runs against it. */
export function sharedStateDir(): string {
  const worker = Number(process.env['VITEST_POOL_ID']);
  const folder = inject('stateDirs')[worker - 1];
  if (folder === undefined) throw new Error(`there is no stack for worker ${worker}`);
  return folder;
}

const bin = fileURLToPath(new URL('../../bin/shopctl.js', import.meta.url));

export interface Typed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TypingOptions {
  /** Defaults to the shared stack's. */
  readonly stateDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that is to run it. */
  readonly through?: readonly string[];
}

/** A shopctl at work, to be waited for, interrupted or killed. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Typed>;
  /** Resolves when stdout or stderr has shown the text; rejects when it ends without. */
  shows(text: string): Promise<void>;
}

/** Long enough for a busy machine; short enough to say what was shown before the test's own time is over. */
const SHOWS_WITHIN_MS = 60_000;

export function startShopctl(args: readonly string[], options: TypingOptions = {}): Running {
  const [program = '', ...words] = [...(options.through ?? []), process.execPath, bin, ...args];
  const child = spawn(program, words, {
    env: {
      ...process.env,
      NO_COLOR: '1',
      SHOPCTL_STATE_DIR: options.stateDir ?? sharedStateDir(),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      seen[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<Typed>((resolve) => {
    child.on('close', (code) => resolve({ code, ...seen }));
  });
  const shows = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!(seen.stdout + seen.stderr).includes(text)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
      setTimeout(() => {
        if (!listeners.delete(look)) return;
        child.kill();
        reject(new Error(`it did not show '${text}':\n${seen.stdout}\n${seen.stderr}`));
      }, SHOWS_WITHIN_MS).unref();
      void ended.then(() => reject(new Error(`it ended without '${text}':\n${seen.stdout}\n${seen.stderr}`)));
    });
  return { child, ended, shows };
}

/** Types a command and waits for its end. */
export function shopctl(...args: string[]): Promise<Typed> {
  return startShopctl(args).ended;
}

/** Types a command with `--json` and parses its stdout, which must be one document and nothing else. */
export async function shopctlJson<Document>(
  ...args: string[]
): Promise<Document & { readonly exitCode: number | null }> {
  const { code, stdout, stderr } = await shopctl(...args, '--json');
  try {
    return Object.assign(JSON.parse(stdout), { exitCode: code });
  } catch {
    throw new Error(`shopctl ${args.join(' ')} gave no JSON (exit ${code}):\n${stdout}\n${stderr}`);
  }
}

export interface StatusPart {
  readonly name: string;
  readonly state: 'running' | 'paused' | 'stopped';
  readonly ready: boolean;
  readonly identity?: { readonly pid: number };
  readonly port: number;
}

interface Status {
  readonly parts: readonly StatusPart[];
  readonly addresses: { readonly gateway: string; readonly databases: Readonly<Record<string, string>> };
  readonly applied: readonly unknown[];
}

export function stackStatus() {
  return shopctlJson<Status>('status');
}

/** State of one part, as `status` shows it. */
export async function partState(name: string): Promise<string | undefined> {
  return (await stackStatus()).parts.find((part) => part.name === name)?.state;
}
