/** What a part of the stack does right now. A part whose processes are gone is `stopped`, whoever ended them. */
export type PartState = 'running' | 'paused' | 'stopped';

/** A pid alone is not an identity: the kernel hands it out again. Together with its start token it is. */
export interface PartIdentity {
  readonly pid: number;
  /** Opaque token of the kernel's start time, see process-table.ts. */
  readonly startedAt: string;
}

export interface PartInspection {
  readonly state: PartState;
  /** Of the part's leading process, when there is one. */
  readonly identity?: PartIdentity;
  readonly uptimeMs?: number;
  readonly port: number;
  /** True when the state file says it runs and its process is gone: a crash, or a reboot. */
  readonly died: boolean;
}

/** One part of the local stack: what can be asked of it and done to it, from any shopctl process. */
export interface PartControl {
  /** `postgres`, `broker`, or a service: `gateway`, `orders`, `orders-2`, … */
  readonly name: string;
  inspect(): Promise<PartInspection>;
  /** Protocol level: a confirmed publish on this very broker, `SELECT 1`, or `GET /health/live`. Never rejects. */
  answers(timeoutMs: number): Promise<boolean>;
  /** Fit for work: as `answers`, and for services `GET /health/ready`. Never rejects. */
  ready(timeoutMs: number): Promise<boolean>;
  /**
   * Starts it when it does not run, lets it go on when it is paused, and waits until it answers. Idempotent.
   * @throws ShopctlError when it exits meanwhile (with the end of its log), does not answer within the limit, or the
   * stack was stopped by `down`
   */
  start(options: { withinMs: number; signal?: AbortSignal }): Promise<void>;
  /** Asks it to end and awaits the end of all its processes; SIGKILL after the limit. Works on a paused part. */
  stop(options: { withinMs: number }): Promise<void>;
  /** SIGKILL to all its processes, awaits their end. */
  kill(): Promise<void>;
  /** SIGSTOP to all its processes. Idempotent; @throws ShopctlError when it does not run. */
  pause(): Promise<void>;
  /** SIGCONT to all its processes. Idempotent. */
  resume(): Promise<void>;
}
