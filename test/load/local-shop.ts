import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface LocalShop {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

export type Answering = (response: ServerResponse, socket: Socket, request: SeenRequest) => void;

/** A real HTTP server on a free port that answers every order as told. */
export async function openLocalShop(answering: Answering): Promise<LocalShop> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const taken = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(taken);
      answering(response, request.socket, taken);
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, seen, close: () => shut(server) };
}

export function json(status: number, body: unknown): Answering {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await shut(server);
  return port;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function shut(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
