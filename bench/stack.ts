import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stackPaths } from '../src/stack/stack-paths.ts';
import type { StackAddresses } from '../src/stack/state-schema.ts';
import { freePorts } from './free-ports.ts';
import type { Programs } from './programs.ts';

/** The parts that people know the ports of; the others are never on standard ports that matter. */
const roles = ['gateway', 'orders', 'inventory', 'payments', 'shipping', 'postgres', 'broker', 'management'];

/** A stack of the bench's own, in a folder of its own, on ports that nobody uses. */
export class BenchStack {
  readonly stateDir: string;
  readonly #programs: Programs;
  #ports: readonly string[] | undefined;
  #addresses: StackAddresses | undefined;
  #purged: Promise<void> | undefined;

  /** @param folder where the state folder is made */
  constructor(folder: string, programs: Programs) {
    this.stateDir = mkdtempSync(join(folder, 'stack-'));
    // PostgreSQL runs as another user when the bench runs as root, and has to get in.
    chmodSync(this.stateDir, 0o755);
    this.#programs = programs;
  }

  /** Starts what does not run. @returns how long `shopctl up` took, in milliseconds */
  async up(): Promise<number> {
    this.#ports ??= [...(await freePorts(roles))].flatMap(([role, port]) => ['--port', `${role}=${port}`]);
    const { wallMs } = await this.shopctl('up', ...this.#ports);
    // Not from the output of `up`, which shows no password.
    const state = readFileSync(stackPaths(this.stateDir).stateFile, 'utf8');
    this.#addresses = (JSON.parse(state) as { addresses: StackAddresses }).addresses;
    return wallMs;
  }

  /** @throws Error before the first `up` */
  get addresses(): StackAddresses {
    if (this.#addresses === undefined) throw new Error('the stack was never started');
    return this.#addresses;
  }

  /** @throws Error where there is no such database */
  dsn(database: string): string {
    const dsn = this.addresses.databases[database];
    if (dsn === undefined) throw new Error(`the stack has no database ${database}`);
    return dsn;
  }

  /** Processes that the stack was started as, by the tool's own account. */
  async pids(): Promise<Set<number>> {
    const { stdout } = await this.shopctl('status', '--json');
    const { parts } = JSON.parse(stdout) as { parts: { identity?: { pid: number } }[] };
    return new Set(parts.flatMap(({ identity }) => identity?.pid ?? []));
  }

  async shopctl(...words: string[]) {
    return this.#programs.shopctl([...words, '--quiet', '--state-dir', this.stateDir]);
  }

  async down(): Promise<void> {
    await this.shopctl('down');
  }

  /** Stops everything and deletes the data, also when the bench was interrupted. Once, however often it is asked for. */
  purge(): Promise<void> {
    this.#purged ??= this.#purge();
    return this.#purged;
  }

  async #purge(): Promise<void> {
    await this.#programs.lastly(['down', '--purge', '--quiet', '--state-dir', this.stateDir]);
    rmSync(this.stateDir, { recursive: true, force: true });
  }
}
