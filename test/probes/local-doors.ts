import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface LocalDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** A port that accepts connections and never says anything, like a frozen database or broker. */
export async function openSilentDoor(): Promise<LocalDoor> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  return await opened(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const door = await openSilentDoor();
  await door.close();
  return door.port;
}

/** A real HTTP server on a free port. */
export async function openHttpDoor(
  answering: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalDoor> {
  const server = createHttpServer(answering);
  return await opened(server, () => server.closeAllConnections());
}

async function opened(server: Server, dropAll: () => void): Promise<LocalDoor> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        dropAll();
      }),
  };
}
