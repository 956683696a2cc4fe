import { createServer } from 'node:net';

/** Below the range of outgoing connections, which could take the port of a broker that is stopped for a while. */
const lowest = 20_000;
const highest = 32_000;

/** A free port for each role: a bench must not take the standard ports from somebody's shop. */
export async function freePorts(
  roles: readonly string[],
  random = Math.random,
): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  while (ports.size < roles.length) {
    const port = lowest + Math.floor(random() * (highest - lowest));
    const role = roles[ports.size];
    if (role === undefined || [...ports.values()].includes(port)) continue;
    if (await isFree(port)) ports.set(role, port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
