import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultHandle } from '../engine/ports.ts';
import { ShopctlError } from '../errors.ts';
import type { PartSeen } from '../model/evidence.ts';
import { describeFault, type ProcessFault } from '../model/fault.ts';
import type { TargetName } from '../model/target.ts';
import type { AspireResource } from '../model/target-identity.ts';
import { nearest } from './near.ts';
import { type Breaking, reachedFault } from './reached-fault.ts';
import {
  mustBeAble,
  mustServe,
  type ReachedPrior,
  type ReachedTarget,
  type Reopen,
} from './reached-target.ts';
import { servesAt, withoutCredentials } from './served-at.ts';
import { lastWords, runTool, type ToolEnd, type ToolHost } from './tool.ts';

/** Without a path, aspire looks for running app hosts from the working folder on: so that is a part of the place. */
type Place = Pick<AspireResource, 'resource' | 'apphost'> & { readonly cwd: string };

interface AspirePrior extends ReachedPrior {
  readonly runtime: 'aspire';
  readonly place: Place;
}

/** `aspire wait`: the resource is not in the state yet, or failed on its way to it. */
const notYet = [17, 18];
const noAppHost = 7;
const askWithinMs = 15_000;
const actWithinMs = 28_000;

/** A resource of a running app host, through the user's own aspire program. */
class AppHost {
  readonly #host: ToolHost;
  readonly #place: Place;

  constructor(place: Place, host: ToolHost) {
    this.#place = place;
    this.#host = host;
  }

  /** @throws ShopctlError when there is no such resource, no app host, or more than one resource of the name */
  async state(): Promise<string> {
    const { resource } = this.#place;
    const seen = await this.#describe([resource]);
    if (seen.length === 1) return seen[0]?.state ?? '';
    if (seen.length === 0) throw await this.#missing();
    throw new ShopctlError({
      message: `'${resource}' means ${seen.length} resources: ${seen.map(({ name }) => name).join(', ')}`,
      hint: 'give the full name of one of them; a resource with replicas has one for each',
    });
  }

  async act(action: 'start' | 'stop'): Promise<void> {
    const args = ['resource', this.#place.resource, action];
    const end = await this.#run(args, actWithinMs);
    if (end.exitCode !== 0) throw refusal(end, args);
  }

  /** Whether it is there already; the shortest time that can be asked for is one second. */
  async is(status: 'healthy' | 'up' | 'down'): Promise<boolean> {
    const args = ['wait', this.#place.resource, '--status', status, '--timeout', '1'];
    const end = await this.#run(args, askWithinMs);
    if (end.exitCode === 0) return true;
    if (notYet.includes(end.exitCode)) return false;
    throw refusal(end, args);
  }

  /** A resource that is not there is an error to `describe`. No app host at all is none: it says so, and ends with 0. */
  async #describe(which: readonly string[]): Promise<{ name: string; state: string }[]> {
    const args = ['describe', ...which, '--format', 'Json'];
    const end = await this.#run(args, askWithinMs);
    if (end.exitCode !== 0 && which.length > 0) return [];
    const resources = parsed(end.stdout);
    if (resources === undefined) throw refusal({ ...end, exitCode: end.exitCode || noAppHost }, args);
    return resources.map(({ name, state }) => ({ name: String(name), state: String(state ?? '') }));
  }

  async #missing(): Promise<ShopctlError> {
    const { resource } = this.#place;
    const all = (await this.#describe([])).map(({ name }) => name);
    const near = nearest(resource, all);
    return new ShopctlError({
      message: `the app host has no resource '${resource}'${near.length > 0 ? `; near it: ${near.join(', ')}` : ''}`,
      hint: 'aspire describe shows all',
    });
  }

  #run(args: readonly string[], withinMs: number): Promise<ToolEnd> {
    const { apphost } = this.#place;
    const where = apphost === undefined ? [] : ['--apphost', apphost];
    // Without a terminal it must never ask which app host is meant.
    const flags = [...where, '--non-interactive', '--nologo'];
    const host = { ...this.#host, cwd: this.#place.cwd };
    return runTool({ program: 'aspire', args: [...args, ...flags], withinMs, host });
  }
}

function parsed(stdout: string): Readonly<Record<string, unknown>>[] | undefined {
  try {
    const { resources } = JSON.parse(stdout) as { resources?: unknown };
    return Array.isArray(resources) ? resources : undefined;
  } catch {
    return undefined;
  }
}

function refusal({ exitCode, stdout, stderr }: ToolEnd, args: readonly string[]): ShopctlError {
  const words = lastWords(`${stdout}\n${stderr}`);
  return new ShopctlError({
    message: `aspire ${args.slice(0, 3).join(' ')} ended with ${exitCode}${words === '' ? ', without a word' : `: ${words}`}`,
    hint:
      exitCode === noAppHost
        ? 'aspire start starts the app host in the background; with several, give the path of the one that is meant'
        : 'aspire describe shows the resources and their states',
  });
}

class ResourceBreaking implements Breaking {
  readonly identity: string;
  readonly prior: AspirePrior;
  readonly silences = true;
  readonly #appHost: AppHost;

