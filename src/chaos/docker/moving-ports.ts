import { isIP } from 'node:net';
import { ShopctlError } from '../../errors.ts';
import { describeFault, type ProcessFault } from '../../model/fault.ts';
import type { Container } from './containers.ts';

/**
 * A port that the engine chose, and an address in one of its networks, are others after the next start. Where orders or
 * probes use them, the shop would come back at a place where nobody looks for it, and would pass for broken.
 *
 * @throws ShopctlError that names the address and how to make it stay
 */
export function mustKeepAddresses(fault: ProcessFault, container: Container, used: readonly string[]): void {
  for (const address of used) {
    if (!URL.canParse(address)) continue;
    const { hostname, port, host } = new URL(address);
    if (isLocal(hostname) && movesFrom(container, Number(port))) {
      throw moving(fault, container, host, 'the engine chose that port', `publish it as ${port}:<port>`);
    }
    if (isIP(hostname) !== 0 && isDynamic(container, hostname)) {
      throw moving(
        fault,
        container,
        host,
        'the engine chose that address',
        'publish a port on this machine and use that, or give the container a fixed address (--ip)',
      );
    }
  }
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function movesFrom({ ports }: Container, port: number): boolean {
  return ports.some(({ hostPort, isChosenByEngine }) => hostPort === port && isChosenByEngine);
}

function isDynamic({ networks }: Container, address: string): boolean {
  return networks.some((network) => network.address === address && network.fixedAddress === undefined);
}

function moving(
  fault: ProcessFault,
  { name }: Container,
  host: string,
  why: string,
  hint: string,
): ShopctlError {
  return new ShopctlError({
    message: `${describeFault(fault)}: the container ${name} is used at ${host}, and would come back at another place: ${why}`,
    hint,
  });
}
