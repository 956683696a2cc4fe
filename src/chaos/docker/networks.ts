import type { Container, Network } from './containers.ts';
import type { DockerEngine } from './engine.ts';

/**
 * A container that somebody took from a network and put back has lost its aliases there: it runs, and nobody finds it by
 * its name. So what was found is compared, and what is missing given again.
 */
export async function restoreNetworks(
  engine: DockerEngine,
  found: readonly Network[],
  now: Container,
): Promise<void> {
  for (const network of found) {
    const current = now.networks.find(({ name }) => name === network.name);
    if (current !== undefined && hasAliases(current, network)) continue;
    if (current !== undefined) await engine.run(['network', 'disconnect', network.name, now.id]);
    const aliases = network.aliases.flatMap((alias) => ['--alias', alias]);
    const address = network.fixedAddress === undefined ? [] : ['--ip', network.fixedAddress];
    await engine.run(['network', 'connect', ...aliases, ...address, network.name, now.id]);
  }
}

export function hasNetworks(found: readonly Network[], now: Container): boolean {
  return found.every((network) => {
    const current = now.networks.find(({ name }) => name === network.name);
    return current !== undefined && hasAliases(current, network);
  });
}

function hasAliases(current: Network, wanted: Network): boolean {
  return wanted.aliases.every((alias) => current.aliases.includes(alias));
}