  constructor(prior: AspirePrior, host: ToolHost) {
    const { resource, apphost, cwd } = prior.place;
    this.identity = `aspire resource ${resource} of ${apphost ?? `the app host that runs in ${cwd}`}`;
    this.prior = prior;
    this.#appHost = new AppHost(prior.place, host);
  }

  inflict(): Promise<void> {
    return this.#appHost.act('stop');
  }

  isInflicted(): Promise<boolean> {
    return this.#appHost.is('down');
  }

  /** One that is about to stop is left to: a start would be refused, or undone. */
  async undo(): Promise<void> {
    let state = await this.#appHost.state();
    for (let looks = 0; state === 'Stopping' && looks < 20; looks++) {
      await sleep(1000);
      state = await this.#appHost.state();
    }
    if (state !== 'Running' && state !== 'Starting') await this.#appHost.act('start');
  }

  isUndone(): Promise<boolean> {
    return this.#appHost.is('healthy');
  }
}

/** A resource of an Aspire app host. It can be stopped and started; the app host knows no other end. */
export class AspireTarget implements ReachedTarget {
  readonly target: TargetName;
  readonly kinds = ['stopped'] as const;
  readonly #prior: AspirePrior;
  readonly #appHost: AppHost;
  readonly #host: ToolHost;

  constructor(target: TargetName, identity: AspireResource, host: ToolHost) {
    const { resource, apphost, servedAt } = identity;
    this.target = target;
    this.#prior = {
      runtime: 'aspire',
      place: {
        resource,
        cwd: host.cwd,
        ...(apphost === undefined ? {} : { apphost }),
      },
      ...(servedAt === undefined ? {} : { servedAt: withoutCredentials(servedAt) }),
    };
    this.#appHost = new AppHost(this.#prior.place, host);
    this.#host = host;
  }

  async resolve(fault: ProcessFault): Promise<FaultHandle> {
    mustBeAble(fault, 'aspire', this.kinds, 'an app host only stops and starts its resources');
    const state = await this.#appHost.state();
    if (state !== 'Running') {
      throw new ShopctlError({
        message: `${describeFault(fault)}: the resource ${this.#prior.place.resource} is ${state || 'in no known state'} now, not Running`,
        hint: `shopctl chaos ${fault.target}-start starts it`,
      });
    }
    await mustServe(fault, this.#prior.servedAt);
    return reachedFault(fault, new ResourceBreaking(this.#prior, this.#host));
  }

  async restore(): Promise<void> {
    if ((await this.#appHost.state()) !== 'Running') await this.#appHost.act('start');
  }

  async parts(): Promise<readonly PartSeen[]> {
    const state = await this.#appHost.state();
    return [{ name: this.target, state: state === 'Running' ? 'running' : 'stopped' }];
  }

  async serves(withinMs: number): Promise<boolean> {
    const { servedAt } = this.#prior;
    if (servedAt !== undefined) return servesAt(servedAt, withinMs);
    return this.#appHost.is('healthy').catch(() => false);
  }
}

/** Heals from a journal alone. An app host's path is there where the config gave one. */
export function reopenAspire(host: ToolHost): Reopen {
  return (fault, prior) => reachedFault(fault, new ResourceBreaking(prior as AspirePrior, host), true);
}
