import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorOf } from '../../engine/await-condition.ts';
import { defaultRunOptions } from '../../engine/run-scenario.ts';
import { ensureStateFolder } from '../../engine/run-store.ts';
import type { MachineFacts } from '../../model/proof.ts';
import type { FaultWindow, RunRecord } from '../../model/run-record.ts';
import type { Trial, TrialShop } from '../../proof/trials.ts';
import { openShop } from '../../wiring/shop.ts';
import { describeMachine, down, emptyStack, openStack, stackDeps, up } from '../../wiring/stack.ts';
import { checkOnce } from '../check-once.ts';
import type { CommandContext, Output } from '../context.ts';
import { runsFolder } from './proof-folder.ts';
import type { JobStack } from './run-trials.ts';

/** Nothing of a stack is needed after its trial, so nothing is waited for when it is stopped. */
const stopWithinMs = 500;

const unfollowed = { progress: { say: () => undefined } };

/**
 * The stack of one job: a state folder of its own with a shop that is started for one trial after the other. A wrong shop
 * begins with empty servers and leaves nothing to the next; the clean one stays up as long as it holds.
 */
export class TrialStack implements JobStack {
  readonly #context: CommandContext;
  /** Where journals are kept when the stack is gone. */
  readonly #runs: string;
  /** The clean shop that is up and held its last run. */
  #standing: string | undefined;
  /** Whether PostgreSQL and the broker came out of the last run as they went in. */
  #serversWhole = false;

  /** @param context its state folder is the job's own */
  constructor(context: CommandContext, runs: string) {
    this.#context = context;
    this.#runs = runs;
  }

  /** @throws ShopctlError when the shop does not start */
  async start({ shop }: Trial): Promise<void> {
    const shape = JSON.stringify(shop);
    if (this.#standing === shape) return;
    this.#standing = undefined;
    await this.#beginEmpty();
    const { settings, host } = this.#context;
    const { stateDir } = settings;
    const options = { stateDir, scale: shop.scale, set: settingsOf(shop), signal: host.signal };
    await up(options, stackDeps(this.#context));
    if (shop.defect === undefined) this.#standing = shape;
  }

  /**
   * Runs the scenario of a trial against the shop that was started for it.
   * @throws ShopctlError when a target is not there, or the baseline cannot be taken
   */
  async run({ scenario, shop: { defect } }: Trial): Promise<RunRecord> {
    const shop = await openShop(this.#context);
    try {
      const command = defect === undefined ? `prove ${scenario.name}` : `prove ${defect}: ${scenario.name}`;
      const how = { command, run: defaultRunOptions, follow: unfollowed };
      const record = await checkOnce(scenario, shop, this.#context, how);
      // Whatever kept it from holding must not reach the next run.
      if (record.end.verdict !== 'held') this.#standing = undefined;
      this.#serversWhole = record.end.how === 'finished' && record.faults.every(isHealed);
      return record;
    } catch (error) {
      this.#standing = undefined;
      this.#serversWhole = false;
      throw error;
    } finally {
      await shop.close();
    }
  }

  /** Undefined when there is no stack. */
  async machine(): Promise<MachineFacts | undefined> {
    const deps = stackDeps(this.#context);
    const stack = await openStack(this.#context.settings.stateDir, deps);
    return stack && describeMachine(stack.addresses, deps);
  }

  /**
   * Stops all of it and deletes its data; the journals of its runs are kept, and with them what they say is broken: of
   * a stack that is gone, nothing. Harmless when there is no stack, also for one that a killed shopctl left.
   * @throws ShopctlError when something cannot be ended
   */
  async end(): Promise<void> {
    this.#standing = undefined;
    this.#serversWhole = false;
    const { stateDir } = this.#context.settings;
    await down({ stateDir, purge: true, withinMs: stopWithinMs }, stackDeps(this.#context));
    this.#keepRuns(join(stateDir, 'runs'));
    rmSync(stateDir, { recursive: true, force: true });
  }

  /** Servers that are surely well are emptied; that is as good as new ones, and saves half the time. */
  async #beginEmpty(): Promise<void> {
    const { stateDir } = this.#context.settings;
    if (this.#serversWhole) {
      this.#serversWhole = false;
      const options = { stateDir, withinMs: stopWithinMs };
      const failure = await errorOf(emptyStack(options, stackDeps(this.#context)));
      if (failure === undefined) return;
    }
    await this.end();
    ensureStateFolder(stateDir);
  }

  #keepRuns(from: string): void {
    if (!existsSync(from)) return;
    mkdirSync(this.#runs, { recursive: true });
    for (const runId of readdirSync(from)) {
      rmSync(join(from, runId, 'open'), { force: true });
      renameSync(join(from, runId), join(this.#runs, runId));
    }
  }
}

function isHealed({ healedMs }: FaultWindow): boolean {
  return healedMs !== undefined;
}

function settingsOf({ defect, settings }: TrialShop): Record<string, string> {
  return defect === undefined ? { ...settings } : { ...settings, SHOP_DEFECT: defect };
}

/** The stack of a job in its own state folder; what it does ends with the signal. */
export function stackIn(stateDir: string, context: CommandContext, signal: AbortSignal): TrialStack {
  // The reference shop, whatever shop the config is of.
  const shop = { url: undefined, configPath: undefined, overrides: {} };
  const settings = { ...context.settings, ...shop, stateDir };
  const host = { ...context.host, signal };
  return new TrialStack({ host, settings, output: quietOutput(context.output) }, runsFolder(context));
}

/** What several stacks say at once is of no use to anybody. */
function quietOutput(output: Output): Output {
  const nothing = () => undefined;
  return { ...output, quiet: true, say: nothing, sayAt: nothing };
}
