/** What the stack takes from the process it runs in. shopctl's Host fits. */
export interface StackHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Effective user id; undefined where the platform has none. */
  readonly uid: number | undefined;
  /** Of this shopctl process, for lock files. */
  readonly pid: number;
  /** The node binary the services are run with. */
  readonly execPath: string;
  /** Folder that holds dist/ and node_modules/. */
  readonly packageRoot: string;
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Monotonic milliseconds. */
    monotonic(): number;
    /** Rejects with the signal's reason when it is aborted. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
  };
}

/** For what takes a while: a host, and where to say what is being done. */
export interface StackDeps extends StackHost {
  /** One line of progress, without a newline. */
  readonly say: (line: string) => void;
}
