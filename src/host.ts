/**
 * Everything shopctl takes from the process it runs in, as a value: commands get it as an argument, tests build their
 * own. Only bin/shopctl.js touches the real `process`.
 */
export interface Host {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Effective user id; undefined where the platform has none. */
  readonly uid: number | undefined;
  readonly pid: number;
  /** The node binary, for the processes of the stack and for healers that outlive this process. */
  readonly execPath: string;
  /** Folder of shopctl's own package.json: where dist/ and bin/ are. */
  readonly packageRoot: string;
  readonly stdin: {
    readonly isTTY: boolean;
    /** The next line that is typed; rejects with the signal's reason when it is aborted first. */
    line(signal: AbortSignal): Promise<string>;
  };
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; the reason is an `Interrupted`. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export interface Sink {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in characters; undefined when not a terminal. */
  readonly columns: number | undefined;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Monotonic clock in milliseconds, for durations. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason when it is aborted earlier. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The reason of `Host.signal` once a signal came. */
export class Interrupted extends Error {
  readonly signalName: SignalName;

  constructor(signalName: SignalName) {
    super(`interrupted by ${signalName}`);
    this.name = 'Interrupted';
    this.signalName = signalName;
  }
}
