import type { Check } from './examine.ts';

/** What the checks ask of this machine. */
export interface PortSenses {
  isFree(port: number): Promise<boolean>;
  /** In words such as `postgres (pid 812)`; undefined when it cannot be told. */
  ownerOf(port: number): Promise<string | undefined>;
}

/**
 * The ports that `shopctl up` would like to have. A taken one stops nothing, since another is chosen; whoever types the
 * default address would reach somebody else, though.
 *
 * @param standard by the names that `--port` takes
 * @param own the ports of this state folder's stack, where there is one
 */
export function portChecks(
  standard: Readonly<Record<string, number>>,
  own: ReadonlySet<number>,
  senses: PortSenses,
): Check[] {
  return Object.entries(standard).map(([part, port]) => ({
    area: 'ports',
    name: `port ${port}`,
    whenFailed: 'warning',
    advice: 'shopctl up finds out by itself whether it is free',
    look: async () => {
      if (await senses.isFree(port)) return { health: 'ok', says: `free for ${part}`, facts: { part, port } };
      const owner = (await senses.ownerOf(port)) ?? 'somebody whom this user may not see';
      const facts = { part, port, owner };
      if (own.has(port)) return { health: 'ok', says: `held by this stack: ${owner}`, facts };
      return {
        health: 'warning',
        says: `taken by ${owner}`,
        advice: `nothing: up gives ${part} another port and says so; --port ${part}=… names one`,
        facts,
      };
    },
  }));
}
