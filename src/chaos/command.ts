import type { FaultHandle } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type ProcessFault } from '../model/fault.ts';
import { redacted } from '../model/redact.ts';
import type { TargetName } from '../model/target.ts';
import type { CommandTarget as CommandIdentity } from '../model/target-identity.ts';
import { type Breaking, reachedFault } from './reached-fault.ts';
import {
  mustBeAble,
  mustServe,
  type ReachedPrior,
  type ReachedTarget,
  type Reopen,
} from './reached-target.ts';
import { servesAt, withoutCredentials } from './served-at.ts';
import { runShell, shown } from './shell-command.ts';
import type { ToolHost } from './tool.ts';

export interface CommandDeps {
  readonly host: ToolHost;
  /** Where the commands' output is kept while they run. */
  readonly outputFolder: string;
}

type CommandName = 'start' | 'stop' | 'kill' | 'pause' | 'resume' | 'status';

const commandOf = { stopped: 'stop', killed: 'kill', paused: 'pause' } as const;
const defaultWithinMs = 30_000;
/** It is asked several times while a fault takes effect, so it must not take long. */
const statusWithinMs = 5000;

/** What a journal keeps: the commands themselves, and where they run. */
interface CommandPrior extends ReachedPrior {
  readonly runtime: 'command';
  readonly cwd: string;
  readonly withinMs: number;
  readonly commands: Readonly<Partial<Record<CommandName, string>>>;
}

/** Commands of the user's for one target. */
class Commands {
  readonly target: TargetName;
  readonly prior: CommandPrior;
  readonly #deps: CommandDeps;

  constructor(target: TargetName, prior: CommandPrior, deps: CommandDeps) {
    this.target = target;
    this.prior = prior;
    this.#deps = deps;
  }

  /** @throws ShopctlError with the end of what it printed when it fails, or does not end in time */
  async run(name: CommandName): Promise<void> {
    const { exitCode, said } = await this.#shell(name, this.prior.withinMs);
    if (exitCode === 0) return;
    throw new ShopctlError({
      message: `${name} of ${this.target}, '${shown(this.#line(name))}', ended with ${exitCode ?? 'a signal'}${said === '' ? '' : `:\n  ${said}`}`,
      hint: 'try it by hand in this shell',
    });
  }

  /** @throws ShopctlError when the status command does not end in time */
  async isRunning(): Promise<boolean> {
    const limit = Math.min(statusWithinMs, this.prior.withinMs);
    return (await this.#shell('status', limit)).exitCode === 0;
  }

  #shell(name: CommandName, withinMs: number) {
    const { cwd } = this.prior;
    return runShell({ line: this.#line(name), cwd, withinMs, ...this.#deps });
  }

  /** A journal has its secrets masked, and a masked command would do something else than the real one. */
  #line(name: CommandName): string {
    const line = this.prior.commands[name];
    if (line !== undefined && !line.includes('***')) return line;
    throw new ShopctlError({
      message:
        line === undefined
          ? `${this.target} has no ${name} command`
          : `the ${name} command of ${this.target} holds a secret, which the journal does not: '${line}'`,
      hint:
        line === undefined
          ? 'add it to the target in the config'
          : 'run it by hand, or let the command take the secret from a variable or a file',
      isFinal: true,
    });
  }
}

class CommandBreaking implements Breaking {
  readonly identity: string;
  readonly prior: CommandPrior;
  readonly silences = true;
  readonly #kind: ProcessFault['kind'];
  readonly #commands: Commands;
  /** Ended, or being ended, by whom this cannot see: a shopctl that is gone may have left its command at work. */
  #mayStillEnd: boolean;
  #inflicting: Promise<void> | undefined;

  constructor(fault: ProcessFault, commands: Commands, reopened = false) {
    this.#mayStillEnd = reopened && fault.kind !== 'paused';
    const { cwd, commands: lines } = commands.prior;
    this.identity = `command '${shown(lines[commandOf[fault.kind]] ?? '')}' in ${cwd}`;
    this.prior = commands.prior;
    this.#kind = fault.kind;
    this.#commands = commands;
  }

  inflict(): Promise<void> {
    this.#inflicting = this.#commands.run(commandOf[this.#kind]);
    return this.#inflicting;
  }

  /** Of a frozen process `status` cannot say more than that it is there: that it serves nobody is what shows it. */
  async isInflicted(): Promise<boolean> {
    return this.#kind === 'paused' || !(await this.#commands.isRunning());
  }

