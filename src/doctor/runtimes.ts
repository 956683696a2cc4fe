import { ShopctlError } from '../errors.ts';
import type { Check } from './examine.ts';

/**
 * A Docker engine: whether it answers, and lets this user.
 *
 * @param address as the config names it; undefined: the client's current one
 */
export function engineCheck(
  address: string | undefined,
  isNeeded: boolean,
  ask: () => Promise<{ readonly version: string; readonly place: string }>,
): Check {
  return {
    area: 'runtimes',
    name: address === undefined ? 'docker engine' : `docker engine ${address}`,
    whenFailed: isNeeded ? 'problem' : 'skipped',
    advice: isNeeded ? 'does docker ps answer in this shell?' : 'needed only by targets in containers',
    look: async () => {
      const { version, place } = await ask();
      return { health: 'ok', says: `${version} ${place}, and this user may use it`, facts: { version } };
    },
  };
}

/** Something that the targets of a cluster need this user to be allowed to do. */
export interface Permission {
  readonly verb: string;
  /** As `kubectl auth can-i` takes it, e.g. `deployments/scale`. */
  readonly resource: string;
}

/** @param mayI asks the cluster */
export function clusterCheck(
  { context, namespace }: { readonly context: string; readonly namespace: string },
  permissions: readonly Permission[],
  mayI: (permission: Permission) => Promise<boolean>,
): Check {
  return {
    area: 'runtimes',
    name: `cluster ${context}/${namespace}`,
    advice: `does kubectl --context ${context} -n ${namespace} get pods answer in this shell?`,
    look: async () => {
      const answers = await Promise.all(permissions.map(mayI));
      const refused = permissions.filter((_, place) => answers[place] !== true).map(wordsFor);
      if (refused.length === 0) return `answers, and allows ${permissions.map(wordsFor).join(', ')}`;
      throw new ShopctlError({
        message: `this user may not ${refused.join(', nor ')}`,
        hint: `its administrator can grant that in the namespace ${namespace} with a role`,
      });
    },
  };
}

function wordsFor({ verb, resource }: Permission): string {
  return `${verb} ${resource}`;
}

/**
 * A target of the config: exactly one thing, found now, in a state to be broken in.
 *
 * @param identity resolves it and says what it is; throws as a check's preflight does
 */
export function targetCheck(name: string, runtime: string, identity: () => Promise<string>): Check {
  return {
    area: 'runtimes',
    name: `target ${name}`,
    advice: `see targets.${name} of the config; shopctl chaos list shows what can be done`,
    look: async () => ({ health: 'ok', says: await identity(), facts: { runtime } }),
  };
}
