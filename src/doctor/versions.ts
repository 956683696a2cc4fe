import { ShopctlError } from '../errors.ts';
import type { Check } from './examine.ts';

/** A server or a program that was found. */
export interface Found {
  /** Undefined when it would not say. */
  readonly version: string | undefined;
  /** Where, or what brought it. */
  readonly origin: string;
}

/** A server that is not here, and that `shopctl up` would get by itself. */
export interface Fetchable {
  /** In words: how, and how much it is. */
  readonly toFetch: string;
}

/** @param wanted the `engines` of package.json, such as `>=20.18` */
export function nodeCheck(version: string, origin: string, wanted: string): Check {
  return {
    area: 'versions',
    name: 'node',
    advice: 'install a current Node from nodejs.org, or with nvm or fnm',
    look: async () => {
      if (isAtLeast(version, wanted)) return found({ version, origin });
      throw new ShopctlError({ message: `${version} at ${origin}; shopctl needs ${wanted}` });
    },
  };
}

/** Whether `v20.20.2` satisfies `>=20.18`: the only form that package.json uses. */
export function isAtLeast(version: string, wanted: string): boolean {
  const least = numbersOf(wanted);
  const there = numbersOf(version);
  const at = least.findIndex((number, place) => number !== (there[place] ?? 0));
  return at === -1 || (there[at] ?? 0) > (least[at] ?? 0);
}

function numbersOf(text: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number);
}

/**
 * A server that `shopctl up` starts.
 *
 * @param isNeeded whether this shop is one that `up` starts
 */
export function serverCheck(
  name: 'postgres' | 'rabbitmq',
  isNeeded: boolean,
  find: () => Promise<Found | Fetchable>,
): Check {
  return {
    area: 'versions',
    name,
    whenFailed: isNeeded ? 'problem' : 'skipped',
    advice: isNeeded ? 'shopctl up says what it would need' : 'needed only by shopctl up',
    look: async () => {
      const result = await find();
      if (!('toFetch' in result)) return found(result);
      return { health: isNeeded ? 'ok' : 'skipped', says: `not on this machine; ${result.toFetch}` };
    },
  };
}

/** The program that targets are reached through. Nobody needs one that the config does not name. */
export function clientCheck(program: string, isNeeded: boolean, version: () => Promise<string>): Check {
  return {
    area: 'versions',
    name: program,
    whenFailed: isNeeded ? 'problem' : 'skipped',
    advice: isNeeded ? `does ${program} work in this shell?` : 'no target of this shop needs it',
    look: async () => await version(),
  };
}

function found({ version, origin }: Found) {
  return {
    health: 'ok' as const,
    says: `${version ?? 'of unknown version'}: ${origin}`,
    facts: { ...(version === undefined ? {} : { version }), origin },
  };
}