  /** What was begun is finished first: a stop that is still at work would undo the healing. */
  async undo(mayHaveBegun: boolean): Promise<void> {
    await this.#inflicting?.catch(() => {});
    if (this.#kind === 'paused') {
      if (mayHaveBegun) await this.#commands.run('resume');
      return;
    }
    if (this.#mayStillEnd && (await this.#commands.isRunning())) {
      await this.#commands.run(commandOf[this.#kind]);
    }
    this.#mayStillEnd = false;
    if (!(await this.#commands.isRunning())) await this.#commands.run('start');
  }

  isUndone(): Promise<boolean> {
    return this.#commands.isRunning();
  }
}

/** A target behind commands of the user's. */
export class CommandTarget implements ReachedTarget {
  readonly target: TargetName;
  readonly kinds: readonly ProcessFault['kind'][];
  readonly #identity: CommandIdentity;
  readonly #commands: Commands;

  constructor(target: TargetName, identity: CommandIdentity, deps: CommandDeps) {
    this.target = target;
    this.#identity = identity;
    this.kinds = ability(identity);
    this.#commands = new Commands(target, priorOf(identity, deps.host.cwd), deps);
  }

  async resolve(fault: ProcessFault): Promise<FaultHandle> {
    mustBeAble(fault, 'commands', this.kinds, missing(fault, this.#identity));
    if (fault.instance !== undefined) {
      throw new ShopctlError({
        message: `${describeFault(fault)}: commands know ${fault.target} as a whole, not its instances`,
      });
    }
    if (!(await this.#commands.isRunning())) {
      throw new ShopctlError({
        message: `${describeFault(fault)}: it does not run now, says '${shown(this.#identity.status)}'`,
        hint: `shopctl chaos ${fault.target}-start starts it; status must end with 0 while it runs`,
      });
    }
    await mustServe(fault, this.#commands.prior.servedAt);
    return reachedFault(fault, new CommandBreaking(fault, this.#commands));
  }

  async restore(): Promise<void> {
    if (!(await this.#commands.isRunning())) return this.#commands.run('start');
    if (this.#identity.resume !== undefined && !(await this.serves(500))) await this.#commands.run('resume');
  }

  async parts(): Promise<readonly PartSeen[]> {
    const isRunning = await this.#commands.isRunning();
    return [{ name: this.target, state: isRunning ? 'running' : 'stopped' }];
  }

  async serves(withinMs: number): Promise<boolean> {
    const { servedAt } = this.#commands.prior;
    if (servedAt !== undefined) return servesAt(servedAt, withinMs);
    return this.#commands.isRunning().catch(() => false);
  }
}

/** A freeze shows only to a client, so it takes an address at which to be one. */
function ability(identity: CommandIdentity): ProcessFault['kind'][] {
  const canPause =
    identity.pause !== undefined && identity.resume !== undefined && identity.servedAt !== undefined;
  return [
    'stopped',
    ...(identity.kill === undefined ? [] : (['killed'] as const)),
    ...(canPause ? (['paused'] as const) : []),
  ];
}

function missing(fault: ProcessFault, identity: CommandIdentity): string {
  if (fault.kind === 'killed') return 'it has no kill command';
  const needed = (['pause', 'resume', 'servedAt'] as const).filter((name) => identity[name] === undefined);
  return `it has no ${needed.join(', no ')}`;
}

function priorOf(identity: CommandIdentity, workingFolder: string): CommandPrior {
  const { start, stop, status, kill, pause, resume } = identity;
  const optional = Object.entries({ kill, pause, resume }).filter(([, line]) => line !== undefined);
  return {
    runtime: 'command',
    cwd: identity.cwd ?? workingFolder,
    withinMs: identity.withinMs ?? defaultWithinMs,
    commands: { start, stop, status, ...Object.fromEntries(optional) },
    ...(identity.servedAt === undefined ? {} : { servedAt: withoutCredentials(identity.servedAt) }),
  };
}

/**
 * From a journal. A target that the config still has gives its own commands, as the journal's have their secrets masked.
 */
export function reopenCommand(
  configured: (target: TargetName) => CommandIdentity | undefined,
  deps: CommandDeps,
): Reopen {
  return (fault, prior) => {
    const found = prior as CommandPrior;
    const identity = configured(fault.target);
    const current = identity && priorOf(identity, deps.host.cwd);
    const isSame = current !== undefined && redactedEquals(current, found);
    const commands = new Commands(fault.target, isSame ? { ...current, cwd: found.cwd } : found, deps);
    return reachedFault(fault, new CommandBreaking(fault, commands, true), true);
  };
}

function redactedEquals(current: CommandPrior, found: CommandPrior): boolean {
  const masked = (prior: CommandPrior) =>
    Object.entries(prior.commands)
      .map(([name, line]) => `${name} ${redacted(line ?? '')}`)
      .sort()
      .join('\n');
  return masked(current) === masked(found);
}
