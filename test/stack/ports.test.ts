import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { portOwner } from '../../src/stack/port-owner.ts';
import { choosePorts, isPortFree, type PortWish } from '../../src/stack/ports.ts';

const seed = '000000ffff';
const nobody = async () => undefined;

async function chosen(wishes: PortWish[], taken: number[], owner?: string) {
  return choosePorts(
    wishes,
    seed,
    async (port) => !taken.includes(port),
    async () => owner,
  );
}

describe('choosing ports', () => {
  it('takes the standard port when it is free', async () => {
    expect(await chosen([{ role: 'broker', standard: 5672 }], [])).toEqual({
      ports: { broker: 5672 },
      notes: [],
    });
  });

  it('says by whom a standard port is taken and which one is used instead', async () => {
    const { ports, notes } = await chosen([{ role: 'broker', standard: 5672 }], [5672], 'beam.smp (pid 7)');
    expect(ports['broker']).not.toBe(5672);
    expect(notes).toEqual([`port 5672 is taken by beam.smp (pid 7): broker uses ${ports['broker']}`]);
  });

  it('keeps the port of the last time, so that addresses stay', async () => {
    const wish = { role: 'broker', standard: 5672, before: 20_777 };
    expect((await chosen([wish], [])).ports).toEqual({ broker: 20_777 });
  });

  it('leaves a running part its port without looking whether it is free', async () => {
    const wish = { role: 'broker', standard: 5672, before: 20_777, held: true };
    expect((await chosen([wish], [20_777])).ports).toEqual({ broker: 20_777 });
  });

  it('refuses a port that was asked for and is taken, as wrong usage', async () => {
    const wish = { role: 'broker', standard: 5672, asked: 6000 };
    await expect(chosen([wish], [6000], 'nc (pid 9)')).rejects.toMatchObject({
      message: 'port 6000, asked for broker, is taken by nc (pid 9)',
      exitCode: 64,
    });
  });

  it('moves a running part to a port that was asked for', async () => {
    const wish = { role: 'broker', standard: 5672, before: 20_777, held: true, asked: 6000 };
    expect((await chosen([wish], [20_777])).ports).toEqual({ broker: 6000 });
  });

  it('gives no port twice and none from the range of outgoing connections', async () => {
    const wishes = Array.from({ length: 50 }, (_, i) => ({ role: `part ${i}`, standard: 5672 }));
    const ports = Object.values((await chosen(wishes, [5672])).ports);
    expect(new Set(ports).size).toBe(50);
    for (const port of ports) expect(port).toBeLessThan(32_768);
  });

  it('looks elsewhere for another stack', async () => {
    const spare = async (other: string) =>
      (await choosePorts([{ role: 'x', standard: 1 }], other, async (port) => port !== 1, nobody)).ports['x'];
    expect(await spare('000001')).not.toBe(await spare('000901'));
  });

  it('keeps quiet about ports that nobody types', async () => {
    expect((await chosen([{ role: 'epmd', standard: 4370, internal: true }], [4370])).notes).toEqual([]);
  });
});

describe('a port that is listened on', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function listening(host: string): Promise<number> {
    server = createServer();
    await new Promise<void>((done) => server!.listen({ port: 0, host }, done));
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  it.each(['127.0.0.1', '0.0.0.0'])('on %s is not free, and its owner is told', async (host) => {
    const port = await listening(host);
    expect(await isPortFree(port)).toBe(false);
    expect(await portOwner(port, process.platform)).toContain(`(pid ${process.pid})`);
  });

  it('is free again once it is closed', async () => {
    const port = await listening('127.0.0.1');
    await new Promise((done) => server!.close(done));
    expect(await isPortFree(port)).toBe(true);
    expect(await portOwner(port, process.platform)).toBeUndefined();
  });
});
